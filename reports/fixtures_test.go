package reports_test

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// The values in this file are made up by hand. A report computes nothing, so
// the numbers need not be those of any data, only plausible to look at.

const (
	ndcg    = "nDCG(gain=exp)@10"
	hashA   = "3f2a9c1b0d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8"
	hashB   = "9b8c7d6e5f40312213f4e5d6c7b8a9f0e1d2c3b4a5f60718293a4b5c6d7e8f90"
	hashSet = "c0ffee12d3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e"
)

func num(v float64) *float64 { return &v }

func headline(low, high float64) *result.Interval {
	return &result.Interval{Method: "t", Level: 0.95, Low: low, High: high}
}

// inference fills what the tables show; d is the mean difference.
func inference(n int, a, b, d float64, in *result.Interval, p, adjusted float64, wins, losses int) result.Inference {
	return result.Inference{
		N: n, MeanA: num(a), MeanB: num(b), MeanDifference: num(d), StdDifference: num(0.0812), RelativeDifference: num(0.0643),
		Wins: wins, Losses: losses, Ties: n - wins - losses, Changed: wins + losses,
		Interval: in, PValue: num(p), PAdjusted: num(adjusted),
	}
}

func testSet() result.TestSetInfo {
	return result.TestSetInfo{
		Name: "clinical", Version: "2025-Q3", SHA256: hashSet, Part: "evaluation", Queries: 60,
		Strata: map[string]int{"exact_term": 20, "paraphrase": 25, "complex_clinical": 15},
	}
}

func settings() result.ComparedSettings {
	return result.ComparedSettings{
		Alpha: 0.05, Margin: 0.02, Seed: 42, Resamples: 10000, Test: "t", Interval: "auto", Correction: "holm",
		Family: result.Family{Name: result.FamilyOfMeasures, Size: 5}, Primary: ndcg,
	}
}

// better returns a comparison with all its parts, in which everything went well.
func better() *result.Comparison {
	return &result.Comparison{
		Schema: result.ComparisonSchema, Profile: "default", TestSet: testSet(), Settings: settings(),
		A: result.System{Name: "rrf", SHA256: hashA, RunID: hashA},
		Comparisons: []result.Pair{{
			B:             result.System{Name: "weighted", SHA256: hashB, RunID: hashB},
			Verdict:       result.Better,
			VerdictReason: ndcg + ": difference +0.0310, 95 % interval [+0.0080, +0.0540], adjusted p 0.0178",
			Health:        []result.Finding{},
			Measures: []result.MeasureComparison{
				measure("R@5", result.Inconclusive, inference(60, 0.4711, 0.4850, 0.0139, headline(-0.0057, 0.0335), 0.1611, 0.1611, 9, 5)),
				measure("R@10", result.Better, inference(60, 0.5842, 0.6217, 0.0375, headline(0.0121, 0.0629), 0.0045, 0.0135, 17, 4)),
				measure("R@20", result.Better, inference(60, 0.6901, 0.7344, 0.0443, headline(0.0202, 0.0684), 0.0005, 0.0025, 19, 3)),
				measure(ndcg, result.Better, inference(60, 0.4821, 0.5131, 0.0310, headline(0.0080, 0.0540), 0.0089, 0.0178, 31, 14)),
				measure("RR", result.Inconclusive, inference(60, 0.5533, 0.5790, 0.0257, headline(-0.0104, 0.0618), 0.1596, 0.1611, 14, 8)),
			},
			Latency: &result.LatencyComparison{
				A: &result.Latency{N: 60, MeanMS: 12.9, P50MS: 12.1, P95MS: 30.2, P99MS: 41, MaxMS: 44.7},
				B: &result.Latency{N: 60, MeanMS: 16.1, P50MS: 15.3, P95MS: 38.8, P99MS: 52, MaxMS: 61.3},
				N: 60, MeanDifferenceMS: num(3.2), Interval: headline(2.08, 4.31),
			},
			Moved: []result.MovedQuery{
				moved("q017", "exact_term", "metformin dose in chronic kidney disease stage 3b", 0.2100, 0.9100, 0.7000,
					ranked("d12", 3, 7, 1), ranked("d4", 1, 0, 9)),
				moved("q042", "paraphrase", "what to give an old man who wakes up at night to pass water again and again", 0.3333, 0.8155, 0.4822,
					ranked("PMC102938", 2, 3, 1), ranked("PMC5", 2, 14, 4), ranked("PMC77", 1, 0, 6)),
				moved("q003", "complex_clinical", "HFrEF with hyperkalaemia on an MRA", 0.7211, 0.4300, -0.2911,
					ranked("d9", 3, 1, 4), ranked("d31", 2, 5, 0), ranked("d32", 2, 6, 7), ranked("d33", 1, 8, 8),
					ranked("d34", 1, 9, 0), ranked("d35", 1, 20, 0), ranked("d36", 1, 0, 0)),
			},
		}},
		Systems: []result.RunEvaluation{
			asked(result.AskedInParallel, system("rrf", result.RoleConfig, num(12.1), 0.4711, 0.5842, 0.6901, 0.4821, 0.5533)),
			asked(result.AskedInParallel, system("weighted", result.RoleConfig, num(15.3), 0.4850, 0.6217, 0.7344, 0.5131, 0.5790)),
			system("bm25", result.RoleComponent, num(1.9), 0.3920, 0.5011, 0.6120, 0.4010, 0.4877),
			system("splade", result.RoleComponent, num(8.4), 0.4488, 0.5702, 0.6655, 0.4702, 0.5320),
			system("dense", result.RoleComponent, num(11.2), 0.4102, 0.5333, 0.6571, 0.4290, 0.4903),
		},
		Attribution: []result.Attribution{attribution("rrf", 11), attribution("weighted", 4)},
		Ceilings:    []result.Ceiling{ceiling("rrf", 0.4821, 0.8120), ceiling("weighted", 0.5131, 0.8120)},
		Retrieval: &result.RetrievalReport{
			Calls: 120, Reused: 60, RunIDs: map[string]string{"rrf": hashA, "weighted": hashB}, DurationMS: 2471.5,
			Components: []result.ComponentRetrieval{
				{Component: "bm25", Reused: 60},
				{Component: "splade", Calls: 60, QueriesPerSecond: num(24.28)},
				{Component: "dense", Calls: 60, Retries: 3, WarmUpCalls: 5, QueriesPerSecond: num(24.28)},
			},
		},
	}
}

