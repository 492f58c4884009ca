package topics

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/stats"
)

// A Topic explains one name that appears in reports, settings or JSON.
type Topic struct {
	Kind   string // "test", "interval", "verdict", ...
	Name   string
	Text   string
	Source string
}

// Topics lists everything that can be explained besides measures, grouped by
// kind.
func Topics() []Topic {
	topics := []Topic{
		{"verdict", string(result.Better), "The candidate is better: adjusted p below alpha, the headline interval above 0, and at least 6 queries changed.", ""},
		{"verdict", string(result.Worse), "The candidate is worse: adjusted p below alpha, the headline interval below 0, and at least 6 queries changed.", ""},
		{"verdict", string(result.Equivalent), "Neither better nor worse, and the 1 - 2*alpha robust interval over the whole range of the measure lies inside the margin, so that a loss which the queries do not hold is allowed for. About 120 queries are the least for a margin of .02 of a measure in 0-1.", "Schuirmann (1987), doi:10.1007/BF01068419"},
		{"verdict", string(result.Inconclusive), "Everything else. The reason says what stands in the way: too few changed queries, too wide an interval, or methods that disagree. It never means that there is no difference.", ""},

		{"test", compare.TestT, "Paired t-test of the mean difference, two-sided:\n  t = mean(d) / (sd(d)/sqrt(n)), df = n - 1.\nThe default: at 25 to 100 queries its Type I error stayed between .048 and .051 at alpha .05. Also the t interval mean(d) +- t_quantile * sd(d)/sqrt(n).", "Urbano, Lima, Hanjalic (2019), SIGIR, doi:10.1145/3331184.3331259"},
		{"test", compare.TestRandomization, "Sign-flip randomization test of the mean difference: the share of sign assignments whose mean is at least as extreme. Exact where the differences lie on a lattice or few queries changed, otherwise (1 + hits)/(1 + rounds).", "Phipson, Smyth (2010), doi:10.2202/1544-6115.1585"},
		{"test", stats.Wilcoxon{}.Name(), "Wilcoxon signed-rank test. A diagnostic that decides nothing: it tests symmetry, not the mean, and rejects too often when differences are skewed.", "Ihemelandu, Ekstrand (2023), arXiv:2305.02461"},
		{"test", stats.Sign{}.Name(), "Exact sign test on wins and losses. A diagnostic that decides nothing: it tests the median, not the mean.", ""},

		{"interval", compare.IntervalAuto, "t, or robust when there are fewer than 200 queries or fewer than 50 of them changed.", ""},
		{"interval", compare.IntervalRobust, "t interval after adding two imagined queries with differences +m and -m, m the largest difference seen (1 when there is none), with n - 1 degrees of freedom, cut at -1 and 1 when no difference is larger. With few changed queries plain intervals cover far less than they say; of the distributions that were tried this one covered .93 or more, except where the sample holds nothing of a long tail.", "generalizes Bonett, Price (2012), doi:10.3102/1076998611411915"},
		{"interval", compare.IntervalPercentile, "Bootstrap percentile interval: the quantiles of the mean over resamples of the queries. Exact, without any random number, where the differences lie on a lattice.", "Efron, Tibshirani (1993)"},
		{"interval", compare.IntervalPercentile + "-asymptotic", "The percentile interval of more than 5,000 pairs in closed form, where resamples show nothing else: the normal limit of the mean over resamples, with its skewness. No random number enters.", "Cornish, Fisher (1938), doi:10.2307/1400905; Hall (1992)"},
		{"interval", compare.IntervalSequence, "For comparisons that are repeated while queries keep coming (`--looks`): the confidence sequence, or where it is wider the interval of auto. It holds however often one looks, and is 1.4 to 1.6 times as wide as t.", "Waudby-Smith et al. (2021), arXiv:2103.06476"},
		{"interval", compare.IntervalBCa, "Bias-corrected and accelerated bootstrap interval, shown as a diagnostic: below 50 queries it covered least of the usual methods.", "Efron (1987), doi:10.1080/01621459.1987.10478410"},
		{"interval", compare.IntervalBCa + "-asymptotic", "The BCa interval of more than 5,000 pairs, from the closed form of percentile-asymptotic.", "Efron (1987), doi:10.1080/01621459.1987.10478410"},
	}
	topics = append(topics, assumptionTopics()...)
	topics = append(topics, decisionTopics()...)
	topics = append(topics, libraryTopics()...)
	for _, c := range compare.Corrections() {
		topics = append(topics, Topic{"correction", c, correctionText(stats.Correction(c)), ""})
	}
	topics = append(topics,
		Topic{"family", compare.FamilyComparison, "One correction covers all measures of one comparison of two systems.", ""},
		Topic{"family", compare.FamilyRoles, "One correction covers the primary measure over all candidates, which decides; another covers every other measure over all candidates.", ""})
	for _, p := range metrics.Profiles() {
		topics = append(topics, Topic{"profile", p.Name, profileText(p), ""})
	}
	for _, e := range fusion.Builtin().Entries() {
		topics = append(topics, Topic{"fusion", e.Name, e.Summary, ""})
	}
	topics = append(topics, reportTopics()...)
	topics = append(topics, reasonTopics()...)
	topics = append(topics, wordTopics()...)
	topics = append(topics, labelTopics()...)
	topics = append(topics, findingTopics()...)
	return append(topics, warningTopics()...)
}

