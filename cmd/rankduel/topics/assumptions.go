package topics

// assumptionTopics returns what every comparison takes for granted and no figure
// can check. docs/reviewers.md has both sides of the dispute.
func assumptionTopics() []Topic {
	return []Topic{
		{"assumption", "interval-scale", "A mean needs steps of equal worth: from .2 to .3 as much as from .8 to .9. Whether measures such as RR, AP and nDCG have them is disputed. Means decide here, and the details have what needs no such scale: wins, losses and ties. Where these contradict a verdict, do not lean on it.", "against: Fuhr (2017), doi:10.1145/3190580.3190586; Ferrante, Ferro, Fuhr (2021), doi:10.1109/ACCESS.2021.3116857; for: Sakai (2020), doi:10.1145/3451964.3451976; Moffat (2022), arXiv:2207.03103"},
		{"assumption", "sampling", "The queries are taken for a random sample of the needs that the claim is about, drawn independently. p, interval and verdict all rest on it, and nothing in the data can check it. Wordings of one need are not independent: mark them as a group. Documents and judgments are taken as given: another corpus or other assessors are not covered.", ""},
	}
}