// attribution is of three components over 60 queries with 200 relevant
// documents, of which the fusion lost some.
func attribution(config string, lost int) result.Attribution {
	share := func(n, of int) result.Share {
		return result.Share{Documents: n, RelevantRatio: num(float64(n) / float64(of))}
	}
	of := func(n int) result.Attributed {
		return result.Attributed{
			Queries: 60 * n / 200, RelevantDocuments: n,
			Only: []result.ComponentShare{
				{Component: "bm25", Share: share(n/20, n)}, {Component: "splade", Share: share(n/10, n)}, {Component: "dense", Share: share(n/5, n)},
			},
			Several: share(n/4, n), All: share(n/5, n), None: share(n/5, n), LostInFusion: share(lost, n),
			Fusion: &result.Exchange{Cutoff: 10, Lost: share(2*lost, n), Gained: share(3, n)},
		}
	}
	return result.Attribution{
		Config: config, Components: []string{"bm25", "splade", "dense"}, TopK: 100, Attributed: of(200),
		Strata: []result.StratumAttribution{{Stratum: "exact_term", Attributed: of(120)}, {Stratum: "paraphrase", Attributed: of(80)}},
	}
}

func ceiling(config string, mean, oracle float64) result.Ceiling {
	room := result.Room{
		Queries: 60, RecallN: 60, Recall: num(0.7712), PooledRecall: num(0.8034),
		N: 60, Mean: num(mean), Oracle: num(oracle), Headroom: num(oracle - mean),
	}
	return result.Ceiling{
		Config: config, Measure: ndcg, TopK: 100, Room: room,
		Strata: []result.StratumCeiling{{Stratum: "exact_term", Room: room}, {Stratum: "paraphrase", Room: room}},
	}
}