func correctionText(c stats.Correction) string {
	switch c {
	case stats.Holm:
		return "Holm's step-down Bonferroni: the i-th smallest of m p values times m - i + 1. Bounds the chance of any false finding in the family; valid whatever the dependence. The default."
	case compare.CorrectionMaxT:
		return "Step-down maxT of Westfall and Young: sign flips shared by the whole family keep its correlation, so that it rejects more than Holm when measures go together. Boytsov, Belova and Westfall (2013), doi:10.1145/2484028.2484034."
	case stats.Bonferroni:
		return "Each p value times m. Valid whatever the dependence; Holm is never weaker."
	case stats.Hochberg:
		return "Holm's factors stepped up; needs independent or positively dependent tests."
	case stats.Hommel:
		return "Closed Simes tests; the assumption of Hochberg, slightly stronger."
	case stats.Sidak:
		return "1 - (1 - p)^m; needs independent tests."
	case stats.HolmSidak:
		return "Sidak's formula stepped down; needs independent tests."
	case stats.BH:
		return "Benjamini and Hochberg's false discovery rate: bounds the expected share of false findings among the findings; needs positive dependence."
	case stats.BY:
		return "Benjamini and Yekutieli's false discovery rate, valid whatever the dependence."
	}
	return "The p values as they are."
}

