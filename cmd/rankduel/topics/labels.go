package topics

// labelTopics explain what is printed about people who label: how far they
// agree, and with themselves.
func labelTopics() []Topic {
	topics := []Topic{
		{"interval", "jackknife", "The interval of kappa: it is computed again without each query in turn, and t with queries - 1 degrees of freedom is applied to how it varies. Documents of one query err together, so that the usual interval, over documents, is several times too narrow.", "Miller (1974), doi:10.1093/biomet/61.1.1"},
		{word, "kappa", "Cohen's kappa, agreement beyond chance:\n  kappa = (observed - expected) / (1 - expected)\nof the share of equal grades, expected if both labelled with their own frequencies and independently. From -1 to 1; 1 is full agreement, 0 is chance. Unweighted kappa decides whether labels become a version: it has to lie above the threshold, exactly it does not pass.", "Cohen (1960), doi:10.1177/001316446002000104"},
		{word, "AC1", "Gwet's AC1: agreement beyond chance like kappa, with a chance that does not grow when nearly all documents have one grade. Shown beside kappa where that is so; it does not decide.", "Gwet (2008), doi:10.1348/000711006X126600"},
		{word, "Krippendorff's alpha of all", "Krippendorff's alpha: 1 - observed/expected disagreement over all labellers at once, also where somebody left documents out. nominal counts any two grades as different, ordinal by their order, interval by the square of their distance.", "Hayes, Krippendorff (2007), doi:10.1080/19312450709336664"},
	}
	for _, w := range []struct {
		names []string
		text  string
	}{
		{[]string{"linear", "quadr.", "quadratic"}, "Weighted kappa: a disagreement counts by its distance in grades (linear), or by the square of it (quadratic). Shown beside the unweighted one, which decides."},
		{[]string{"with blanks", "blank", "blanks"}, "A document that a labeller said cannot be judged. kappa leaves such documents out, which flatters if just the difficult ones are left blank; `with blanks` counts a grade against a blank as a disagreement."},
		{[]string{"labeller", "labellers", "graded", "not seen"}, "Who labelled, how many documents they graded, and how many of those that another one saw they have not come to."},
		{[]string{"equal"}, "The share of documents to which two labellers gave the same grade. Much of it can be chance: see kappa."},
		{[]string{"again", "again equal", "again change"}, "Documents that a labeller was shown twice without being told: how many got the same grade, and by how much the grade changed in the mean. Each counts once in kappa."},
		{[]string{"1st half", "2nd half"}, "Mean grade of the first and of the second half of what a labeller saw. A difference may be drift, or the other queries of that half."},
		{[]string{"strata are shown and decide nothing"}, "Kappa by stratum rests on few queries each, so that it spreads widely; only that of all queries is held to the threshold."},
		{[]string{"grades of", "title", "comments"}, "The documents that labellers differ on most, with the query, the document's title and text, and what they wrote beside their grade."},
	} {
		for _, name := range w.names {
			topics = append(topics, Topic{word, name, w.text, ""})
		}
	}
	return topics
}
