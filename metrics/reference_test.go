package metrics_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// A ranking as the reference implementations see it: the grade at every rank,
// -1 where there is no judgment, and the grades of the judged documents that
// were not retrieved.
type dense struct {
	ranking []int
	missed  []int
}

const unjudged = -1

// all lists the grades of all judged documents, best first.
func (d dense) all() []int {
	all := slices.Clone(d.missed)
	for _, g := range d.ranking {
		if g != unjudged {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return b - a })
	return all
}

func (d dense) relevant(least int) (n int) {
	for _, g := range d.all() {
		if g >= least {
			n++
		}
	}
	return n
}

// top returns the ranking down to k, filled up with unjudged documents; k = 0 is the
// whole of it.
func (d dense) top(k int) []int {
	if k == 0 {
		return d.ranking
	}
	top := make([]int, k)
	for i := range top {
		top[i] = unjudged
	}
	copy(top, d.ranking)
	return top
}

// condensed leaves the unjudged documents out.
func (d dense) condensed() dense {
	return dense{slices.DeleteFunc(slices.Clone(d.ranking), func(g int) bool { return g == unjudged }), d.missed}
}

// judged returns the same in the form that measures get.
func (d dense) judged() metrics.Judged {
	j := metrics.Judged{Retrieved: len(d.ranking)}
	for i, g := range d.ranking {
		if g != unjudged {
			j.Hits = append(j.Hits, metrics.Hit{Rank: i + 1, Grade: g})
		}
	}
	for _, g := range d.all() {
		if g > 0 {
			j.Ideal = append(j.Ideal, g)
		} else {
			j.NonRelevant++
		}
	}
	return j
}

// drawDense draws rankings of up to 30 documents with grades up to 3.
func drawDense(t *rapid.T) dense {
	return dense{
		rapid.SliceOfN(rapid.IntRange(unjudged, 3), 0, 30).Draw(t, "ranking"),
		rapid.SliceOfN(rapid.IntRange(0, 3), 0, 8).Draw(t, "missed"),
	}
}

// Every binary and gain measure, with any cutoff, relevance level and condensed
// or not, equals its textbook formula over the dense ranking.
func TestAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDense(t)
		least := rapid.IntRange(1, 3).Draw(t, "rel")
		condense := rapid.Bool().Draw(t, "judged only")
		for _, ref := range references {
			k := rapid.IntRange(1, 40).Draw(t, "k")
			if ref.cut == never || ref.cut == optional && rapid.Bool().Draw(t, "uncut") {
				k = 0
			}
			seen := d
			condense := condense && ref.name != "Bpref" && ref.name != "SetR" // they have no judged=
			if condense {
				seen = d.condensed()
			}
			j := d.judged()
			m := mustParseRapid(t, refText(ref.name, ref.params, least, condense, k))
			got, defined := m.Score(&j)
			want := d.relevant(least) > 0
			if ref.name == "Accuracy" {
				want = refHits(seen, least, k) > 0
			}
			if defined != want {
				t.Fatalf("%s defined = %v, want %v", m, defined, want)
			}
			if !defined {
				if got != 0 {
					t.Fatalf("%s undefined with score %v, want 0", m, got)
				}
				continue
			}
			if want := ref.score(seen, least, k); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%s = %v, want %v", m, got, want)
			}
			if got < 0 || got > 1+1e-12 {
				t.Fatalf("%s = %v is out of [0, 1]", m, got)
			}
		}
	})
}

// Recall and Success never fall as the cutoff grows; RR and AP neither.
func TestMonotoneInCutoff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := drawDense(t).judged()
		for _, name := range []string{"R", "Success", "RR", "AP"} {
			last := 0.0
			for k := 1; k <= 32; k++ {
				got, _ := mustParseRapid(t, refText(name, "", 1, false, k)).Score(&j)
				if got < last {
					t.Fatalf("%s@%d = %v after %v", name, k, got, last)
				}
				last = got
			}
		}
	})
}