// measure returns one row of the main table; nDCG is the primary one, with strata.
func measure(name string, v result.Verdict, in result.Inference) result.MeasureComparison {
	m := result.MeasureComparison{Measure: name, Primary: name == ndcg, Inference: in, Verdict: v}
	if m.Primary {
		m.Strata = []result.StratumResult{
			{Stratum: "complex_clinical", Inference: inference(15, 0.3900, 0.3987, 0.0087, headline(-0.0422, 0.0596), 0.7200, 0.7200, 6, 5)},
			{Stratum: "exact_term", Inference: inference(20, 0.6102, 0.6230, 0.0128, headline(-0.0143, 0.0399), 0.3360, 0.3360, 8, 5)},
			{Stratum: "paraphrase", Inference: inference(25, 0.4350, 0.4938, 0.0588, headline(0.0199, 0.0977), 0.0047, 0.0047, 17, 4)},
		}
	}
	return m
}

func system(name string, role result.Role, p50 *float64, means ...float64) result.RunEvaluation {
	r := result.RunEvaluation{Name: name, Role: role, SHA256: hashA, Health: []result.Finding{}}
	for i, m := range []string{"R@5", "R@10", "R@20", ndcg, "RR"} {
		r.Measures = append(r.Measures, result.MeasureSummary{
			Measure: m, N: 60, Mean: num(means[i]), Median: num(means[i] + 0.01), Std: num(0.3122),
		})
	}
	if p50 != nil {
		r.Latency = &result.Latency{N: 60, MeanMS: *p50 + 0.8, P50MS: *p50, P95MS: *p50 * 2, P99MS: *p50 * 3, MaxMS: *p50 * 4}
	}
	return r
}

func asked(how string, r result.RunEvaluation) result.RunEvaluation {
	r.Asked = how
	return r
}

func moved(id, stratum, text string, a, b, d float64, documents ...result.MovedRanked) result.MovedQuery {
	return result.MovedQuery{QueryID: id, Stratum: stratum, Text: text, A: a, B: b, Difference: d, Documents: documents}
}

func ranked(id string, grade, a, b int) result.MovedRanked {
	return result.MovedRanked{DocID: id, Grade: grade, RankA: a, RankB: b}
}

// plainPair returns a comparison of two run files: no components, times or strata.
func plainPair(v result.Verdict, reason string, primary result.Inference) *result.Comparison {
	s := settings()
	s.Family.Size = 2
	return &result.Comparison{
		Schema: result.ComparisonSchema, Profile: "default", TestSet: testSet(), Settings: s,
		A: result.System{Name: "bm25"},
		Comparisons: []result.Pair{{
			B: result.System{Name: "splade"}, Verdict: v, VerdictReason: reason,
			Measures: []result.MeasureComparison{
				{Measure: "R@10", Inference: inference(60, 0.5011, 0.5020, 0.0009, headline(-0.0150, 0.0168), 0.9100, 0.9100, 7, 7), Verdict: result.Equivalent},
				{Measure: ndcg, Primary: true, Inference: primary, Verdict: v},
			},
		}},
	}
}

// timed compares two stored runs that were measured, one of them reranked.
func timed() *result.Comparison {
	c := inconclusive()
	c.Comparisons[0].Latency = &result.LatencyComparison{
		A:       &result.Latency{N: 60, MeanMS: 12.9, P50MS: 12.1, P95MS: 30.2, P99MS: 41, MaxMS: 44.7},
		B:       &result.Latency{N: 58, MeanMS: 53.8, P50MS: 51.1, P95MS: 101, P99MS: 129, MaxMS: 138.4},
		RerankB: &result.Latency{N: 58, MeanMS: 40.9, P50MS: 39.2, P95MS: 71.4, P99MS: 88, MaxMS: 93.7},
		N:       58, MeanDifferenceMS: num(41.2), Interval: headline(37.9, 44.5),
	}
	return c
}

func worse() *result.Comparison {
	c := plainPair(result.Worse, ndcg+": difference -0.0719, 95 % interval [-0.1033, -0.0405], adjusted p <0.0001",
		inference(60, 0.4821, 0.4102, -0.0719, headline(-0.1033, -0.0405), 0.00002, 0.00004, 9, 38))
	c.Comparisons[0].Health = []result.Finding{
		{Code: "tied_scores", Severity: result.SeverityNote, Text: "1.2 % of the hits of splade share their score with another hit of their query"},
		{Code: "missing_queries", Severity: result.SeverityWarning, Text: "2 judged queries are missing from splade and score 0: q011, q052"},
	}
	return c
}

