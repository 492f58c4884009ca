package result

import (
	"cmp"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// SweepSchema names the JSON document of a sweep.
const SweepSchema = "rankduel/sweep/v1"

// What a sweep's settings cost, the horizontal axis of its front.
const (
	CostLatency    = "latency_p50_ms" // median latency of the setting's components together
	CostComponents = "components"     // how many are asked, where no latency is known
)

// A Sweep is what trying many settings showed: the best of them, how much of its lead is optimism, which
// others could be the best, and which are worth their cost. Means are of the primary measure, in its unit,
// over the queries that every setting has a score for.
type Sweep struct {
	Schema  string      `json:"schema"`
	Profile string      `json:"profile"`
	TestSet TestSetInfo `json:"test_set"`
	Measure string      `json:"measure"`
	Alpha   float64     `json:"alpha"`
	Seed    uint64      `json:"seed"`

	Queries    SweptQueries `json:"queries"`
	Duplicates int          `json:"duplicates"` // settings left out because an earlier one means the same

	Baseline  string     `json:"baseline"`
	Best      string     `json:"best"`
	Selection Selection  `json:"selection"`
	Leaders   []string   `json:"leaders"` // in order of their means, the best first
	Cost      string     `json:"cost"`    // latency_p50_ms or components
	Front     []string   `json:"front"`   // cheapest first
	Settings  []SweptOne `json:"settings"`

	Recorded  *Recorded        `json:"recorded,omitempty"` // of all live components; nil without them
	Health    []Finding        `json:"health"`
	Retrieval *RetrievalReport `json:"retrieval"`
}

// SweptQueries counts the queries of a sweep: all = used + failed + undefined.
type SweptQueries struct {
	All       int `json:"all"`
	Used      int `json:"used"`
	Groups    int `json:"groups,omitempty"` // units that the used ones are, where wordings of one need count as one
	Failed    int `json:"failed"`           // under some setting, and so left out for all
	Undefined int `json:"undefined"`        // the measure has no value there
}

// A Selection says what choosing the best setting is worth on other queries;
// see selection.Nested. Gains are over the baseline.
type Selection struct {
	Folds        int       `json:"folds"`
	Repeats      int       `json:"repeats"`
	BaselineMean float64   `json:"baseline_mean"`
	InSampleMean float64   `json:"in_sample_mean"` // of the best setting, on the queries it was chosen by
	HonestMean   float64   `json:"honest_mean"`    // of the settings chosen without the query
	RepeatMeans  []float64 `json:"repeat_means"`   // honest means of the divisions
	Optimism     float64   `json:"optimism"`       // in-sample minus honest mean
	InSampleGain float64   `json:"in_sample_gain"`
	HonestGain   float64   `json:"honest_gain"`

	Gain   GainInference   `json:"gain"`   // how sure the honest gain is
	Chosen []ChosenSetting `json:"chosen"` // most often first
}

// A GainInference is what can be said of the honest gain: on how many queries the settings chosen without the query
// differ from the baseline, and how far from 0 their mean difference is. The standard error is that of
// selection.Result.StandardError; the verdict follows the rules of a comparison, with one test in the family.
type GainInference struct {
	N             int       `json:"n"`
	Wins          int       `json:"wins"`
	Losses        int       `json:"losses"`
	Ties          int       `json:"ties"`
	StandardError float64   `json:"standard_error"`
	Interval      *Interval `json:"interval"`
	Equivalence   *Interval `json:"equivalence_interval"` // level 1 − 2·alpha
	PValue        *float64  `json:"p_value"`              // of t
	Verdict       Verdict   `json:"verdict"`
	VerdictReason string    `json:"verdict_reason"`
}

// A ChosenSetting was the best of the training queries so many times.
type ChosenSetting struct {
	Setting    string  `json:"setting"`
	Times      int     `json:"times"`
	ShareRatio float64 `json:"share_ratio"` // of folds × repeats
}

// A SweptOne is one setting of a sweep.
type SweptOne struct {
	Name            string       `json:"name"`
	Components      []string     `json:"components"`
	fusion.Settings              // resolved: defaults are written out
	Rerank          *SweptRerank `json:"rerank,omitempty"`
	Depth           int          `json:"depth"`
	TopK            int          `json:"top_k"`
	Mean            float64      `json:"mean"`
	Difference      float64      `json:"difference"`     // mean − that of the baseline
	StandardError   float64      `json:"standard_error"` // of the difference, as if the setting had been the only one
	LatencyMS       *float64     `json:"latency_p50_ms"`
	Leader          bool         `json:"leader"`
	Front           bool         `json:"front"`
	Chosen          int          `json:"chosen"`
	SameAs          string       `json:"same_as,omitempty"` // the first setting with the same score on every query
}

// A SweptRerank is the reranker of a setting, without what a service needs to be
// called: addresses and keys are no part of a report.
type SweptRerank struct {
	Method string `json:"method"`
	Model  string `json:"model,omitempty"`
	TopN   int    `json:"top_n"`
}

// Ranked lists the settings by their means, the best first and equal ones in the order of the file.
func (s *Sweep) Ranked() []SweptOne {
	list := slices.Clone(s.Settings)
	ordered.Stable(list, func(a, b SweptOne) int {
		switch {
		case a.Name == s.Best:
			return -1
		case b.Name == s.Best:
			return 1
		}
		return cmp.Compare(b.Mean, a.Mean)
	})
	return list
}