// The ideal ranking scores 1 wherever 1 can be reached.
func TestPerfectRanking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grades := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 20).Draw(t, "grades")
		slices.SortFunc(grades, func(a, b int) int { return b - a })
		d := dense{ranking: grades}
		relevant := d.relevant(1)
		if relevant == 0 {
			t.Skip("nothing is relevant")
		}
		j := d.judged()
		for _, text := range []string{
			"R@20", "Success@1", "RR", "RR@1", "AP", "nDCG@1,5,10,20", "nDCG",
			"nDCG(gain=linear)@5", "nDCG(gain={1:1,2:1,3:2})@5", "nDCG(gain=binary)@3", "Judged@5",
			"RCap@1,3,20", "Rprec", "Rprec(mult=0.5)", "SetR", "IPrec@0", "IPrec@0.5", "IPrec@1", "11pt", "Bpref", "GMAP",
			"nERR@1,5", "nERR", "ndcg_rel", "Rndcg", "G", "binG", "Compat",
		} {
			measures, err := metrics.ParseList(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range measures {
				if got, _ := m.Score(&j); math.Abs(got-1) > 1e-14 {
					t.Fatalf("%s = %v, want 1", m, got)
				}
			}
		}
	})
}

// Scoring changes nothing of what it is given.
func TestScoreKeepsItsArgument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := drawDense(t).judged()
		before := metrics.Judged{
			Retrieved: j.Retrieved, Hits: slices.Clone(j.Hits), Ideal: slices.Clone(j.Ideal), NonRelevant: j.NonRelevant,
		}
		for _, d := range rankingDefinitions() {
			mustParseRapid(t, example(d)).Score(&j)
		}
		if j.Retrieved != before.Retrieved || j.NonRelevant != before.NonRelevant ||
			!slices.Equal(j.Hits, before.Hits) || !slices.Equal(j.Ideal, before.Ideal) {
			t.Fatalf("%+v became %+v", before, j)
		}
	})
}

func mustParseRapid(t *rapid.T, text string) metrics.Measure {
	t.Helper()
	m, err := metrics.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Interpolated precision is the best precision from the wanted recall on.
func TestInterpolatedPrecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDense(t)
		if d.relevant(1) == 0 {
			t.Skip("nothing is relevant")
		}
		j := d.judged()
		for _, level := range []struct {
			text   string
			recall float64
		}{{"IPrec@0", 0}, {"IPrec@0.2", 0.2}, {"IPrec@0.5", 0.5}, {"IPrec@1", 1}} {
			got, _ := mustParseRapid(t, level.text).Score(&j)
			if want := refIPrec(level.recall)(d, 1, 0); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%s = %v, want %v", level.text, got, want)
			}
		}
	})
}

// The residual is what unjudged ranks and everything below the ranking could
// add, summed rank by rank as in Moffat and Zobel (2008); rankings are long
// enough for ranks that no longer matter.
func TestRBPResidual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.IntRange(0, 9).Draw(t, "judged of ten")
		d := dense{ranking: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) int {
			if rapid.IntRange(0, 9).Draw(t, "of ten") < share {
				return 1
			}
			return unjudged
		}), 0, 400).Draw(t, "ranking")}
		p := rapid.SampledFrom([]float64{0, 0.5, 0.8, 0.95, 0.99}).Draw(t, "p")
		want, everything := 0.0, true
		for i, g := range d.ranking {
			if g == unjudged {
				want += (1 - p) * math.Pow(p, float64(i))
				everything = false
			}
		}
		if want += math.Pow(p, float64(len(d.ranking))); everything {
			want = 0 // as in trec_eval
		}
		j := d.judged()
		got, defined := metrics.RBPResidual{P: p}.Score(&j)
		if !defined || math.Abs(got-want) > 1e-13 {
			t.Fatalf("RBPResidual(p=%v) = %v %v, want %v", p, got, defined, want)
		}
	})
}