// holes returns better as far as is judged, with bounds and the documents that matter.
func holes() *result.Comparison {
	c := better()
	p := &c.Comparisons[0]
	for i := range p.Measures {
		if m := &p.Measures[i]; m.Primary {
			m.Bounds = &result.DifferenceBounds{MaxGrade: 3, Low: -0.0622, High: 0.1714, Method: result.BoundsExact, Documents: 212, Queries: 41}
		} else if m.Measure == "R@10" {
			m.Bounds = &result.DifferenceBounds{MaxGrade: 3, Low: -0.1, High: 0.125, Method: result.BoundsOuter, Documents: 212, Queries: 41}
		}
	}
	p.Health = append(p.Health, result.Warned(result.FindingLabels, "labels decide this, not queries"))
	p.Unjudged = []result.UnjudgedDocument{
		{QueryID: "q011", Text: "a, query", DocID: "doc|1", RankA: 1, RankB: 14, Influence: 0.0125},
		{QueryID: "=q2", DocID: "doc-2", RankB: 1, Influence: 0.008333333333333333},
	}
	return c
}

func equivalent() *result.Comparison {
	in := inference(60, 0.4821, 0.4830, 0.0009, headline(-0.0141, 0.0159), 0.9040, 1, 21, 20)
	in.Equivalence = &result.Interval{Method: "t", Level: 0.9, Low: -0.0116, High: 0.0134}
	return plainPair(result.Equivalent, ndcg+": the 90 % interval [-0.0116, +0.0134] is inside ±0.02", in)
}

func inconclusive() *result.Comparison {
	return plainPair(result.Inconclusive, ndcg+": not shown: the interval [-0.0088, +0.0434] is too wide; about 240 queries would settle a difference of this size",
		inference(60, 0.4821, 0.4994, 0.0173, headline(-0.0088, 0.0434), 0.1892, 0.3784, 24, 19))
}

// vetoed returns better on the primary measure and worse on a guardrail.
func vetoed() *result.Comparison {
	c := better()
	c.Systems, c.Attribution, c.Ceilings, c.Retrieval = nil, nil, nil, nil
	c.Settings.Guardrails = []string{"R@5"}
	p := &c.Comparisons[0]
	p.Verdict, p.VerdictReason = result.Inconclusive, "better on "+ndcg+", but worse on the guardrail R@5 (difference -0.0361, 95 % interval [-0.0633, -0.0089], adjusted p 0.0178)"
	p.Measures[0] = measure("R@5", result.Worse, inference(60, 0.4711, 0.4350, -0.0361, headline(-0.0633, -0.0089), 0.0101, 0.0178, 2, 11))
	p.Moved, p.Latency = nil, nil
	return c
}

