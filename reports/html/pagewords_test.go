package html

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

func TestMoves(t *testing.T) {
	for ranks, want := range map[[2]int]string{
		{0, 0}: "in neither list", {0, 3}: "rank 3, new", {3, 0}: "gone, was rank 3", {3, 1}: "rank 1, up from 3", {1, 3}: "rank 3, down from 1", {2, 2}: "rank 2, as before",
	} {
		if got := move(ranks[0], ranks[1]); got != want {
			t.Errorf("%v: %q, want %q", ranks, got, want)
		}
	}
}

// pairs returns a comparison of candidates with a baseline, and their queries.
func pairs(candidates ...string) (*result.Comparison, *cohort) {
	c := &result.Comparison{A: result.System{Name: "base"}, Settings: result.ComparedSettings{Primary: "RR", Alpha: 0.05, Correction: "holm", Test: "t"}, Profile: "p"}
	detail := func(name string, score float64) result.SystemDetail {
		return result.SystemDetail{Name: name, Queries: []result.Row{
			{QueryID: "q1", Scores: map[string]*float64{"RR": new(score), "P@1": new(1.0)}, Judged: new(0.5)},
			{QueryID: "q2", Scores: map[string]*float64{"RR": new(0.5)}, Judged: new(1.0), Status: result.Failed},
			{QueryID: "q3", Scores: map[string]*float64{"P@1": new(1.0)}, Status: result.Missing},
		}}
	}
	co := &cohort{measures: []string{"P@1", "RR"}, systems: []result.SystemDetail{detail("base", 0.25)}, cutoff: 10}
	for i, name := range candidates {
		in := inferenceOf(2, 0.125, 0.0, 0.25)
		in.Interval.Method, in.Wins, in.Losses, in.Ties = "t", 5, 3, 2
		other := result.MeasureComparison{Measure: "P@1", Inference: inferenceOf(2, 0), Verdict: result.Inconclusive}
		c.Comparisons = append(c.Comparisons, result.Pair{
			B: result.System{Name: name}, Verdict: result.Better, Measures: []result.MeasureComparison{other, {Measure: "RR", Inference: in, Primary: true, Verdict: result.Better}},
			Health: []result.Finding{{Code: "bad", Severity: result.SeverityFault, Text: "f"}, {Code: "few", Severity: result.SeverityWarning, Text: "w"}, {Code: "by", Severity: result.SeverityNote, Text: "n"}},
		})
		co.systems = append(co.systems, detail(name, 0.5+0.25*float64(i)))
	}
	return c, co
}

