package reports_test

import (
	"bytes"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// recordedAt is when the rankings of the fixtures were recorded.
var recordedAt = time.Date(2026, 3, 4, 5, 6, 0, 0, time.UTC)

func recordedSystem(name, hash string) result.System {
	return result.System{Name: name, SHA256: hash, Recorded: &result.Recorded{From: recordedAt, To: recordedAt}}
}

// gated has a rule of every kind and outcome.
func gated() *result.Gate {
	baseline := recordedSystem("rrf", hashA)
	bound := func(low, high float64) *result.Interval {
		return &result.Interval{Method: "t", Level: 0.9, Low: low, High: high}
	}
	return &result.Gate{
		Schema: result.GateSchema, Profile: "default", TestSet: testSet(), State: result.GateFailed,
		Reason:  `R@10 fell from 0.5842 to 0.5217, by 10.7 %, which breaks "drop <= 5%"; the queries show a drop of at least 5.2 % (95 % bound)`,
		Current: recordedSystem("weighted", hashB), Baseline: &baseline,
		Settings: result.GateSettings{Alpha: 0.05, Evidence: "accepted", Several: "all rules must pass, so that each one more makes a failure by chance likelier", MinCoverage: 0.95},
		Odds:     &result.GateOdds{N: 60, Draws: 1000, Seed: 42, NoChange: result.GateShares{Fails: 0.42, Inconclusive: 0.31, Passes: 0.27}, OneAtLimit: result.GateShares{Fails: 0.6, Inconclusive: 0.397, Passes: 0.003}, Rule: "R@10: drop <= 5%"},
		Health:   []result.Finding{result.Warned("tied_scores", "12 queries of weighted have tied scores in the first 10 hits")},
		Rules: []result.GateRule{
			{Rule: "R@10: drop <= 5%", Subject: "R@10", Mode: "point", Required: true, Status: result.RuleFailed, Outcome: "broken_shown", N: 60, BaselineMean: num(0.5842), CurrentMean: num(0.5217), Drop: num(0.0625), DropRatio: num(0.107), Bounds: bound(0.0301, 0.0949), Chances: []result.GateChances{{N: 60, PointFails: 0.021, NonInfBlocks: 0.62}}},
			{Rule: ndcg + ": drop <= 0.05", Subject: ndcg, Mode: "noninferior", Required: true, Status: result.RuleInconclusive, N: 60, BaselineMean: num(0.4821), CurrentMean: num(0.4700), Drop: num(0.0121), Bounds: bound(-0.0301, 0.0543)},
			{Rule: "RR: >= 0.5", Subject: "RR", Mode: "regression", Required: true, Status: result.RulePassed, N: 60, CurrentMean: num(0.5790), Bounds: bound(0.5102, 0.6478)},
			{Rule: "p95_ms: rise <= 20%", Subject: "p95_ms", Mode: "point", Status: result.RuleNotMeasured},
			{Rule: "R@5: drop <= 1%", Subject: "R@5", Mode: "point", Required: true, Status: result.RuleWaived, N: 60, BaselineMean: num(0.4711), CurrentMean: num(0.4600), Drop: num(0.0111), DropRatio: num(0.0236), Bounds: bound(-0.0100, 0.0322), Waiver: &result.GateWaiver{Owner: "search team", Reason: "index is rebuilt", Expires: "2026-06-30"}},
		},
		Means: []result.GateMean{
			{Measure: ndcg, N: 60, Baseline: num(0.4821), Current: num(0.4700)},
			{Measure: "R@10", N: 60, Baseline: num(0.5842), Current: num(0.5217)},
			{Measure: "R@10", Stratum: "exact_term", N: 20, Baseline: num(0.6102), Current: num(0.6000)},
			{Measure: "R@10", Stratum: "paraphrase", N: 25, Baseline: num(0.5602), Current: num(0.4500)},
		},
		Failing: []result.GateQuery{
			{QueryID: "para-03", Stratum: "paraphrase", Error: "timeout after 10s"},
			{QueryID: "para-08", Text: "what helps against a stomach ache after a meal that was too large", Stratum: "paraphrase", Rule: "R@10: drop <= 5%", Baseline: num(1), Current: num(0), Relevant: []result.RankedRelevant{{DocID: "d-17", Grade: 2}}, Before: []result.RankedRelevant{{DocID: "d-17", Grade: 2, Rank: 3}}},
		},
	}
}

func gatePlanned() *result.GatePlan {
	return &result.GatePlan{
		Schema: result.GatePlanSchema, Profile: "default", TestSet: testSet(), Current: recordedSystem("weighted", hashB), Baseline: recordedSystem("rrf", hashA), Alpha: 0.05, Seed: 1, Replicates: 1000,
		Rules: []result.GatePlanRule{{
			Rule: "R@10: drop <= 5%", Mode: "point", N: 60, BaselineMean: 0.5842, StdDifference: 0.1204, Settled: new(640),
			Cells: []result.GateChances{{N: 60, Drop: 0, Limits: 0, PointFails: 0.021, NonInfBlocks: 0.62}, {N: 60, Drop: 0.0292, Limits: 1, PointFails: 0.48, NonInfBlocks: 0.95, RegressionFails: 0.04}, {N: 60, Drop: 0.0584, Limits: 2, PointFails: 0.98, NonInfBlocks: 1, RegressionFails: 0.61}},
		}},
		Whole: []result.GateOdds{{N: 60, Draws: 1000, Seed: 1, NoChange: result.GateShares{Fails: 0.021, Passes: 0.979}, AllAtLimit: result.GateShares{Fails: 0.48, Passes: 0.52}, OneAtLimit: result.GateShares{Fails: 0.48, Passes: 0.52}, Rule: "R@10: drop <= 5%"}},
	}
}

func heldOutChecked() *result.HoldoutCheck {
	part := func(n int, mean, low, high, p float64) result.PartGain {
		return result.PartGain{N: n, Mean: mean, Interval: headline(low, high), PValue: num(p)}
	}
	return &result.HoldoutCheck{
		Schema: result.HoldoutSchema, Profile: "default", TestSet: testSet(), A: recordedSystem("rrf", hashA), B: recordedSystem("weighted", hashB),
		Measure: ndcg, Verdict: result.CannotTell, Reason: "16 held-out queries are too few to tell a gain of 0.0310 from none: the held-out interval is [-0.0400, +0.0620]",
		Alpha: 0.05, Configurations: 2, Level: 0.025, Evaluation: part(44, 0.0310, 0.0080, 0.0540, 0.0089), HeldOut: part(16, 0.0110, -0.0400, 0.0620, 0.61),
		Upper: 0.054, Limit: 0.0155, POverfit: num(0.41), Lost: num(0.645), LostAtLeast: num(-0.742), Power: num(0.12), Needed: new(260),
		Tried: 12, Optimism: num(0.0182), Look: 3, Head: hashA,
		Health: []result.Finding{result.Noted(result.FindingLooks, "a look at held-out queries, number 1 in clinical.looks.jsonl")},
	}
}

func looked() result.Looks {
	look := func(n int, who, command string, shown int) result.Look {
		return result.Look{
			Number: n, Time: recordedAt.Add(time.Duration(n) * time.Hour), Who: who, Command: command, TestSet: result.LookedAt{Name: "clinical", Version: "2025-Q3", SHA256: hashSet, Part: "heldout"},
			Systems: []result.LookOfOne{{Name: "rrf", Hash: hashA}, {Name: "weighted", Hash: hashB}}, Measures: []string{ndcg, "R@10", "RR"}, Configurations: shown, Hash: hashB,
		}
	}
	return result.Looks{
		Schema: result.LooksSchema, Ledger: "clinical.looks.jsonl", TestSet: "clinical@2025-Q3", Here: 4, Configurations: 3, Lost: []result.Look{look(3, "jim", "eval", 3)},
		Looks: []result.Look{look(1, "Ada Lovelace <ada.lovelace@analytical-engines.example.org>", "holdout check", 1), look(2, "ci", "compare", 2), look(3, "ci", "holdout check", 2)},
	}
}

func powerPlanned() *result.PowerPlan {
	set := testSet()
	row := func(measure, stratum string, n int, std float64, queries ...int) result.PowerRow {
		r := result.PowerRow{Measure: measure, Stratum: stratum, N: n, Std: std, StdSure: num(1.1 * std), Detectable: num(0.0298), Equality: new(290), Gate: new(640), GateLimit: num(0.05)}
		for i, q := range queries {
			r.Effects = append(r.Effects, result.PowerEffect{Effect: []float64{0.01, 0.02, 0.04}[i], Queries: new(q), QueriesSure: new(q + q/4)})
		}
		return r
	}
	skewed := row("RR", "", 60, 0.2102, 3467, 867, 217)
	skewed.Note = "the differences are skewed (+2.3), and these numbers optimistic: see `rankduel explain optimistic`"
	return &result.PowerPlan{
		Schema: result.PowerSchema, Source: "rrf and weighted", Profile: "default", TestSet: &set, Alpha: 0.05, Power: 0.8, Margin: 0.02, Tests: 1,
		Systems: []result.System{recordedSystem("rrf", hashA), recordedSystem("weighted", hashB)},
		Rows:    []result.PowerRow{row(ndcg, "", 60, 0.0812, 518, 130, 60), row(ndcg, "complex_clinical", 15, 0.0912, 660, 166, 60), skewed},
	}
}

func gateOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.Gate(b, gated(), f, o)
}

func gatePlanOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.GatePlan(b, gatePlanned(), f, o)
}

func holdoutOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.Holdout(b, heldOutChecked(), f, o)
}

func looksOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.Looks(b, looked(), f, o)
}

func powerOf(b *bytes.Buffer, f reports.Format, o reports.Options) error {
	return reports.Power(b, powerPlanned(), f, o)
}