// degenerate has what can go wrong: failures, undefined values, warnings.
func degenerate() *result.Comparison {
	c := better()
	p := &c.Comparisons[0]
	p.Verdict, p.VerdictReason = result.Inconclusive, ndcg+": too few changed queries: 3 of 56 differ, at least 6 are needed"
	p.Health = []result.Finding{
		{Code: "judged_asymmetry", Severity: result.SeverityWarning, Text: "only 61 % of the top 10 of weighted is judged, against 94 % of rrf: the comparison favors rrf"},
		{Code: "low_coverage", Severity: result.SeverityFault, Text: "4 of 60 queries failed in dense; 93 % of the pairs were measured, the minimum is 95 %"},
		{Code: "duplicate_documents", Severity: result.SeverityNote, Text: "dense returned 3 documents twice; the better rank was kept"},
	}
	p.FailuresAsZero = &result.FailuresAsZero{Verdict: result.Worse, N: 60, MeanDifference: num(-0.0412), PValue: num(0.0099)}
	few := result.Warning{Code: "few_changes", Text: "3 of 56 queries changed: the exact p cannot be below 0.05"}
	none := result.Warning{Code: "zero_variance", Text: "all differences are 0: t is undefined"}
	allowing := &result.Interval{Method: "tail", Level: 0.95, Low: -0.0212, High: 0.0530}

	primary := inference(56, 0.4821, 0.4980, 0.0159, allowing, 0.2500, 1, 2, 1)
	primary.Undefined, primary.Warnings = 2, []result.Warning{few}
	p.Measures[3] = measure(ndcg, result.Inconclusive, primary)
	p.Measures[3].Strata = []result.StratumResult{
		{Stratum: "exact_term", Inference: result.Inference{
			N: 1, MeanA: num(0.5), MeanB: num(0.5), MeanDifference: num(0), Ties: 1,
			Warnings: []result.Warning{{Code: "too_few_pairs", Text: "1 pair: nothing can be inferred"}},
		}},
		{Stratum: "paraphrase", Inference: result.Inference{Warnings: []result.Warning{none, few}}},
		{Stratum: "", Inference: inference(55, 0.4801, 0.4963, 0.0162, allowing, 0.2500, 0.2500, 2, 1)},
	}
	same := result.Inference{
		N: 56, Ties: 56, MeanA: num(0.6901), MeanB: num(0.6901), MeanDifference: num(0), StdDifference: num(0),
		Interval: &result.Interval{Method: "tail", Level: 0.9609, Low: -0.0550, High: 0.0550}, PValue: num(1), PAdjusted: num(1),
		Warnings: []result.Warning{none, few},
	}
	p.Measures[2] = measure("R@20", result.Inconclusive, same)
	p.Measures[4] = measure("RR", result.Inconclusive, result.Inference{
		Undefined: 56,
		Warnings:  []result.Warning{{Code: "undefined", Text: "no query has a relevant document within the part"}},
	})
	p.Latency.A, p.Latency.MeanDifferenceMS = nil, nil

	a := &c.Attribution[1]
	a.FailedQueries, a.Unexplained, a.Fusion = 4, 2, nil
	a.RelevantDocuments, a.Only = 0, []result.ComponentShare{{Component: "bm25"}, {Component: "splade"}, {Component: "dense"}}
	a.Several, a.All, a.None, a.LostInFusion = result.Share{}, result.Share{}, result.Share{}, result.Share{}
	for i := range c.Ceilings {
		c.Ceilings[i].Oracle, c.Ceilings[i].Headroom = nil, nil
		c.Ceilings[i].Warnings = []result.Warning{{Code: "no_oracle", Text: "SetP depends on more than the ranks of the relevant documents"}}
	}
	dense := &c.Systems[4]
	dense.FailedQueries, dense.MissingQueries, dense.Latency = 4, 1, nil
	dense.Measures[4].Mean = nil
	c.Retrieval.Failed = 4
	c.Retrieval.Failures = []result.RecordedFailure{
		{Component: "dense", QueryID: "q007", Error: "context deadline exceeded"},
		{Component: "dense", QueryID: "q019", Error: `POST "http://localhost:8080/search": 502 Bad Gateway`},
	}
	return c
}

// faulty could not be measured as a whole.
func faulty() *result.Comparison {
	c := degenerate()
	p := &c.Comparisons[0]
	p.VerdictReason = "no verdict: 4 of 60 pairs failed, more than the minimum coverage of 0.95 allows"
	p.Health = append(p.Health,
		result.Faulted("low_coverage", "only 56 of 60 pairs could be measured, 93.3 %; at least 95 % are needed"),
		result.Warned("judged_asymmetry", "the first 10 hits are judged for 61 % in weighted but 98 % in the other arm; unjudged hits count as not relevant, so weighted may look worse than it is"),
	)
	return c
}

// unmatched has ids that match no judgment: nothing was measured.
func unmatched() *result.Comparison {
	c := better()
	p := &c.Comparisons[0]
	p.Verdict, p.VerdictReason = result.Inconclusive, "no verdict: the documents of weighted cannot be matched with the judgments"
	p.Health = []result.Finding{result.Faulted("level_not_measurable", `weighted: no document of any query is judged, although those of another system are: it returned "piece-1", "piece-2", the judgments have "doc-1", "doc-2"`)}
	p.Moved, p.Latency = nil, nil
	for i, m := range p.Measures {
		p.Measures[i] = result.MeasureComparison{
			Measure: m.Measure, Primary: m.Primary, Verdict: result.Inconclusive, VerdictCode: "too_few_pairs", Inference: result.Inference{Undefined: 60},
		}
	}
	return c
}