// A page has a section a pair, with what is said of its primary measure and of its queries.
func TestPairsOfAPage(t *testing.T) {
	c, co := pairs("cand", "other")
	c.Settings.Weights = "traffic.tsv"
	c.Comparisons[1].Measures[1].Unequal = &result.UnequalInference{Effective: 1.5, Plain: result.Estimated{Mean: new(0.25)}}
	d := &reports.Data{Comparison: c, Systems: co.systems}
	p := newPage(d, co, Options{Glossary: func(word string) string { return "<" + word + ">" }}, nil)
	if p.A != "base" || p.Title != "base → 2 candidates" || len(p.Pairs) != 2 || p.Matrix != nil || p.Bars != nil || p.BarsBy != nil || p.Explorer {
		t.Errorf("page %s of %s, pairs %+v, matrix %v, bars %v, %v", p.Title, p.A, p.Pairs, p.Matrix, p.Bars, p.BarsBy)
	}
	v := p.Pairs[1]
	if v.ID != "p1" || v.B != "other" || v.Verdict != "better" || v.MovedOn != "RR" || v.WonLost != "won 5, lost 3, tied 2" || v.Figures != "+0.1250, 95 % interval [0.0000, +0.2500]" || v.Brief != "+0.1250 [0.0000, +0.2500]" || !v.Faulty {
		t.Errorf("pair %+v", v)
	}
	if v.Unequal != "RR weighted by traffic.tsv: 2 queries count as 1.5 of one weight; without: +0.2500" || p.Pairs[0].Unequal != "" {
		t.Errorf("weights: %q and %q", v.Unequal, p.Pairs[0].Unequal)
	}
	if strings.HasPrefix(v.Words.Claim, "better: ") {
		t.Errorf("claim %q", v.Words.Claim)
	}
	var found strings.Builder
	if err := execute(&found, "page.html", p); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"h-fault"><b>!! fault</b> f <code>bad</code>`, `"h-warning"><b>! warning</b> w <code>few</code>`, `"h-note"><b>· note</b> n <code>by</code>`} {
		if !strings.Contains(found.String(), want) {
			t.Errorf("findings without %s", want)
		}
	}
	if got := strings.Join(v.Counts, ", "); got != "judged@10 75 % / 75 %, failed 1 / 1, missing 1 / 1" {
		t.Errorf("counts %s", got)
	}
	if len(v.Differences) != 2 || v.Flow == nil || v.Times == nil || v.Differences[0].Title != "1 query rose, 0 fell, 1 did not change" || v.Differences[1].ID != "p1-scatter" {
		t.Errorf("figures %+v", v)
	}
	if rows := v.Measures.Rows; v.Measures.Adjusted != "p holm" || v.Measures.Level != "95 %" || v.Measures.A != "base" || v.Measures.B != "other" || rows[0].Name != "RR" || !rows[0].Primary || rows[1].Primary || rows[0].Sign != "+" || rows[1].Sign != "~" || rows[0].WonLost != "5/3/2" {
		t.Errorf("table %+v", v.Measures)
	}
	var words []string
	for _, e := range p.Glossary {
		words = append(words, e.Word)
	}
	if got := strings.Join(words, " "); got != "better P@1 RR t bad few by margin holm family stratum W/L/T p" {
		t.Errorf("glossary of %s", got)
	}
	if list := glossary([]string{"a", "b", "a"}, Options{Glossary: func(w string) string { return map[string]string{"a": "x"}[w] }}); fmt.Sprint(list) != "[{a x}]" {
		t.Errorf("glossary %v", list)
	}
	if list := glossary([]string{"a"}, Options{}); list != nil {
		t.Errorf("glossary %v", list)
	}
	c.Settings.Correction, c.Settings.Primary = "none", ""
	for i := range c.Comparisons {
		c.Comparisons[i].Measures[1].Primary, c.Comparisons[i].Verdict = false, ""
		c.Comparisons[i].Health = c.Comparisons[i].Health[1:]
	}
	co.systems[1].Queries[0].Judged, co.systems[1].Queries[1].Judged = nil, nil
	p = newPage(d, co, Options{}, nil)
	if v := p.Pairs[0]; v.Measures.Adjusted != "" || v.Verdict != "no verdict" || v.MovedOn != "" || v.Figures != "" || len(v.Differences) > 0 || v.Faulty || strings.Join(v.Counts, ", ") != "failed 1 / 1, missing 1 / 1" || len(v.Limits) != 1 {
		t.Errorf("pair without a primary measure %+v", v)
	}
	p = newPage(d, nil, Options{}, nil)
	if v := p.Pairs[0]; v.Flow != nil || v.Latency != nil || v.Counts[0] != "single queries are not known" {
		t.Errorf("pair without queries %+v", v)
	}
	for v, want := range map[result.Verdict]string{result.Better: "+", result.Worse: "-", result.Equivalent: "=", result.Inconclusive: "~", result.NoVerdict: ""} {
		if got := reports.Mark(v).Text; got != want || (meaningOf(v) == "") != (want == "") {
			t.Errorf("%s: sign %q, meaning %q", v, got, meaningOf(v))
		}
	}
}

// Documents of queries that failed on one side went nowhere, and those that one side does not
// know neither; strata and rows without an interval do not count in the title of a forest.
func TestWhatCounts(t *testing.T) {
	row := func(status result.Status, rank int) result.Row {
		return result.Row{Status: status, Relevant: []result.RankedRelevant{{DocID: "d", Grade: 1, Rank: rank}, {DocID: fmt.Sprint("own", rank), Grade: 1, Rank: 1}}}
	}
	co := &cohort{cutoff: 10, systems: []result.SystemDetail{
		{Queries: []result.Row{row("", 1), row(result.Failed, 2), row("", 3), row(result.Failed, 4)}},
		{Queries: []result.Row{row("", 5), row("", 6), row(result.Failed, 7), row(result.Failed, 8)}},
	}}
	if n := co.flow(1); n.all != 1 || n.fell != 1 || n.cells[0][2] != 1 {
		t.Errorf("%+v, want the one document of the first query", n)
	}
	c, _ := pairs("cand")
	f := rankFlow("p0", c, c.Comparisons[0], co, 1)
	if f.Title != "0 relevant documents entered the first 10, 0 left them" || f.Description != "1 relevant document, by rank in base (rows) and in cand (columns): 0 rose, 1 fell, 0 are in neither list." || len(f.Values) != 1 || f.ID != "p0-flow" {
		t.Errorf("%q, %q", f.Title, f.Description)
	}
	pictures(t, f)
	rows := []forestRow{{in: inferenceOf(1, 1, 1, 2), stratum: true}, {in: inferenceOf(1, 1)}, {in: inferenceOf(1, 1, 1, 2)}, {in: inferenceOf(1, 0, 0, 2)}, {in: inferenceOf(1, 0, -2, 0)}}
	if got := forestTitle(c, c.Comparisons[0], forestPanel{better: 1, rows: rows}); got != "1 of 3 intervals is above 0, towards cand" {
		t.Errorf("title %q", got)
	}
	for better, want := range map[int]string{1: "measure between 0 and 1; the", -1: "measure between 0 and 1, where lower is better; the", 0: "measure between 0 and 1, which has no better side; the"} {
		if got := forestDescription(c, c.Comparisons[0], forestPanel{unit: "between 0 and 1", better: better}); !strings.Contains(got, want) || !strings.HasPrefix(got, "Mean difference cand − base with") {
			t.Errorf("better %d: %q", better, got)
		}
	}
}

// A matrix is there where several systems were compared on the primary measure, and bars where
// components were fused; failures quote queries.
func TestPartsOfAPage(t *testing.T) {
	c, co := pairs("cand")
	by := systemsOf("a", "b")
	other := systemsOf("c", "d")
	other.Primary = false
	c.AllPairs = &result.AllPairs{Measures: []result.SystemsByMeasure{*other, *by}}
	c.Attribution = []result.Attribution{{Config: "rrf", Attributed: attributionOf(0, 1, 0, 1, 1)}}
	p := newPage(&reports.Data{Comparison: c}, co, Options{}, nil)
	if p.Matrix == nil || !strings.HasPrefix(p.Matrix.Title, "a is first") || p.Bars == nil || p.BarsBy != nil || p.Title != "base → cand" {
		t.Errorf("page %s of %s, pairs %+v, matrix %v, bars %v, %v", p.Title, p.A, p.Pairs, p.Matrix, p.Bars, p.BarsBy)
	}
	c.AllPairs.Measures[1].Systems = by.Systems[:1]
	if primarySystems(c) != nil {
		t.Error("a matrix of one system")
	}
	c.Comparisons[0].Moved = []result.MovedQuery{{QueryID: "q1", Text: "secret", Difference: 0.5}, {QueryID: "q2", Difference: -0.5}, {QueryID: "q3"}}
	for better, want := range map[int]string{1: "true false false", -1: "false true false", 0: "false false false"} {
		for _, noText := range []bool{false, true} {
			var page strings.Builder
			p := newPage(&reports.Data{Comparison: c}, co, Options{NoText: noText}, nil)
			p.Pairs[0].Better, p.Attribution = better, nil
			if err := execute(&page, "page.html", p); err != nil {
				t.Fatal(err)
			}
			won := func(difference string) bool {
				return strings.Contains(page.String(), `<b class="won">`+difference+`</b>`)
			}
			if got := fmt.Sprint(won("&#43;0.5000"), won("-0.5000"), won("0.0000")); got != want || strings.Contains(page.String(), "secret") == noText {
				t.Errorf("better %d: won %s, want %s; no text %v", better, got, want, noText)
			}
		}
	}
}

// Holes are said where under 99.95 % of either system's first ten are judged, or it is not known.
func TestHoles(t *testing.T) {
	of := func(judged ...float64) *cohort {
		co := &cohort{}
		for _, v := range judged {
			row := result.Row{Judged: new(v)}
			if math.IsNaN(v) {
				row.Judged = nil
			}
			co.systems = append(co.systems, result.SystemDetail{Name: "s", Queries: []result.Row{row, {}}})
		}
		return co
	}
	nan := math.NaN()
	for _, x := range []struct {
		a, b float64
		want string
	}{{1, 1, ""}, {0.9996, 1, ""}, {0.9995, 1, "What unjudged documents are worth: 100 % of the first 10 of base and 100 % of cand"}, {1, 0.9995, "What"}, {0.876, 1, "What unjudged documents are worth: 87.6 % of the first 10 of base and 100 % of cand are"}, {1, 0.5, "What"}, {nan, 1, "Judgment holes"}, {1, nan, "Judgment holes"}} {
		c, _ := pairs("cand")
		got := strings.Join(holes(c, c.Comparisons[0], of(x.a, x.b), 1), "")
		if !strings.HasPrefix(got, x.want) || (got == "") != (x.want == "") {
			t.Errorf("judged %g and %g: %q, want %q", x.a, x.b, got, x.want)
		}
		if x.a == 1 || math.IsNaN(x.a) {
			e := &result.Evaluation{Runs: make([]result.RunEvaluation, 1)}
			if n := len(evaluationLimits(e, of(x.b))); n != map[bool]int{true: 3, false: 2}[x.b <= 0.9995] {
				t.Errorf("judged %g: %d limits of an evaluation", x.b, n)
			}
		}
	}
}

// What an evaluation says of its systems, by the first measure that has a better side.
func TestEvaluationWords(t *testing.T) {
	e := &result.Evaluation{Profile: "qrels", TestSet: result.TestSetInfo{Name: "set", Version: "v1", SHA256: "0123456789", Queries: 3}}
	_, co := pairs("cand", "c3", "c4", "c5", "c6", "c7")
	for i, s := range co.systems {
		e.Runs = append(e.Runs, result.RunEvaluation{
			Name: s.Name, FailedQueries: i, MissingQueries: 2, Health: []result.Finding{{Code: "few", Text: "f"}},
			Measures: []result.MeasureSummary{{Measure: "Judged@10", Mean: new(0.9)}, {Measure: "RR", Mean: new(0.125 * float64(i))}, {Measure: "P@1", Mean: new(0.9)}},
		})
	}
	words := func(n int, o Options) evaluationPage {
		e := *e
		e.Runs = e.Runs[:n]
		p, data, err := evaluationPageOf(&reports.Data{Evaluation: &e, Systems: co.systems[:n]}, o, nil)
		if err != nil || data != nil {
			t.Fatal(data, err)
		}
		return p
	}
	for n, want := range map[int]string{
		1: "Mean RR over 3 queries: base 0.0000", 2: "Mean RR over 3 queries: base 0.0000, cand 0.1250",
		6: "Mean RR over 3 queries: base 0.0000, cand 0.1250, c3 0.2500, c4 0.3750, c5 0.5000, c6 0.6250",
		7: "Mean RR over 3 queries: base 0.0000, cand 0.1250, c3 0.2500, c4 0.3750, c5 0.5000, c6 0.6250 and 1 more",
	} {
		p := words(n, Options{Glossary: func(word string) string { return word }})
		title := map[bool]string{true: "base", false: fmt.Sprint(n, " systems")}[n == 1]
		if p.Lead != want || p.Title != title || p.Several != (n > 1) || len(p.Runs) != n || p.TestSet != "set v1 01234567" || p.Queries != 3 || p.Runs[0].Name != "base" || p.Runs[0].Health[0].Text != "f" || len(p.Runs[0].Tables) == 0 || (len(p.Means) == 0) != (n == 1) {
			t.Errorf("%d systems: %q, %q, %v, %d, %q, %v, %+v; want %q", n, p.Lead, p.Title, p.Several, p.Queries, p.TestSet, p.Means, p.Runs, want)
		}
		if len(p.Counts) != n || p.Counts[n-1] != fmt.Sprintf("%s: failed %d, missing 2, judged@10 75 %%", co.systems[n-1].Name, n-1) {
			t.Errorf("counts %v", p.Counts)
		}
		if len(p.Scores) != 1 || p.Scores[0].Empty != "" || len(p.Limits) != n+2 || strings.HasPrefix(p.Limits[0], "Which system") != (n > 1) {
			t.Errorf("%d systems: figures %v, limits %v", n, p.Scores, p.Limits)
		}
		var glossed []string
		for _, g := range p.Glossary {
			glossed = append(glossed, g.Word)
		}
		if got := strings.Join(glossed, " "); got != "Judged@10 RR P@1 stratum qrels few" {
			t.Errorf("glossary of %s", got)
		}
	}
	p, _, err := evaluationPageOf(&reports.Data{Evaluation: e}, Options{}, nil)
	if err != nil || len(p.Scores) > 0 || p.Counts[1] != "cand: failed 1, missing 2" {
		t.Errorf("without queries: %+v, %v, %v", p.Counts, p.Scores, err)
	}
	if _, _, err := evaluationPageOf(&reports.Data{Evaluation: e, Systems: co.systems[:2]}, Options{}, nil); err == nil {
		t.Error("details of 2 of 7 systems are taken")
	}
	if _, _, err := evaluationPageOf(&reports.Data{Evaluation: &result.Evaluation{Runs: make([]result.RunEvaluation, 1)}}, Options{}, nil); !errors.Is(err, ErrNothingEvaluated) {
		t.Errorf("no measure: %v", err)
	}
	if set := testSetLabel(result.TestSetInfo{Name: "n", SHA256: "12345678"}); set != "n" {
		t.Errorf("label %q", set)
	}
	plots, err := Plots(&reports.Data{Evaluation: e, Systems: co.systems}, Options{})
	if err != nil || len(plots) != 1 || plots[0].Name != "scores" || !strings.Contains(plots[0].SVG, `aria-label="Scores on RR, query by query"`) || strings.Contains(plots[0].SVG, "labelledby") {
		t.Errorf("plots %v, %v", plots, err)
	}
}

// Files of figures are named by their pairs where there are several, and what is empty has none.
func TestNamesOfPlots(t *testing.T) {
	for n, want := range map[int]string{1: "forest-0 sorted scatter matrix attribution", 2: "1-a-B-9-forest-0 1-a-B-9-sorted 1-a-B-9-scatter 2-" + strings.Repeat("x", 40) + "-forest-0 2-" + strings.Repeat("x", 40) + "-sorted 2-" + strings.Repeat("x", 40) + "-scatter matrix attribution"} {
		c, co := pairs([]string{"/a B_9é", strings.Repeat("x", 50)}[:n]...)
		c.AllPairs = &result.AllPairs{Measures: []result.SystemsByMeasure{*systemsOf("a", "b")}}
		c.Attribution = []result.Attribution{{Config: "rrf"}}
		plots, err := Plots(&reports.Data{Comparison: c, Systems: co.systems}, Options{})
		var names []string
		for _, p := range plots {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, " "); got != want || err != nil {
			t.Errorf("%d pairs: %s, want %s; %v", n, got, want, err)
		}
	}
	if _, err := Plots(&reports.Data{Comparison: &result.Comparison{}}, Options{}); !errors.Is(err, ErrNothingCompared) {
		t.Errorf("nothing: %v", err)
	}
	if got := slug("azAZ09{@[`/:"); got != "azAZ09" {
		t.Errorf("slug %q", got)
	}
}

