package topics

import (
	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// decisionTopics explain what gates, held-out checks and plans say.
func decisionTopics() []Topic {
	return []Topic{
		{"gate", "gate", "`rankduel gate` holds a system against a baseline by rules, for CI: it passes, fails, is inconclusive, or is not decided because something was not measured.", "docs/ci.md"},
		{"gate", "drop", "Baseline - current, of a measure that should be high; rise is current - baseline, of one that should be low. \"drop <= 5%\" is a share of the baseline's mean, \"drop <= 0.05\" is in the measure's own unit. Exactly the limit passes.", "docs/ci.md"},
		{"gate", string(gate.Point), "The means alone decide. With few queries it blocks harmless changes and lets real drops pass: `rankduel gate plan` says how often.", ""},
		{"gate", string(gate.NonInferior), "The rule passes only when it is proven to be kept: the lower one-sided bound of the contrast, current - (1 - limit)*baseline, lies above 0.", "docs/statistics.md"},
		{"gate", string(gate.Regression), "The rule fails only when it is proven to be broken: the upper one-sided bound of the contrast lies below 0; of several such rules after Holm.", ""},
		{"gate", string(stats.FailProven), "Broken beyond noise: both the mean and the upper bound of the contrast are below 0.", ""},
		{"gate", string(stats.FailLiteral), "Broken by the means, within noise: the mean of the contrast is below 0, its upper bound is not.", ""},
		{"gate", string(stats.PassUnproven), "Kept by the means, within noise: the lower bound of the contrast is below 0.", ""},
		{"gate", string(stats.PassProven), "Kept beyond noise: the lower bound of the contrast is above 0.", ""},
		{"gate", "coverage", "The share of the test set's queries that were measured in both systems. Below min_coverage nothing is decided.", ""},
		{"gate", "waiver", "Lets one rule fail through a day, and says who answers for that. When it has expired, the rule fails and the waiver is named.", ""},
		{"gate", "intersection-union", "Several rules that must all pass are each tested at their own level: the chance that a bad system passes all of them is no larger than that of passing one.", "Berger (1982), doi:10.1080/00401706.1982.10487790"},
		{"holdout", string(result.Generalises), "The gain on held-out queries alone is better, by the rule of every comparison at the level of this look, and is not significantly smaller than the one on the evaluation queries.", "docs/holdout.md"},
		{"holdout", string(result.Overfitted), "The gain on the evaluation queries is significant, and on held-out queries it is not above 0 or significantly smaller (Welch, one-sided).", ""},
		{"holdout", string(result.CannotTell), "Neither: too few held-out queries for a gain of this size, or no gain that could be overfitted.", ""},
		{"holdout", "ledger", "The list of looks at held-out queries. Every line has the hash of the one before it, so that an edited line is found. The j-th look decides at 6*alpha/(pi^2*j^2).", ""},
		{"holdout", "ladder", "A held-out gain over the best so far is shown only when it exceeds one standard error of the pairs.", "Blum, Hardt (2015), arXiv:1502.04585"},
		{"holdout", "threshold", "Thresholdout: says that both parts agree, unless they differ by more than about .04; then the held-out gain with noise added. Made for thousands of queries.", "Dwork et al. (2015), doi:10.1126/science.aaa9375"},
		{"power", "detectable", "The smallest true difference that so many queries show as better in 80 % of repeats, by the rule that decides and the spread of the differences; never by the difference that was seen.", ""},
	}
}