// several has three candidates, all four words among the verdicts' rows.
func several() *result.Comparison {
	c := better()
	c.Settings.Family = result.Family{Name: "measures of all comparisons", Size: 15}
	p := c.Comparisons[0]
	second, third := p, p
	second.B = result.System{Name: "weighted+rerank"}
	second.Verdict, second.VerdictReason = result.Worse, ndcg+": difference -0.0411, 95 % interval [-0.0688, -0.0134], adjusted p 0.0430"
	second.Measures = []result.MeasureComparison{
		measure("R@10", result.Equivalent, inference(60, 0.5842, 0.5842, 0, headline(-0.0102, 0.0102), 1, 1, 4, 4)),
		measure(ndcg, result.Worse, inference(60, 0.4821, 0.4410, -0.0411, headline(-0.0688, -0.0134), 0.0043, 0.0430, 12, 29)),
	}
	second.Moved, second.Latency = nil, nil
	reranked := system("weighted+rerank", result.RoleConfig, num(55.3), 0.4850, 0.5842, 0.7344, 0.4410, 0.5790)
	reranked.Asked, reranked.RerankLatency = result.AskedInSequence, &result.Latency{N: 60, MeanMS: 40.9, P50MS: 39.2, P95MS: 71.4, P99MS: 88, MaxMS: 93.7}
	c.Systems = slices.Insert(c.Systems, 2, reranked)
	withRerank := attribution("weighted+rerank", 4)
	withRerank.Rerank = &result.Exchange{Cutoff: 10, Lost: result.Share{Documents: 9, RelevantRatio: num(0.045)}, Gained: result.Share{Documents: 2, RelevantRatio: num(0.01)}}
	pairOnly := attribution("linear", 2)
	pairOnly.Components, pairOnly.TopK = []string{"bm25", "dense"}, 50
	pairOnly.Only = slices.Delete(slices.Clone(pairOnly.Only), 1, 2)
	c.Attribution = append(c.Attribution, withRerank, pairOnly)
	third.B = result.System{Name: "linear"}
	third.Verdict, third.VerdictReason = result.Inconclusive, ndcg+": the interval is too wide; about 240 queries would settle it"
	third.Measures = []result.MeasureComparison{
		{Measure: ndcg, Primary: true, Inference: inference(60, 0.4821, 0.4994, 0.0173, headline(-0.0088, 0.0434), 0.1892, 0.9460, 24, 19), Verdict: result.Inconclusive},
	}
	third.Moved, third.Latency = nil, nil
	c.Comparisons = []result.Pair{p, second, third}
	return c
}

// rankedSystems returns several with the order of the systems, and who is told apart.
func rankedSystems() *result.Comparison {
	c := several()
	c.TopGrade = 3
	mean := func(name string, v float64, best bool) result.SystemMean {
		return result.SystemMean{Name: name, Mean: num(v), Best: best}
	}
	apart := func(a, b int, d, p, adjusted float64) result.PairOfSystems {
		return result.PairOfSystems{A: a, B: b, MeanDifference: d, PValue: num(p), PAdjusted: num(adjusted), Distinct: adjusted < 0.05}
	}
	c.AllPairs = &result.AllPairs{
		Correction: "holm",
		Measures: []result.SystemsByMeasure{
			{
				Measure: "R@10", N: 60,
				Systems: []result.SystemMean{mean("weighted", 0.6217, true), mean("linear", 0.6011, true), mean("rrf", 0.5842, false), mean("weighted+rerank", 0.5842, true)},
				Pairs:   []result.PairOfSystems{apart(0, 1, -0.0206, 0.2, 0.6), apart(0, 2, -0.0375, 0.0045, 0.027), apart(0, 3, -0.0375, 0.02, 0.1), apart(1, 2, -0.0169, 0.3, 0.6), apart(1, 3, -0.0169, 0.4, 0.6), apart(2, 3, 0, 1, 1)},
			},
			{
				Measure: ndcg, Primary: true, N: 60,
				Systems: []result.SystemMean{mean("weighted", 0.5131, true), mean("linear", 0.4994, true), mean("rrf", 0.4821, false), mean("weighted+rerank", 0.4410, false)},
				Pairs:   []result.PairOfSystems{apart(0, 1, -0.0137, 0.3, 0.6), apart(0, 2, -0.0310, 0.0089, 0.0267), apart(0, 3, -0.0721, 0.0001, 0.0006), apart(1, 2, -0.0173, 0.1892, 0.3784), apart(1, 3, -0.0584, 0.0003, 0.0015), apart(2, 3, -0.0411, 0.0043, 0.0172)},
			},
		},
		Correlations: []result.OrderCorrelation{{A: "R@10", B: ndcg, N: 60, Tau: num(0.67), Interval: headline(0.33, 1)}},
	}
	c.Frontier = &result.Frontier{
		Axes: []result.FrontierAxis{{Measure: ndcg}, {Measure: "latency_p95_ms", LowerIsBetter: true}, {Measure: "cost_usd", LowerIsBetter: true}},
		N:    60, Resamples: 10000, Unknown: []string{"tokens is known of 12 of 60 queries in all systems"},
		Systems: []result.FrontierSystem{
			{Name: "weighted", Values: []float64{0.5131, 38.8, 0.00206}, ShareRatio: 1},
			{Name: "linear", Values: []float64{0.4994, 38.8, 0.0019}, ShareRatio: 0.97},
			{Name: "rrf", Values: []float64{0.4821, 30.2, 0.00175}, ShareRatio: 0.8804},
			{
				Name: "weighted+rerank", Values: []float64{0.4410, 101, 1.25}, ShareRatio: 0.004,
				DominatedBy: []result.Dominance{{Name: "linear", ShareRatio: 0.9935}, {Name: "rrf", ShareRatio: 0.98}, {Name: "weighted", ShareRatio: 0.55}},
			},
		},
	}
	return c
}