// Directions are those that a system or the comparison says, then those of names that are known.
func TestDirections(t *testing.T) {
	s := result.SystemDetail{Measures: []string{"RR", "own", "third"}, Better: []int{-1, 0}}
	for measure, want := range map[string]int{"RR": -1, "own": 0, "third": 1, "NumNonRelRet": -1, "Judged@10": 0, "P@5": 1} {
		if got := betterOf(s, measure); got != want {
			t.Errorf("%s: %d, want %d", measure, got, want)
		}
	}
	c, _ := pairs("a", "b")
	c.Comparisons[1].Measures[1].LowerIsBetter = true
	for measure, want := range map[string]int{"RR": -1, "P@1": 1, "Judged@10": 0, "NumNonRelRet": -1} {
		if got := directionIn(c, measure); got != want {
			t.Errorf("%s in the comparison: %d, want %d", measure, got, want)
		}
	}
	for measure, want := range map[string]int{"P@5": 5, "RR": 10, "own thing": 10, "nDCG@20": 20, "P@1": 1} {
		if got := cutoffOf(measure); got != want {
			t.Errorf("%s looks at %d hits, want %d", measure, got, want)
		}
	}
	if primaryDirection(c, c.Comparisons[0]) != -1 || primaryDirection(&result.Comparison{}, result.Pair{}) != 1 {
		t.Error("direction of the primary measure")
	}
}

