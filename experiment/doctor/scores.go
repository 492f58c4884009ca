package doctor

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// scores says what scores are of, and how much they could show.
func scores(f *result.FileDiagnosis, tables []*scoring.Table) {
	first := tables[0]
	f.Kind, f.Is, f.Of = result.FileScores, "a table of scores by query", first.Same
	if first.Kind != "" {
		f.Is = "a log of " + first.Kind
	}
	var undirected []string
	for _, t := range tables {
		s := result.SystemDiagnosis{Name: t.Name, Samples: len(t.Queries), Repeats: repeats(t), Measures: []result.MeasureDiagnosis{}}
		for q := range t.Queries {
			if silent(t, q) {
				s.Silent++
			}
		}
		for m, measure := range t.Measures {
			described := describe(t, m)
			if described.Better == "" && !slices.Contains(undirected, measure.String()) {
				undirected = append(undirected, measure.String())
			}
			s.Measures = append(s.Measures, described)
		}
		f.Systems = append(f.Systems, s)
	}
	if len(f.Of) == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(first.Inputs)), func(digest string) bool { return digest != "" }) {
		f.Lacks = append(f.Lacks, "that another file is of the same samples: it names no dataset and has no digest of what was asked, so that ids alone have to match")
	}
	if len(undirected) > 0 {
		f.Lacks = append(f.Lacks, fmt.Sprintf("whether a higher or a lower %s is better; say --direction '%s=higher', or lower", prose.FirstFew(undirected), undirected[0]))
	}
	f.Lacks = append(f.Lacks, "any other measure, and how much of what was retrieved is judged: that takes the run and judgments")
	if len(tables) > 1 {
		f.Next = commands(f.File, "rankduel compare --scores FILE")
	} else {
		f.Next = commands(f.File, "rankduel doctor FILE OTHER", "rankduel compare --scores FILE OTHER")
	}
	if filter := scorelog.Rankings(first.Kind); filter != "" {
		f.Says = append(f.Says, "it also has the rankings that were scored, which other measures can be computed of")
		f.Next = append(f.Next, commands(f.File, "jq -c '"+filter+"' FILE > run.jsonl", "rankduel eval run.jsonl --qrels QRELS")...)
	}
}

// silent reports whether a sample has no score at all.
func silent(t *scoring.Table, q int) bool {
	for m := range t.Measures {
		if _, scored := t.Score(m, q); scored {
			return false
		}
	}
	return true
}

// repeats returns the fewest and the most scores that a mean of a sample is over.
func repeats(t *scoring.Table) []int {
	few, many := math.MaxInt, 0
	for q := range t.Queries {
		most := 0
		for m := range t.Measures {
			most = max(most, t.RunsOf(m, q).N)
		}
		few, many = min(few, most), max(many, most)
	}
	return []int{few, many}
}

func describe(t *scoring.Table, m int) result.MeasureDiagnosis {
	measure := t.Measures[m]
	d := result.MeasureDiagnosis{Measure: measure.String(), Min: math.Inf(1), Max: math.Inf(-1), Binary: true}
	var values []float64
	for q := range t.Queries {
		if v, scored := t.Score(m, q); scored {
			values = append(values, v)
			d.Min, d.Max, d.Binary = min(d.Min, v), max(d.Max, v), d.Binary && (v == 0 || v == 1)
		}
	}
	d.Scored = len(values)
	if d.Scored == 0 {
		d.Min, d.Max, d.Binary = 0, 0, false
	}
	if foreign, is := measure.(metrics.Foreign); !is || foreign.Declared || foreign.Better != metrics.HigherIsBetter {
		d.Better = map[metrics.Direction]string{metrics.HigherIsBetter: "higher", metrics.LowerIsBetter: "lower"}[metrics.DirectionOf(measure)]
	}
	// Of two systems whose scores spread alike and correlate by a half, differences spread as scores do.
	if spread, err := stats.DifferencesOf(values); err == nil {
		d.Mean = spread.Mean
		d.Detectable = detectable(spread, measure)
	}
	return d
}

// detectable returns the smallest true difference that is found in four cases of five, nil
// where nothing would do.
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
	p := result.PairDiagnosis{A: a.Name, B: b.Name, OnlyA: []string{}, OnlyB: []string{}, Detectable: map[string]*float64{}}
	if err := scorefile.SameTask([]*scoring.Table{a, b}); err != nil {
		p.Fault = err.Error()
	}
	in := map[string]int{}
	for q, row := range b.Queries {
		in[row.QueryID] = q
	}
	places := make([][2]int, 0, len(a.Queries)) // of common samples
	for q, row := range a.Queries {
		if at, both := in[row.QueryID]; both {
			places = append(places, [2]int{q, at})
			delete(in, row.QueryID)
		} else {
			p.OnlyA = append(p.OnlyA, row.QueryID)
		}
	}
	for _, row := range b.Queries {
		if _, alone := in[row.QueryID]; alone {
			p.OnlyB = append(p.OnlyB, row.QueryID)
		}
	}
	p.Common = len(places)
	for m, measure := range a.Measures {
		at := slices.IndexFunc(b.Measures, func(other metrics.Measure) bool { return other.String() == measure.String() })
		if at < 0 {
			continue
		}
		var d []float64
		for _, both := range places {
			if v := b.Value(at, both[1]) - a.Value(m, both[0]); !math.IsNaN(v) {
				d = append(d, v)
			}
		}
		p.Detectable[measure.String()] = nil
		if spread, err := stats.DifferencesOf(d); err == nil {
			p.Detectable[measure.String()] = detectable(spread, measure)
		}
	}
	return p
}
