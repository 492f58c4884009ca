package doctor

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// scores says what scores are of, and how much they could show.
func scores(f *looked) {
	first := f.tables[0]
	f.Kind, f.Is, f.Of = result.FileScores, "a table of scores by query", first.Same
	if first.Kind != "" {
		f.Is = "a log of " + first.Kind
	}
	var undirected []string
	for _, t := range f.tables {
		for m := range t.Measures {
			d := describe(t, m)
			if f.Scores = append(f.Scores, d); d.Better == "" && !slices.Contains(undirected, d.Measure) {
				undirected = append(undirected, d.Measure)
			}
		}
	}
	if len(f.Of) == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(first.Inputs)), func(digest string) bool { return digest != "" }) {
		f.Lacks = append(f.Lacks, "that another file is of the same samples: it names no dataset and has no digest of what was asked, so that ids alone have to match")
	}
	if len(undirected) > 0 {
		f.Lacks = append(f.Lacks, fmt.Sprintf("whether a higher or a lower %s is better; say --direction %s, or lower", prose.FirstFew(undirected), prose.ShellWord(undirected[0]+"=higher")))
	}
	f.Lacks = append(f.Lacks, "any other measure, and how much of what was retrieved is judged: that takes the run and judgments")
	if f.flags() != "" {
		f.Lacks = append(f.Lacks, "which way of scoring a sample counts, or what tells samples apart: these are the scores with"+f.flags())
	}
	if len(f.tables) > 1 {
		f.Next = commands(f.File, "rankduel compare --scores FILE"+f.flags())
	} else {
		f.Next = commands(f.File, "rankduel doctor FILE OTHER", "rankduel compare --scores FILE OTHER"+f.flags())
	}
	f.Says = append(f.Says, ordered.Each(first.Health, func(h result.Finding) string { return h.Text })...)
	if filter := scorelog.Rankings(first.Kind); filter != "" {
		f.Says = append(f.Says, "it also has the rankings that were scored, which other measures can be computed of")
		f.Next = append(f.Next, commands(f.File, f.unpacked("jq -c '"+filter+"'")+" > run.jsonl", "rankduel eval run.jsonl --qrels QRELS")...)
	}
}

// unpacked returns a command that reads the file, with what unpacks it first.
func (f *looked) unpacked(command string) string {
	switch begin := f.raw(0, 4); {
	case strings.HasPrefix(begin, "\x1f\x8b"):
		return "gzip -dc FILE | " + command
	case strings.HasPrefix(begin, "\x28\xb5\x2f\xfd"):
		return "zstd -dc FILE | " + command
	}
	return command + " FILE"
}

// describe says what the scores by one measure are like.
func describe(t *scoring.Table, m int) result.ScoresDiagnosis {
	measure := t.Measures[m]
	d := result.ScoresDiagnosis{System: t.Name, Measure: measure.String(), Samples: t.Len(), Binary: true}
	var values []float64
	for q := range t.Len() {
		if v, scored := t.Score(m, q); scored {
			values = append(values, v)
			d.Runs, d.Binary = max(d.Runs, t.RunsOf(m, q).N), d.Binary && (v == 0 || v == 1)
		}
	}
	if foreign, is := measure.(metrics.Foreign); !is || foreign.Declared || foreign.Better != metrics.HigherIsBetter {
		d.Better = map[metrics.Direction]string{metrics.HigherIsBetter: "higher", metrics.LowerIsBetter: "lower"}[metrics.DirectionOf(measure)]
	}
	if d.Scored = len(values); d.Scored == 0 {
		d.Binary = false
		return d
	}
	d.Min, d.Max = slices.Min(values), slices.Max(values)
	// Of two systems whose scores spread alike and correlate by a half, differences spread as scores do.
	if spread, err := stats.DifferencesOf(values); err == nil {
		d.Mean, d.Detectable = spread.Mean, detectable(spread, measure)
	}
	return d
}

// detectable returns the smallest true difference that is found in four cases of five, nil where nothing would do.
func detectable(d stats.Differences, of metrics.Measure) *float64 {
	spread := stats.SpreadOf(d)
	if spread.SD == 0 {
		return nil
	}
	width, _ := metrics.WidthOf(of)
	least, err := stats.Rule{Range: width}.Detectable(spread, d.N)
	if err != nil {
		return nil
	}
	return &least
}

// pair says how the samples of two systems go together.
func pair(a, b *scoring.Table) result.PairDiagnosis {
	p, places := inBoth(a.Name, b.Name, scorefile.IDs(a), scorefile.IDs(b))
	if err := scorefile.SameTask([]*scoring.Table{a, b}); err != nil {
		p.Fault = err.Error()
	}
	if p.Fault == "" && p.Common*20 < (p.Common+len(p.OnlyA)+len(p.OnlyB))*19 {
		p.Fault = fmt.Sprintf("less than 95 %% of the samples are in both %s and %s: a comparison of these has no verdict", a.Name, b.Name)
	}
	for m, measure := range a.Measures {
		at := slices.IndexFunc(b.Measures, func(other metrics.Measure) bool { return other.String() == measure.String() })
		var d []float64
		for _, both := range places {
			if at >= 0 && !math.IsNaN(b.Value(at, both[1])-a.Value(m, both[0])) {
				d = append(d, b.Value(at, both[1])-a.Value(m, both[0]))
			}
		}
		if spread, err := stats.DifferencesOf(d); err == nil {
			p.Detectable[measure.String()] = detectable(spread, measure)
		}
	}
	return p
}

// inBoth says which ids two lists have in common, and where those are in each.
func inBoth(a, b string, idsA, idsB []string) (p result.PairDiagnosis, places [][2]int) {
	p = result.PairDiagnosis{A: a, B: b, OnlyA: []string{}, OnlyB: []string{}, Detectable: map[string]*float64{}}
	in := map[string]int{}
	for i, id := range idsB {
		in[id] = i
	}
	for i, id := range idsA {
		if at, both := in[id]; both {
			places = append(places, [2]int{i, at})
			delete(in, id)
		} else {
			p.OnlyA = append(p.OnlyA, id)
		}
	}
	for _, id := range idsB {
		if _, alone := in[id]; alone {
			p.OnlyB = append(p.OnlyB, id)
		}
	}
	p.Common = len(places)
	return p, places
}