// Queries without a score on either side have no difference, and a measure that is not
// there has none at all.
func TestDifferences(t *testing.T) {
	_, co := pairs("a")
	if got := fmt.Sprint(co.differences(1, "RR"), co.differences(1, "P@1"), co.differences(1, "AP")); got != "[{0.25 0.5} {0.5 0.5}] [{1 1} {1 1}] []" {
		t.Errorf("differences %s", got)
	}
	co.systems[0].Queries[0].Scores["RR"] = nil
	co.systems[1].Queries[1].Scores["RR"] = nil
	if got := co.differences(1, "RR"); len(got) != 0 {
		t.Errorf("differences %v", got)
	}
	if n := co.count(0, result.Failed); n != 1 {
		t.Errorf("%d failed", n)
	}
	if mean, known := co.judged(0); mean != 0.75 || !known {
		t.Errorf("judged %g, %v", mean, known)
	}
	if mean, known := (&cohort{systems: []result.SystemDetail{{Queries: make([]result.Row, 2)}}}).judged(0); mean != 0 || known {
		t.Errorf("judged %g, %v", mean, known)
	}
	for _, c := range []struct {
		a, b *float64
		want bool
	}{{nil, nil, false}, {new(1.0), nil, true}, {nil, new(1.0), true}, {new(1.0), new(1.0), false}, {new(1.0), new(2.0), true}} {
		co := &cohort{measures: []string{"P@1", "RR"}}
		for _, score := range []*float64{c.a, c.a, c.b} {
			co.systems = append(co.systems, result.SystemDetail{Queries: []result.Row{{Scores: map[string]*float64{"RR": score}}}})
		}
		if got := co.changed(0); got != c.want {
			t.Errorf("%v and %v: changed %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// Of tied hits all but the first are marked; without scores none is.
func TestTies(t *testing.T) {
	for want, scores := range map[string][]float64{"[0 1 0 1 1]": {2, 2, 1, 1, 1}, "[0 0 1]": {1, 0, 0}, "[0 0 0]": {0, 0, 0}, "[]": nil, "[0]": {5}} {
		var hits []result.JudgedHit
		for _, s := range scores {
			hits = append(hits, result.JudgedHit{Score: s})
		}
		if got := fmt.Sprintf("%d", tiesOf(hits)); got != want {
			t.Errorf("%v: ties %s, want %s", scores, got, want)
		}
	}
}

// A scale goes from end to end, keeps what is beyond at its ends, and has few ticks, 0 among them.
func TestScale(t *testing.T) {
	s := scale{-1, 3, 100, 500}
	for v, want := range map[float64]float64{-1: 100, 0: 200, 3: 500, 4: 600} {
		if got := s.at(v); got != want {
			t.Errorf("%g is at %g, want %g", v, got, want)
		}
	}
	if got := (scale{2, 2, 100, 500}).at(2); got != 300 {
		t.Errorf("a point is at %g, want the middle", got)
	}
	for v, want := range map[float64]string{-1: "-1 false", -1.5: "-1 true", 3: "3 false", 3.5: "3 true", 0: "0 false"} {
		at, beyond := s.clamp(v)
		if got := fmt.Sprint(at, beyond); got != want {
			t.Errorf("%g is clamped to %s, want %s", v, got, want)
		}
	}
	if got := symmetric(0, 1, 2); got != (scale{-1, 1, 1, 2}) || symmetric(-3, 1, 2) != got || symmetric(4, 1, 2) != (scale{-4, 4, 1, 2}) {
		t.Errorf("symmetric %v", got)
	}
	for most, want := range map[int]string{6: "[-0.2 -0.1 0 0.1 0.2 0.3]", 5: "[-0.2 0 0.2]", 3: "[-0.2 0 0.2]", 2: "[0]", 1: "[0]"} {
		ticks := scale{-0.2, 0.3, 0, 1}.fewTicks(most)
		var values []float64
		for _, tick := range ticks {
			values = append(values, tick.value)
		}
		if got := fmt.Sprint(values); got != want || ticks[len(ticks)-1].label != fmt.Sprintf("%.1f", values[len(values)-1]) {
			t.Errorf("at most %d: %v, want %s", most, ticks, want)
		}
	}
}

// Texts are cut to N letters with an ellipsis among them.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		s    string
		most int
		want string
	}{{"häuser", 6, "häuser"}, {"häuser", 5, "häus…"}, {"häuser", 1, "…"}, {"häuser", 0, "…"}, {"häuser", -2, "…"}, {"", 0, ""}} {
		if got := cut(c.s, c.most); got != c.want {
			t.Errorf("cut(%q, %d) = %q, want %q", c.s, c.most, got, c.want)
		}
	}
}

// The words of a query are its long ones, each once, 16 at most; the window of a text is where the
// most of them begin, between words, and not longer than it may be.
func TestWordsOfSnippets(t *testing.T) {
	for query, want := range map[string]string{
		"The heart, the HEART and café2": "heart café2", "a an to": "a an to", "": "", "four for": "four",
		"a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7 b8 b9": "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 b6 b7",
	} {
		if got := strings.Join(wordsOf(query), " "); got != want {
			t.Errorf("words of %q: %q, want %q", query, got, want)
		}
	}
	for _, c := range []struct {
		text, word string
		from, want int
	}{{"heart", "heart", 0, 0}, {"heart", "heart", 1, -1}, {"a heart", "heart", 0, 2}, {"sweetheart heart", "heart", 0, 11}, {"sweetheart", "heart", 0, -1}, {"sweetheart hearts", "heart", 5, 5 + 6}, {"éheart", "heart", 0, -1}, {"2heart", "heart", 0, -1}, {"", "heart", 0, -1}} {
		if got := wordAt(c.text, c.word, c.from); got != c.want {
			t.Errorf("%q in %q from %d: %d, want %d", c.word, c.text, c.from, got, c.want)
		}
	}
	for _, c := range []struct {
		s    string
		most int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"abcdefgh ij kl", 10, "abcdefgh…"}, {"ab cdefghijkl", 10, "ab cdefghi…"}, {"äöü äöü", 4, "äöü…"}, {"", 0, ""}, {"abcdefg hi", 8, "abcdefg…"}, {"abc efgh", 4, "abc…"}} {
		if got := firstLetters(c.s, c.most); got != c.want {
			t.Errorf("the first %d of %q: %q, want %q", c.most, c.s, got, c.want)
		}
	}
	dots := func(n int) string { return strings.Repeat("x ", n/2) }
	words := []string{"alpha", "beta"}
	for name, c := range map[string]struct{ text, want string }{
		"near the beginning":  {dots(40) + "alpha beta " + dots(300), "x x x x x x"},
		"41 letters in":       {dots(42) + "alpha beta " + dots(300), "… " + dots(28) + "alpha beta x"},
		"both, later":         {dots(60) + "alpha " + dots(400) + "beta alpha " + dots(400), "… " + dots(28) + "beta alpha x"},
		"the first of equals": {dots(60) + "alpha " + dots(400) + "beta " + dots(400), "… " + dots(28) + "alpha x"},
		"no word before it":   {strings.Repeat("x", 100) + "-alpha " + dots(400), "… alpha x"},
		"none":                {dots(400), "x x x"},
		"just too far apart":  {dots(60) + "beta " + dots(152) + "alpha " + dots(400) + "beta alpha " + dots(300), "… " + dots(28) + "beta alpha x"},
	} {
		got := window(c.text, words)
		if !strings.HasPrefix(got, c.want) || len([]rune(got)) > snippetLetters+3 || !strings.HasSuffix(got, "x…") {
			t.Errorf("%s: %q, want it to begin %q", name, got, c.want)
		}
	}
	if whole := strings.Repeat("y", snippetLetters); window(whole, words) != whole || window(whole+"y", words) != whole+"…" {
		t.Error("a text of 160 letters is whole, one of 161 is not")
	}
	for n, titled := range map[int]bool{320: true, 321: false} {
		if got := snippet(strings.Repeat("t", n)+"\nbody", nil); strings.HasPrefix(got, "t") != titled {
			t.Errorf("a first line of %d letters: %q", n, got)
		}
	}
	for n, found := range map[int]bool{2990: true, 3001: false} { // of a text of which 3000 bytes are looked at
		if got := snippet("T\n"+dots(n)+"alpha "+dots(500), words); strings.Contains(got, "alpha") != found {
			t.Errorf("after %d bytes: %q", n, got)
		}
	}
}

// The policy allows the scripts of the folder only where there is one, and the foot of printed pages
// names the test set without quotes.
func TestPolicy(t *testing.T) {
	if strings.Contains(policy("x", false), "'self'") || !strings.Contains(policy("x", true), " 'self'; style-src '"+strings.TrimPrefix(hashOf("x"), "'")) {
		t.Error(policy("x", true))
	}
	for sum, want := range map[string]string{"0123456789": "test set 01234567\"", "ab\"": "test set ab\"", "": "test set \""} {
		if !strings.Contains(styleOf(sum), want) {
			t.Errorf("%q: no %q", sum, want)
		}
	}
	f := newFrame("t", result.TestSetInfo{}, &reports.Data{Command: "c", Version: "v"}, Options{NoText: true}, &encoded{notes: []string{"n"}, snippets: true, beside: true})
	if !f.Explorer || !f.Snippets || !f.NoText || !slices.Equal(f.Shortened, []string{"n"}) || f.Command != "c" || f.Version != "v" || !strings.Contains(f.Policy, "'self'") {
		t.Errorf("frame %+v", f)
	}
}
