package topics

import "github.com/rankduel/rankduel/stats"

// The kinds of topics that package stats offers and reports do not use.
const (
	libraryTest     = "test (library)"
	libraryInterval = "interval (library)"
)

func libraryTopics() []Topic {
	return []Topic{
		{libraryTest, stats.Welch{}.Name(), "t-test of two means without the assumption of equal variances, for unpaired samples such as two disjoint sets of queries:\n  t = (mean(x) - mean(y)) / sqrt(var(x)/nx + var(y)/ny), Satterthwaite's degrees of freedom.\nAlso the interval of that difference.", "Welch (1947), doi:10.1093/biomet/34.1-2.28"},
		{libraryTest, "tost", "Two one-sided t-tests of equivalence: both reject exactly when the 1 - 2*alpha interval of the mean difference lies inside the margin.", "Schuirmann (1987), doi:10.1007/BF01068419"},
		{libraryTest, "non-inferiority", "The lower of the two tests of tost: H0 says that the candidate is worse by the margin or more; rejecting it shows that it is not.", "Schuirmann (1987), doi:10.1007/BF01068419"},
		{libraryTest, "heterogeneity", "Does the effect differ between strata? Welch's F test of the strata's mean differences, and I2, the share of their spread beyond chance.", "Welch (1951), doi:10.1093/biomet/38.3-4.330; Higgins, Thompson (2002), doi:10.1002/sim.1186"},
		{libraryTest, "tukey", "Randomized Tukey HSD for all pairs of several systems: scores are permuted among the systems within each query, and p is how often the largest mean minus the smallest is at least the pair's difference.", "Carterette (2012), doi:10.1145/2094072.2094076"},

		{libraryInterval, string(stats.PercentileExpanded), "Bootstrap percentile interval with quantiles further out, to make up for the missing n/(n-1) and for t against normal tails.", "Hesterberg (2015), doi:10.1080/00031305.2015.1089789"},
		{libraryInterval, string(stats.Basic), "The percentile interval reflected at the mean: 2*mean minus its ends, swapped.", "Efron, Tibshirani (1993)"},
		{libraryInterval, string(stats.Studentized), "Bootstrap-t interval: quantiles of (mean* - mean)/se* over resamples, in place of those of Student's t.", "Efron, Tibshirani (1993)"},
		{libraryInterval, "betting", "Interval for differences in [-1, 1] that assumes no shape at all: the means against which no bettor grew the capital 1/alpha-fold. 1.3 to 3.5 times as wide as t; depends on the order of the queries.", "Waudby-Smith, Ramdas (2024), doi:10.1093/jrsssb/qkad009"},
		{libraryInterval, "confidence-sequence", "Confidence sequence: stays valid however often one looks while queries keep coming; 1.4 to 1.6 times as wide as t.", "Waudby-Smith et al. (2021), arXiv:2103.06476"},
		{libraryInterval, "stratified-t", "t interval of a mean over strata that are weighted by their share of the traffic, with Satterthwaite's degrees of freedom.", ""},
		{libraryInterval, "cluster-t", "t interval with the sandwich standard error over clusters of queries that go together, and clusters - 1 degrees of freedom.", "Liang, Zeger (1986), doi:10.1093/biomet/73.1.13"},
		{libraryInterval, "fieller", "Interval of the relative difference: the ratios rho for which mean(b - rho*a) = 0 is not rejected.", "Fieller (1954), doi:10.1111/j.2517-6161.1954.tb00159.x"},
		{libraryInterval, "noncentral-t", "Interval of a standardized effect size: the noncentralities for which the observed t is not extreme.", ""},
		{libraryInterval, "clopper-pearson", "Interval of a proportion by inverting the exact binomial test.", "Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404"},
		{libraryInterval, "wilson", "Interval of a proportion by inverting the score test; covers what it says on average.", "Wilson (1927), doi:10.1080/01621459.1927.10502953"},
		{libraryInterval, "fisher", "Interval of a correlation on Fisher's scale atanh(r), where it is nearly normal.", ""},
		{libraryInterval, "asymptotic", "Interval of kappa, value +- normal quantile times the asymptotic standard error, cut at -1 and 1.", ""},
	}
}