// foreign has long names, names of other scripts, and names that are syntax.
func foreign() *result.Comparison {
	c := better()
	c.A.Name = "Hybridsuche über Volltext und Vektoren (Größe 768), ohne Neuordnung"
	p := &c.Comparisons[0]
	p.B.Name = "重み付き融合・再ランキング有り"
	p.Measures[3].Strata[0].Stratum = "複雑な臨床の質問"
	p.Measures[3].Strata[1].Stratum = "naïve|exact`term`"
	p.Measures[3].Strata[2].Stratum = "*paraphrase* of a rather long-winded kind that goes on and on and on"
	p.Health = []result.Finding{{Code: "tied_scores", Severity: result.SeverityWarning, Text: "the tag is \x1b[31mred\x1b[0m,\nover <b>two</b> lines | and more"}}
	p.Moved = []result.MovedQuery{
		moved("=cmd|' /C calc'!A0", "", "胃が痛いときに飲む薬は何ですか、そして副作用はありますか", 0.25, 0.75, 0.5, ranked("文書一二三", 3, 4, 1)),
		moved("q`2`", "", "@someone please <script>alert(1)</script> |\ttab", 0.5, 0.25, -0.25, ranked("a|b", 1, 1, 3), ranked("x_y", 2, 2, 0)),
		moved("\u202eq3", "", "", 0.5, 0.5, 0),
	}
	c.Systems[0].Name, c.Systems[1].Name = c.A.Name, p.B.Name
	c.Systems[2].Name = "e\u0301cole\u0301 \xff"
	return c
}

// verbose fills the diagnostics and the queries of better.
func verbose() *result.Comparison {
	c := better()
	p := &c.Comparisons[0]
	for i := range p.Measures {
		m := &p.Measures[i]
		if i == 0 {
			continue // a measure without any diagnostics
		}
		m.T = &result.TestResult{Statistic: num(2.71), DF: num(59), PValue: num(0.0089), Interval: m.Interval}
		m.Tail = &result.Tail{Interval: result.Interval{Method: "tail", Level: 0.95, Low: -0.0011, High: 0.0631}, PValue: 0.0611, LowBy: "unseen", HighBy: "t", Rho: 0.2975, Range: 1}
		m.Bootstrap = &result.Bootstrapped{Method: "percentile", Resamples: 10000, Interval: headline(0.0077, 0.0536)}
		m.BCa = &result.Bootstrapped{Method: "bca", Resamples: 10000}
		m.Randomization = &result.TestResult{PValue: num(0.0092), Method: "sampled", Rounds: 10000}
		m.Wilcoxon = &result.TestResult{Statistic: num(310), PValue: num(0.0118), Method: "exact"}
		m.Sign = &result.TestResult{PValue: num(0.0161), Method: "exact"}
		m.EffectSize = &result.EffectSize{CohensDz: num(0.3498), HedgesGz: num(0.3454), Interval: headline(0.0871, 0.6096)}
		m.Posterior = &result.Posterior{
			Mean: 0.0306, Interval: result.Interval{Method: "credible", Level: 0.95, Low: 0.0078, High: 0.0534},
			BetterByMore: 0.8213, WithinMargin: 0.1783, WorseByMore: 0.0004, Better: 0.9951, PriorQueries: 1, PriorSpread: 0.2,
		}
		m.MinimumDetectable = &result.Detectable{Power: 0.8, Effect: num(0.0327)}
	}
	p.PerQuery = []result.QueryDifference{
		pair("q001", "exact_term", num(0.5), num(0.75), num(0.25)),
		pair("=q,2", `say "hi"`, num(1.0/3), num(0.1), num(0.1-1.0/3)),
		pair("-q3", "", nil, num(1e-7), nil),
	}
	return c
}