func findingTopics() []Topic {
	var topics []Topic
	for _, f := range [][2]string{
		{result.FindingMissing, "Judged queries that a run file does not have. They count as empty rankings and score 0, or are left out where the profile sums up the queries of the run."},
		{result.FindingFailed, "Queries that a retriever answered with an error. They are left out of the pairs, and the report also says what the verdict would be had they scored 0 (where lower is better, the most there can be); or they count as misses, where the profile says so."},
		{result.FindingUnscored, "A run file without scores: they were made of its ranks, as minus the rank. Measures are not touched; a fusion that looks at scores sees nothing but ranks."},
		{result.FindingNoHits, "A system that found nothing for any query, which is more likely a mistake of the declaration, or an index that was never filled, than a poor engine. Of fewer than 5 queries it is a warning. Of more it is a fault beside a system that found something: its scores are undefined, there is no verdict, and the exit code is 3; and an error where no system found anything. A component that found nothing counts as one that was down: the next run asks it again."},
		{result.FindingNoneJudged, "No hit of a system is judged. Its scores are 0 because its ids are other ones than those of the judgments, or because it retrieves from another collection. Said of a level, documents or chunks, it is about the measures of that level alone."},
		{result.FindingNotMeasurable, "The documents, or chunks, of one system match no judged id of any of at least 5 queries, and those of another system do: the ids of another chunker, or ids that are written otherwise. Its scores at that level would all be 0 and mean nothing, so they are undefined, there is no verdict, and the exit code is 3. Of a component in a fusion it is a warning: the component adds nothing but noise."},
		{result.FindingFewMatched, "One arm has a judged document, or chunk, for less than a tenth of the queries for which the other arm has one. It may be that bad; or its ids are other ones, and a few are the same by chance."},
		{result.FindingStale, "Judged ids that are in no corpus of the experiment: the judgments were made on another state of it, or on another corpus. Nothing can find them, and recall stays below 1. Without stale_judgments: warn it is an error that names all of them."},
		{result.FindingEmpty, "Documents of a corpus that have no text, or records at its end that hold nothing. No query finds them."},
		{result.FindingVersion, "The test set has another content than when earlier runs in the store used it, under the same name and version. Figures of then and of now are on other judgments, and their labels do not say so; give a set that was changed another version."},
		{result.FindingNoState, "An engine that can tell in which state its index is did not do so. Rankings that were recorded on another state of it cannot be told from those of now; --fresh or max_age asks again."},
		{result.FindingUnrepeated, "Answers that were recorded before and repeated less often than the experiment asks for; --refresh asks them again."},
		{result.FindingExtra, "Queries of a run that are not judged. They are ignored, or counted in the totals of the profile."},
		{result.FindingDepth, "Only so many hits of each query were looked at: as was asked for, or because rankings end at the configuration's top_k while a measure without a cutoff would look further."},
		{result.FindingJudgedOnly, "Unjudged documents were taken out of the rankings before scoring, as was asked for."},
		{result.FindingTies, "More than 5 % of the hits share their score with another hit of their query, so the order of ties may decide a measure. Ties are broken by document id, descending."},
		{result.FindingContradictions, "The rank column of a run says another order than its scores. Scores win unless --order says otherwise."},
		{result.FindingDuplicates, "A document came twice for one query, in a run or in the judgments; the best-ranked one, or the first judgment, was kept."},
		{result.FindingSubtopics, "Documents that are judged for several subtopics of a query. Measures of diversity look at each judgment; the others take the highest."},
		{result.FindingSmallGains, "Real-valued gains (--gains real) between 0 and 1. nDCG and DCG count them; measures of relevance do not, since a document is relevant from 1 on. Scale the gains if that is not meant."},
		{result.FindingOneSubtopic, "A measure of diversity was asked for, but the second column of the qrels names one subtopic a query: it may not be a file of judgments by subtopic."},
		{result.FindingInterleaved, "Lines of one query do not stand together in the run file. They were grouped by id."},
		{result.FindingUnjudged, "Queries of the test set that are marked unjudged: nobody has judged them yet. They are left out of everything, in both arms."},
		{result.FindingMargin, "The margin is more than a tenth of the best mean that any system could reach on these queries, so that systems which differ by all that matters would pass for equivalent. Nothing is called equivalent; choose a smaller margin, or a measure with more room."},
		{result.FindingUndefined, "Queries without a relevant document. Measures that need one leave them out, in both arms."},
		{result.FindingIdentical, "Both arms have the same score on every query and measure; often the same run was given twice."},
		{result.FindingFewPairs, "Fewer than 50 pairs: only large differences can be told from chance."},
		{result.FindingJudged, "The first 10 hits of one arm are judged more often than those of the other by more than 5 points. Unjudged hits count as not relevant, so the less judged arm may look worse than it is."},
		{result.FindingLabels, "Of --bounds: the interval of the primary measure alone shows a sign (or lies inside the margin), and the bounds of the mean difference over all labels of the unjudged documents reach beyond. More queries would not settle that, labels would: --unjudged N lists the documents whose label could move the difference most."},
		{result.FindingFewInfluence, "Of --unjudged N: fewer than N documents could move the mean difference of the primary measure by their own label. All of them are listed; a label of any other alone changes nothing."},
		{result.FindingNoScore, "Measures that are undefined for every query: they need something that these judgments do not have, such as subtopics. `rankduel explain NAME` says what."},
		{result.FindingNoAnswers, "Measures of answers that are undefined because the system has none: it only searches, or it is a fusion, whose hits nobody has written an answer from."},
		{result.FindingNoPaths, "CitationCoverage(strict) is undefined because nobody said which paths exist: give a file that lists them, with --paths or `paths` of an experiment."},
		{result.FindingMixedLevels, "Some measures look at documents and others at chunks, but a ranking lists one kind of id. The measures of the other kind find nothing and are 0."},
		{result.FindingLowCoverage, "More queries failed than the minimum coverage allows. There is no verdict, and the exit code is 3."},
		{result.FindingDeparture, "Figures that are not those of the profile whose name they have, because that was asked for: --exact rounds nothing, and --undefined zero or exclude treats undefined scores in another way. Do not compare them with figures that keep to the profile."},
		{result.FindingSummaryRows, "Rows of a file of scores that are called average, all or the like and hold the means or sums of the other queries. They are no queries and left out."},
		{result.FindingDirection, "Scores of a measure that this program does not know, beside one that decides: a higher one was taken to be better, or no direction at all where it is called like a cost. --direction says what holds, and has to say it of a measure that decides."},
		{result.FindingLooks, "Scores of held-out queries were shown, and that is written in the ledger beside the test set. Every look is decided at a smaller share of alpha, and beyond the budget none is taken without --spend."},
		{result.FindingHeldOut, "Queries of the test set are held out, and a service neither asks nor scores them: whoever has a token could look without an end. The numbers are those of the other queries; rankduel holdout check looks at held-out ones, and counts it."},
		{result.FindingRepeated, "These systems are compared again and again while queries keep coming. The headline is the confidence sequence, which holds however often one looks; a plain p that is watched falls below alpha sooner or later, whatever is true."},
		{result.FindingWaiver, "A waiver names a rule that the gate does not have, by a misspelling or because the rule was changed. It lets nothing off."},
		{result.FindingUnit, "Scores below 0 or above 1. The margin is in the unit of the measure, so that its default of 0.02 means something else for them; and how far two scores can differ is not known, without which nothing is called equivalent. --margin and --range say both."},
		{result.FindingUnstable, "A component that was asked the same queries again ranked differently, so part of what is measured is chance. The first answer counts. Look for a setting that makes the engine repeat itself, such as exact search in place of an approximate one."},
		{result.FindingFailuresMatter, "Counting failed queries as 0, or as the most where lower is better, would change the verdict."},
	} {
		topics = append(topics, Topic{"finding", f[0], f[1], ""})
	}
	return topics
}

