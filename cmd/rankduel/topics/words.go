package topics

import "github.com/rankduel/rankduel/stats"

// word is the kind of everything that reports print and that is not a name of a
// measure, a test, a finding or the like.
const word = "word"

// wordTopics explain the words of headings, legends and lines. One text may
// have several names, as reports inflect them.
func wordTopics() []Topic {
	var topics []Topic
	for _, w := range []struct {
		names []string
		text  string
	}{
		// Who and what.
		{[]string{"baseline"}, "The system that every other one is compared with: A, the first argument, or `baseline` of an experiment. Differences are candidate - baseline."},
		{[]string{"candidate"}, "A system that is compared with the baseline: B, every argument after the first, or every other configuration of an experiment."},
		{[]string{"system", "systems"}, "A run, a configuration or a component: whatever ranks documents for the queries."},
		{[]string{"config", "configuration"}, "What an experiment compares: components, a fusion, perhaps a rerank, and a depth (top_k)."},
		{[]string{"component", "components"}, "What a configuration retrieves from: a run file, an index or an engine. In the table of latencies: how they are asked, alone, in parallel or in sequence."},
		{[]string{"role"}, "config: one of the configurations that are compared; component: what they retrieve from, on its own."},
		{[]string{"query", "queries", "n", "pairs"}, "n counts queries for which the measure is defined; of a comparison, the pairs of the two systems' scores on one query. Where wordings of one need are grouped, it counts the groups."},
		{[]string{"run"}, "The rankings of one system for all queries."},
		{[]string{"test set", "sha256"}, "The queries and judgments that everything rests on, by name and version; behind it the first characters of the SHA-256 of its content, which any change of queries or judgments changes."},
		{[]string{"part"}, "Which part of a split test set was measured: evaluation, heldout or all."},
		{[]string{"recorded", "retrieval", "retrieval calls", "asked", "calls", "rankings recorded"}, "Calls that were made now, and rankings that were recorded by an earlier run and used again. --refresh NAME asks a component again."},

		// The table of measures.
		{[]string{"measure", "measures"}, "A number that a ranking gets for one query; `rankduel explain nDCG@10` says how it is computed. The table has its mean over the queries."},
		{[]string{"mean"}, "The arithmetic mean over the queries for which the measure is defined, both systems on the same ones."},
		{[]string{"median"}, "The middle of the queries' scores; of an even number the mean of the two in the middle."},
		{[]string{"std", "sd", "sd of d"}, "The sample standard deviation (n - 1): of the scores of one system, or of the differences d between two."},
		{[]string{"difference", "d"}, "The mean of candidate - baseline over the queries: positive means that the candidate scores higher. In the measure's own unit, not in percent."},
		{[]string{"interval", "95 % interval", "90 % interval"}, "The confidence interval of the mean difference, of the level that is named. Which kind: t with 200 queries and more of which 50 changed, robust otherwise (`rankduel explain robust`). Of latencies: t."},
		{[]string{"p", "p value"}, "The chance of a difference at least this large if the systems did not differ, two-sided, by the test that decides. In tables it is not corrected, as the interval is not; marks and verdicts follow the corrected one. From 200 queries on, 50 of them changed, it says the same as the interval. Below that the interval is the robust one, which allows for queries that were not seen and is wider: it may hold 0 where p is below alpha. A footnote says so, and the verdict is inconclusive."},
		{[]string{"W/L/T", "won", "lost", "tied"}, "Queries that the candidate won, lost and tied: scored higher, lower, the same. In tables of documents, lost and gained are relevant documents of the first hits; see attribution."},
		{[]string{"undefined", "undefined and left out"}, "Queries for which the measure has no value, such as recall without a relevant document. They are left out in both arms and counted; the value is – in text and null in JSON, never 0."},
		{[]string{"primary", "primary measure", "*"}, "The measure that the verdict is about, marked *: --primary, the experiment's, or the profile's. What else is printed never changes its verdict. In a table of systems * marks the group of the best."},
		{[]string{"guardrail", "guardrails"}, "A measure that must not get worse: if it is worse, better on the primary measure becomes inconclusive."},
		{[]string{"gain"}, "What a grade is worth in nDCG and DCG. exp: 2^grade - 1, the default with test sets; linear: the grade itself, as in trec_eval, the default with --qrels. With grades above 1 the numbers differ: nDCG(gain=linear)@10 and nDCG(gain=exp)@10 ask for either."},
		{[]string{"grade"}, "How relevant a document is to a query: 0 not, 1 and more relevant. Unjudged is no grade."},
		{[]string{"corrected", "adjusted", "correction"}, "p multiplied up for the number of tests in its family, so that many tests do not find something by chance. The footnote stands where p alone is below alpha and the corrected one is not: the mark follows the corrected one. `rankduel explain holm` and `family`."},
		{[]string{"level"}, "The level of this interval is not that of the column's heading: with few queries an interval cannot reach every level exactly."},

		// Verdicts.
		{[]string{"verdict"}, "What a comparison ends in: better, worse, equivalent or inconclusive (no difference seen). Each can be explained by its name; the reason stands below it. Exit code 0 in every case."},
		{[]string{"decides the verdict"}, "The primary measure, marked *: the verdict above the table is about it."},
		{[]string{"no difference seen", "~"}, "Inconclusive: these queries do not tell the systems apart. It does not say that they are equal."},
		{[]string{"margin"}, "The largest difference that does not matter, in the measure's own unit: 0.02 unless --margin says otherwise. Equivalent means inside ±margin; a better that is inside it too is called smaller than the margin."},
		{[]string{"alpha"}, "The significance level: a corrected p below it, together with the interval, tells two systems apart. 0.05 unless --alpha says otherwise; intervals have the level 1 - alpha."},
		{[]string{"family"}, "The tests that one correction covers. roles: the primary measure over all candidates, which decides, apart from all other measures over all candidates. comparison: all measures of one pair. All pairs of systems on one measure are a family of their own."},
		{[]string{"group of the best", "best", "first", "told apart", "not told apart from the first"}, "Of three systems and more: the first by the mean of the primary measure, and all that are not told apart from it when every pair is tested and corrected over all pairs (--all-pairs --correction NAME chooses how). It orders and decides nothing: verdicts are against the baseline."},
		{[]string{"letters"}, "With --all-pairs: behind a mean stand the letters of the systems that it is better than, by a p corrected over all pairs. ᶜ⁻ᵉ is c, d and e."},
		{[]string{"what to do"}, "What follows from the verdict for whoever has to choose. It adds nothing to the verdict."},
		{[]string{"no verdict"}, "Too little was measured: the fault below says what. Exit code 3."},

		// Lines of the screen.
		{[]string{"labels", "labels decide this", "unjudged", "method", "document"}, "Of --bounds: how low and how high the mean difference could be if the unjudged documents, each once for each query, were judged; `rankduel explain bounds` says what is assumed. method: exact, some labels lead to each end; outer, none lead beyond."},
		{[]string{"rank A", "rank B"}, "Where the baseline (A) and the candidate (B) have the document; – where a system did not retrieve it."},
		{[]string{"health"}, "What is wrong with the inputs, and may change how figures are read: !! a fault, after which there is no verdict; ! a warning; · or noted: for the record. Each code in parentheses can be explained."},
		{[]string{"stratum", "strata"}, "A kind of queries of the test set, such as exact terms or paraphrases. Figures by stratum are exploratory: p is not corrected there, and decides nothing. `differ?` is the p of Welch's F test of whether the difference is the same in all of them."},
		{[]string{"Welch's F", "F", "I2", "I²"}, "Do the strata differ? Welch's F test of their mean differences, which allows for unequal spread. I² is the share of the variation between strata that is beyond chance."},
		{[]string{"moved most", "moved", "rank", "relevant"}, "The queries with the largest differences. Without a text: relevant documents with their grade and their rank before→after (–: not retrieved)."},
		{[]string{"next"}, "Where the rest stands."},
		{[]string{"settings"}, "With the inputs, all that fixes every number of the report."},
		{[]string{"seed"}, "The start of all random numbers. The same inputs, settings and seed give the same bytes."},
		{[]string{"resamples"}, "How often the queries are drawn again for bootstrap intervals, and signs are flipped for the randomization test."},

		// The whole report.
		{[]string{"latency", "p50", "p95", "p99", "ms"}, "Time a query took, in milliseconds: mean, percentiles (p95: 95 % took no longer) and the longest, over the queries that were answered."},
		{[]string{"in parallel", "in sequence", "alone"}, "How the components of a configuration are asked in service: in parallel the slowest counts, in sequence their sum. Alone: a component on its own."},
		{[]string{"its rerank", "rerank"}, "A second step that puts the first hits into another order; its time is part of its configuration's."},
		{[]string{"failed/missing", "failed", "missing", "failed queries left out"}, "Failed: queries whose retrieval ended in an error; they are left out of the pair. Missing: queries that a run file does not have; they score 0."},
		{[]string{"fusion", "over"}, "What a configuration that fuses adds to each of its components: the mean difference, and queries won, lost and tied. Not tested."},
		{[]string{"where the relevant documents come from", "only", "both", "neither", "some", "all", "none", "lost in fusion", "gained"}, "Relevant documents by who found them: one component alone, both or all, some (several, not all), neither or none. Lost in fusion: found by a component, not in the fused hits. See attribution."},
		{[]string{"top_k"}, "How many hits of a configuration count: its depth."},
		{[]string{"recall of components", "recall of hits", "as it is", "best order", "no best order"}, "Recall of components: share of the relevant documents that any component found. Recall of hits: share among the first top_k, which no reranker can pass. As it is: the mean of the primary measure; best order: if the relevant hits stood on top. See headroom."},
		{[]string{"posterior", "credible", "credible interval", "P better", "P within", "P worse", "prior"}, "Evidence beyond p, which decides nothing: how likely the mean difference is above the margin, within it or below, after the queries were seen, if before it was taken for 0 give or take 0.2, with the weight of one query. The credible interval holds it with the probability that is named. It takes a loss that the sample does not hold for impossible."},
		{[]string{"d_z", "g_z", "effect size"}, "The mean difference in standard deviations of the differences (Cohen's d_z); g_z is Hedges' correction for few queries."},
		{[]string{"diagnostics"}, "Numbers beside the headline, with -v. None of them decides."},
		{[]string{"ratio"}, "The difference divided by the baseline's mean: +0.0643 is 6.43 %."},
		{[]string{"changed"}, "Queries whose difference is not 0. With fewer than 6 no verdict but inconclusive or equivalent is possible."},
		{[]string{"detectable"}, "The true difference that so many queries with this spread would call better in 80 % of repeats, by the rule that decides."},
		{[]string{"deciding"}, "The p of the test that decides: the t test, or the exact sign-flip test with fewer than 10 queries or where differences do not vary."},
		{[]string{"tau", "Kendall's tau"}, "How far two measures order the systems alike: pairs of systems in the same order minus pairs in the reverse one, over all pairs (tau-b, corrected for ties). 1 the same order, -1 the reverse. Its interval is over queries drawn again: how far that hangs on the queries."},
		{[]string{"HSD", "Tukey's HSD"}, "The randomized honestly significant difference; see tukey."},
		{[]string{"MRR", "MAP"}, "The means of RR and of AP."},

		// Gates, plans and held-out queries.
		{[]string{"gate passed", "gate failed", "gate inconclusive", "gate not decided", "passed"}, "What `rankduel gate` ends in. passed: no required rule failed (exit code 0). failed: one did (1). inconclusive: too few queries to decide (4). not decided: something that a rule needs was not measured (3)."},
		{[]string{"rule", "rules", "ok", "FAIL", "waived", "advisory", "all rules must pass", "rules in full"}, "What a gate demands of a system, such as \"R@10: drop <= 5%\". ok: kept; FAIL: broken; ?: too few queries to say; !!: not measured; waived: broken, and somebody answers for that until a day. Advisory rules are shown and decide nothing. All required rules have to pass."},
		{[]string{"current", "before"}, "The system that a gate is asked about, beside its baseline; in the list of queries their scores before (baseline) and now (current)."},
		{[]string{"bounds", "95 % bounds"}, "Of the true drop, or of the score where a rule is a floor. Each end holds by itself: the true value lies above the lower bound with the probability that is named, and below the upper bound with the same. Rules in the modes noninferior and regression decide by one of them."},
		{[]string{"floor"}, "A rule about the score alone, \"R@10: >= 0.8\": it needs no baseline."},
		{[]string{"not comparable"}, "Two sides of a gate with other queries, judgments, measures or profiles: a difference between them says nothing about the systems, so nothing is decided."},
		{[]string{"limit", "limits", "true drop", "in limits", "fails", "blocks"}, "In `gate plan`: how often a rule fails or blocks when the true drop is so many times the limit that it allows. 0 limits is a harmless change, what fails there is a false alarm; 2 limits is a drop that should fail."},
		{[]string{"cannot tell"}, "A held-out check that found neither that the gain is there nor that it is overfitted: too few held-out queries, or no gain to check. See cannot_tell."},
		{[]string{"look", "looks", "shown", "budget", "beyond the budget"}, "One time that scores of held-out queries were shown. It is written to the ledger before they are; each look has a smaller share of alpha than the one before, and a version of a test set has a budget of them."},
		{[]string{"held out", "evaluation"}, "The two parts of a split test set: queries to choose by (evaluation), and queries that are kept back to see whether a choice holds (held out)."},
		{[]string{"detect"}, "The smallest true difference that so many queries show as better with the power that is named; see detectable."},
		{[]string{"equality"}, "How many queries show that two systems are equal within the margin, if they are."},
		{[]string{"optimistic"}, "Queries and detectable differences are planned from the spread and skewness that were seen. Where few queries make most of the difference a sample does not hold all of the tail: with the power of .80 that is promised, .73 to .79 was reached with lognormal differences up to 500 queries, and as little as .16 to .55 with 10 or 25 queries and rare large losses."},
	} {
		for _, name := range w.names {
			topics = append(topics, Topic{word, name, w.text, ""})
		}
	}
	return topics
}