func pair(id, stratum string, a, b, d *float64) result.QueryDifference {
	return result.QueryDifference{
		QueryID: id, Stratum: stratum,
		A: map[string]*float64{ndcg: a, "R@10": num(1)}, B: map[string]*float64{ndcg: b, "R@10": num(0)},
		Difference: map[string]*float64{ndcg: d, "R@10": num(-1)},
	}
}

// evaluation has one run, or two.
func evaluation(runs int) *result.Evaluation {
	e := &result.Evaluation{Schema: result.EvaluationSchema, Profile: "default", TestSet: testSet()}
	e.Runs = []result.RunEvaluation{
		system("rrf", "", num(12.1), 0.4711, 0.5842, 0.6901, 0.4821, 0.5533),
		system("weighted", "", nil, 0.4850, 0.6217, 0.7344, 0.5131, 0.5790),
	}[:runs]
	r := &e.Runs[0]
	r.Strata = map[string][]result.MeasureSummary{
		"paraphrase": {{Measure: "R@10", N: 25, Mean: num(0.52)}, {Measure: ndcg, N: 25, Mean: num(0.435)}},
		"exact_term": {{Measure: "R@10", N: 20, Mean: num(0.68)}, {Measure: ndcg, N: 20, Mean: num(0.6102)}},
	}
	r.Measures[4] = result.MeasureSummary{Measure: "RR", N: 0, Undefined: 60}
	r.PerQuery = []result.QueryScores{
		{QueryID: "q001", Stratum: "exact_term", Scores: map[string]*float64{"R@5": num(0.5), "R@10": num(1), "R@20": num(1), ndcg: num(2.0 / 3), "RR": nil}},
		{QueryID: "q002", Status: result.Failed, Error: "context deadline exceeded"},
		{QueryID: "q003", Status: result.Missing, Scores: map[string]*float64{"R@5": num(0), "R@10": num(0), "R@20": num(0), ndcg: num(0), "RR": nil}},
	}
	r.FailedQueries, r.MissingQueries = 1, 1
	if runs > 1 {
		r.RerankLatency = &result.Latency{N: 60, MeanMS: 4.1, P50MS: 3.9, P95MS: 7.1, P99MS: 8.8, MaxMS: 9.4}
		e.Runs[1].Health = []result.Finding{{Code: "tied_scores", Severity: result.SeverityWarning, Text: "7.4 % of the hits share their score"}}
		e.Runs[1].PerQuery = r.PerQuery[:1]
		e.Runs[1].Measures[0].N = 58
	}
	return e
}

func storedRuns() []result.StoredRun {
	e := evaluation(1)
	aggregate, err := json.Marshal(e.Runs[0])
	if err != nil {
		panic(err)
	}
	run := result.StoredRun{
		ID: hashA, Name: "rrf", Suite: "clinical@2025-Q3", TestSet: testSet(), Profile: "default",
		Config: []byte(`{"fusion_method":"rrf","rrf_k":60}`), Aggregate: aggregate,
		CommitHash: "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d", CreatedAt: time.Date(2025, 9, 30, 23, 5, 0, 0, time.FixedZone("CEST", 7200)),
	}
	for _, q := range e.Runs[0].PerQuery {
		run.Rows = append(run.Rows, result.Row{QueryID: q.QueryID, Stratum: q.Stratum, Status: q.Status, Error: q.Error, Scores: q.Scores})
	}
	other := result.StoredRun{ID: "nightly-17", Name: "naïve | BM25", Suite: "golden", Profile: "kebab", CreatedAt: time.Date(2025, 9, 29, 1, 2, 3, 4, time.UTC)}
	return []result.StoredRun{run, other}
}