func warningTopics() []Topic {
	var topics []Topic
	for _, w := range [][2]string{
		{stats.WarnZeroVariance, "Every query changed by the same amount, so the t statistic is infinite or pure rounding noise. t and its p are undefined."},
		{stats.WarnTooFewPairs, "The method needs more pairs than there are."},
		{stats.WarnNoChange, "No query changed at all: p is 1, and the robust interval says how large a difference could still be."},
		{stats.WarnFewChanges, "So few queries changed that the exact p value cannot reach .05."},
		{stats.WarnLowN, "Fewer than 50 pairs: how well intervals cover depends on the shape of the differences."},
		{stats.WarnDegenerateBootstrap, "The resamples show no variation, so the bootstrap says nothing about it."},
		{stats.WarnMethodsDisagree, "t and the randomization test do not say the same at alpha; the text names who says what. Read the verdict with caution."},
		{stats.WarnSingletonStratum, "A stratum has only one query, so its variance is unknown and the weighted mean has no standard error."},
		{stats.WarnFewClusters, "Fewer than 10 clusters: the sandwich standard error is too small."},
		{stats.WarnOpposedStrata, "Strata point against the overall effect: the change helps some queries and harms others."},
		{stats.WarnUnboundedRatio, "The baseline's mean is too near 0 for a relative difference: Fieller's set is not an interval."},
		{stats.WarnUndefined, "The statistic does not exist for these data."},
		{result.WarnNoOracle, "The headroom for a reranker cannot be computed: the measure is better when it is lower, or it depends on more than where the relevant documents stand."},
		{stats.WarnAtBoundary, "The asymptotic standard error is 0 or the value lies at the edge of its range, so the interval says less than it seems."},
	} {
		topics = append(topics, Topic{"warning", w[0], w[1], ""})
	}
	return topics
}

// Named returns all topics of a name: a word may be a finding and a warning.
func Named(is func(name string) bool) []Topic {
	var found []Topic
	for _, t := range Topics() {
		if is(t.Name) {
			found = append(found, t)
		}
	}
	return found
}

// Names lists each name once, however many topics have it.
func Names() []string {
	var names []string
	for _, t := range Topics() {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