// reasonTopics explain the codes of reasons, verdict_code in JSON.
func reasonTopics() []Topic {
	var topics []Topic
	for _, r := range []struct {
		code stats.Reason
		text string
	}{
		{stats.ReasonSignificant, "Better or worse: the corrected p is below alpha, the interval lies on one side of 0, and at least 6 queries changed."},
		{stats.ReasonSmall, "Better or worse, and the whole interval lies inside ±margin: there is a difference, but none that matters by the margin."},
		{stats.ReasonInside, "Equivalent: the interval of level 1 - 2*alpha lies inside ±margin, even if a query that was not seen differed by all that the measure can."},
		{stats.ReasonInsideSeen, "Equivalent, if no query differs by more than those that were seen (--equivalence observed)."},
		{stats.ReasonFewPairs, "Fewer than two queries were measured in both arms."},
		{stats.ReasonFewChanged, "Fewer than 6 queries changed: no exact test could reach .05. Add queries on which the systems rank differently."},
		{stats.ReasonCorrection, "p alone is below alpha, corrected for its family it is not. Fewer candidates, or more queries, would settle it."},
		{stats.ReasonDisagree, "The t test and the randomization test decide differently. More queries make them agree."},
		{stats.ReasonInterval, "p and the interval do not say the same: one of them tells the systems apart, the other does not."},
		{stats.ReasonMarginTooWide, "The margin is more than a tenth of the best mean that any system could reach here, so nothing is called equivalent. Choose a smaller --margin or another measure."},
		{stats.ReasonRangeUnknown, "As far as was seen the difference lies inside the margin, but nobody knows how far this measure reaches. Declare it with --range."},
		{stats.ReasonSkewed, "Inside ±margin, but not when the interval is corrected for the skewness of the differences. In a plan of queries: the numbers are optimistic (`rankduel explain optimistic`)."},
		{stats.ReasonAlike, "Alike on these queries, but too few of them to prove it: the text says how many would, if the systems are equal."},
		{stats.ReasonTooWide, "The interval holds 0 and reaches beyond the margin: neither a difference nor equality is shown. The text says how many queries would show a difference of the margin's size with this spread; it is not computed from the difference that was seen."},
		{stats.ReasonNoDirection, "No verdict: the measure has no better or worse, or is no mean over queries."},
	} {
		topics = append(topics, Topic{"reason", string(r.code), r.text, ""})
	}
	return topics
}
