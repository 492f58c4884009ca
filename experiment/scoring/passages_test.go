package scoring_test

import (
	stdcmp "cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// A drawn query has judged passages of a few documents, which a chunker cut into pieces.
type drawnQuery struct {
	share    float64
	lengths  map[string]int
	passages []testsets.Passage
	hits     []drawnHit
}

type drawnHit struct {
	doc                string
	start, end, tokens int
}

// drawQuery draws documents of 20 to 120 characters, passages that may overlap, and chunks of a random
// size and overlap in a random order.
func drawQuery(rng *rand.Rand) drawnQuery {
	q := drawnQuery{share: []float64{0.5, 0.25, 1, 0.9}[rng.IntN(4)], lengths: map[string]int{}}
	for d := range 1 + rng.IntN(3) {
		doc, n := fmt.Sprint("d", d), 20+rng.IntN(100)
		q.lengths[doc] = n
		for range rng.IntN(4) {
			start := rng.IntN(n - 1)
			p := testsets.Passage{Doc: doc, Start: start, End: start + 1 + rng.IntN(n-start), Grade: rng.IntN(4)}
			if !slices.ContainsFunc(q.passages, func(o testsets.Passage) bool { return o.String() == p.String() }) {
				q.passages = append(q.passages, p)
			}
		}
		size := 3 + rng.IntN(60)
		step := max(1, size-rng.IntN(size))
		for start := 0; start < n; start += step {
			q.hits = append(q.hits, drawnHit{doc, start, min(n, start+size), rng.IntN(3) * rng.IntN(9)})
		}
	}
	q.passages = append(q.passages, testsets.Passage{Doc: "elsewhere", End: 9, Grade: 1})
	rng.Shuffle(len(q.hits), func(i, j int) { q.hits[i], q.hits[j] = q.hits[j], q.hits[i] })
	q.hits = q.hits[:min(len(q.hits), rng.IntN(40))]
	return q
}

// set and run are the query as files.
func (q drawnQuery) set() string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: v1\nstrata: []\npassage_share: %v\nqueries:\n- query_id: q\n  query_text: t\n  passages:\n", q.share)
	for _, p := range q.passages {
		fmt.Fprintf(&b, "  - {doc_id: %s, start: %d, end: %d, grade: %d}\n", p.Doc, p.Start, p.End, p.Grade)
	}
	return b.String()
}

func (q drawnQuery) run() string {
	hits := make([]string, len(q.hits))
	for i, h := range q.hits {
		hits[i] = fmt.Sprintf(`{"id":"c%d","document":%q,"start":%d,"end":%d,"tokens":%d}`, i, h.doc, h.start, h.end, h.tokens)
	}
	return fmt.Sprintf("{\"query_id\":\"q\",\"hits\":[%s]}\n", strings.Join(hits, ","))
}

// grades says of each hit which grade it gets, -1 for none, by going through the characters one by one.
func (q drawnQuery) grades() (grades []int) {
	order := slices.Clone(q.passages)
	slices.SortFunc(order, func(a, b testsets.Passage) int {
		return stdcmp.Or(b.Grade-a.Grade, stdcmp.Compare(a.Doc, b.Doc), a.Start-b.Start, a.End-b.End)
	})
	taken := map[string]bool{}
	for _, h := range q.hits {
		grade := -1
		for _, p := range order {
			in, all := 0, 0
			for c := p.Start; c < p.End; c++ {
				all++
				if h.doc == p.Doc && h.start <= c && c < h.end {
					in++
				}
			}
			if grade < 0 && !taken[p.String()] && float64(in) >= q.share*float64(all)-1e-9 {
				taken[p.String()], grade = true, p.Grade
			}
		}
		grades = append(grades, grade)
	}
	return grades
}

// score computes a measure from the grades, by its textbook formula.
func (q drawnQuery) score(measure string, k int) float64 {
	grades := q.grades()
	ideal := []int{}
	for _, p := range q.passages {
		if p.Grade > 0 {
			ideal = append(ideal, p.Grade)
		}
	}
	slices.Sort(ideal)
	slices.Reverse(ideal)
	found, first, dcg, best := 0.0, 0.0, 0.0, 0.0
	for i := range min(k, len(grades)) {
		if grades[i] > 0 {
			found++
			dcg += (math.Exp2(float64(grades[i])) - 1) / math.Log2(float64(i+2))
			if first == 0 {
				first = 1 / float64(i+1)
			}
		}
	}
	for i := range min(k, len(ideal)) {
		best += (math.Exp2(float64(ideal[i])) - 1) / math.Log2(float64(i+2))
	}
	return map[string]float64{"R": found / float64(len(ideal)), "P": found / float64(k), "RR": first, "nDCG": dcg / best}[measure]
}

// characters counts, one by one, the relevant characters that the first n hits cover, and those of these
// hits. The tokens of a hit that does not say are a quarter of its characters, the rest of which is one more.
func (q drawnQuery) characters(n int) (found, relevant, read float64) {
	type place struct {
		doc string
		at  int
	}
	seen, wanted := map[place]bool{}, map[place]bool{}
	for _, h := range q.hits[:n] {
		for c := h.start; c < h.end; c++ {
			seen[place{h.doc, c}] = true
			read++
		}
	}
	for _, p := range q.passages {
		for c := p.Start; c < p.End && p.Grade > 0; c++ {
			wanted[place{p.Doc, c}] = true
		}
	}
	for c := range wanted {
		if seen[c] {
			found++
		}
	}
	return found, float64(len(wanted)), read
}

// within counts the hits that fit into a number of tokens.
func (q drawnQuery) within(budget int) (n int) {
	for _, h := range q.hits {
		cost := h.tokens
		if cost == 0 {
			for c := h.start; c < h.end; c += 4 {
				cost++
			}
		}
		if budget -= cost; budget < 0 {
			break
		}
		n++
	}
	return n
}

// A thousand random chunkings of random documents score as counting character by character says,
// and no nDCG is above 1.
func TestPassagesByCharacters(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	rng := rand.New(rand.NewPCG(1, 27))
	covered := 0
	for range 1000 {
		q := drawQuery(rng)
		j := wingtest.JudgmentsOf(t, q.set())
		k := 1 + rng.IntN(12)
		names := []string{"R", "P", "RR", "nDCG"}
		var list []string
		for _, name := range names {
			list = append(list, fmt.Sprintf("%s(level=chunk)@%d", name, k))
		}
		s := wingtest.ScoredUnder(t, "default", q.run(), j, strings.Join(list, " "))
		for m, name := range names {
			got, defined := s.Score(m, 0)
			if want := q.score(name, k); !defined || math.Abs(got-want) > 1e-12 {
				t.Fatalf("%s@%d = %v (%v), counted %v\n%s%s", name, k, got, defined, want, q.set(), q.run())
			}
			if got > 1 {
				t.Fatalf("%s@%d is %v\n%s%s", name, k, got, q.set(), q.run())
			}
			if got > 0 {
				covered++
			}
		}
		for _, of := range []struct {
			cut  string
			hits int
		}{{fmt.Sprint("@", k), min(k, len(q.hits))}, {"", len(q.hits)}, {fmt.Sprintf("@%dtok", 9*k), q.within(9 * k)}} {
			s := wingtest.ScoredUnder(t, "default", q.run(), j, "CharR"+of.cut+" CharP"+of.cut)
			found, relevant, read := q.characters(of.hits)
			for m, want := range []float64{found / relevant, found / max(1, read)} {
				if got, defined := s.Score(m, 0); !defined || math.Abs(got-want) > 1e-12 {
					t.Fatalf("%s = %v (%v), counted %v\n%s%s", s.Measures[m], got, defined, want, q.set(), q.run())
				}
			}
		}
		whole := q
		whole.hits = q.hits[:q.within(9*k)]
		s = wingtest.ScoredUnder(t, "default", q.run(), j, fmt.Sprintf("R@%dtok nDCG@%[1]dtok", 9*k))
		for m, name := range []string{"R", "nDCG"} {
			if got, _ := s.Score(m, 0); math.Abs(got-whole.score(name, 1000)) > 1e-12 || got > 1 {
				t.Fatalf("%s = %v, counted %v\n%s%s", s.Measures[m], got, whole.score(name, 1000), q.set(), q.run())
			}
		}
	}
	if covered < 1000 {
		t.Errorf("only %d scores above 0", covered)
	}
}

const quoted = `version: v1
strata: []
queries:
- query_id: q
  query_text: t
  passages:
  - {doc_id: d, quote: "Dogs bark at night and cats sleep.", grade: 2}
  - {doc_id: e, start: 5, end: 15, quote: "ten signs.", grade: 1}
`

// A quote is found in the text of a hit, white space apart: whole, as what the text is a part of, or
// as what the text begins with or ends in.
func TestQuotes(t *testing.T) {
	j := wingtest.JudgmentsOf(t, quoted)
	for _, c := range []struct {
		what, hit string
		want      float64 // nDCG@1: 3 of 3 for the first passage, 1 of 3 for the second
	}{
		{"all of it", `"document":"d","text":"So: Dogs  bark\nat night and cats sleep. Yes."`, 1},
		{"its end", `"document":"d","text":"bark at night and cats sleep. And more"`, 1},
		{"its beginning", `"document":"d","text":"More. Dogs bark at night and"`, 1},
		{"a piece", `"document":"d","text":"bark at night and cats"`, 1},
		{"too small a piece", `"document":"d","text":"bark at night"`, 0},
		{"less than half at the end", `"document":"d","text":"and cats sleep. And more"`, 0},
		{"of another document", `"document":"x","text":"Dogs bark at night and cats sleep."`, 0},
		{"of no document", `"text":"Dogs bark at night and cats sleep."`, 1},
		{"other case", `"document":"d","text":"dogs bark at night and cats sleep."`, 0},
		{"by its place", `"document":"e","start":0,"end":10`, 1. / 3},
		{"less than half of its place", `"document":"e","start":0,"end":9`, 0},
		{"by its quote too", `"document":"e","text":"ten signs."`, 1. / 3},
		{"the id is the document", `"start":0,"end":10`, 0},
	} {
		run := fmt.Sprintf(`{"query_id":"q","hits":[{"id":"c",%s}]}`+"\n", c.hit)
		got, _ := wingtest.ScoredUnder(t, "default", run, j, "nDCG(level=chunk)@1").Score(0, 0)
		if math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// What a hit covers is never unknown without a word: some are counted and named, and a run of which
// no hit says it is refused.
func TestHitsWithoutPlace(t *testing.T) {
	j := wingtest.JudgmentsOf(t, quoted)
	for _, c := range []struct {
		what, run, want string
		refused         bool
	}{
		{"all say it", `{"query_id":"q","hits":[{"id":"c","document":"e","start":1,"end":9}]}`, "", false},
		{"other documents need not", `{"query_id":"q","hits":[{"id":"c","document":"e","start":1,"end":9},{"id":"b","document":"x"}]}`, "", false},
		{"one does not", `{"query_id":"q","hits":[{"id":"c","document":"e","start":1,"end":9},{"id":"b","document":"d"}]}`, `1 hit found no passage because nothing says what they cover, such as "b of q"`, false},
		{"none does", `{"query_id":"q","hits":[{"id":"b","document":"d"}]}`, "no hit says what it covers", true},
		{"a TREC run", "q Q0 d 1 2 t\nq Q0 e 2 1 t", "no hit says what it covers", true},
	} {
		s := wingtest.ScoredUnder(t, "default", c.run+"\n", j, "R(level=chunk)@5")
		_, err := scoring.Measurable([]*scoring.Table{s})
		var foreign *scoring.ForeignIDsError
		if errors.As(err, &foreign) != c.refused || c.refused && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "document, start, end")) {
			t.Errorf("%s: %v", c.what, err)
		}
		said := ""
		for _, f := range s.Health {
			if f.Code == result.FindingUnplaced {
				said = f.Text
			}
		}
		if !c.refused && (said == "") != (c.want == "") || !c.refused && !strings.HasPrefix(said, c.want) {
			t.Errorf("%s: %q, want %q", c.what, said, c.want)
		}
	}
}

// Measures of documents alone are noted where passages are judged.
func TestPassagesNotMeasured(t *testing.T) {
	run := `{"query_id":"q","hits":[{"id":"b","document":"e","start":5,"end":15}]}` + "\n"
	for list, want := range map[string]bool{"R@5": true, "R@5,CharR@5": false, "R(level=chunk)@5": false, "EmptyResultRate": false} {
		for set, judged := range map[string]bool{quoted: true, "version: v1\nstrata: []\nqueries:\n- {query_id: q, query_text: t, relevant_docs: [{doc_id: e, grade: 1}]}\n": false} {
			s := wingtest.ScoredUnder(t, "default", run, wingtest.JudgmentsOf(t, set), list)
			said := slices.ContainsFunc(s.Health, func(f result.Finding) bool { return f.Code == result.FindingUnusedPassages })
			if said != (want && judged) {
				t.Errorf("%s, passages %v: noted is %v", list, judged, said)
			}
		}
	}
}

// A depth cuts what is read, and ranges over ties are refused: which passage a hit takes follows from the order.
func TestOptionsWithPassages(t *testing.T) {
	j, p := wingtest.JudgmentsOf(t, quoted), wingtest.ProfileNamed(t, "default")
	run := `{"query_id":"q","hits":[{"id":"a","document":"e","start":0,"end":20},{"id":"b","document":"d","text":"Dogs bark at night and cats sleep."}]}` + "\n"
	src := trec.Bytes("run.jsonl", []byte(run))
	list := wingtest.Measures(t, p, "CharR,CharP,R@999tok,Judged@5")
	// e has 10 relevant characters, d 34; the hits have 20 and 34.
	for depth, want := range map[int][]float64{0: {1, 44. / 54, 1}, 1: {10. / 44, 10. / 20, 0.5}} {
		s, err := scoring.RunFile(t.Context(), src, j, list, p, scoring.Options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		for m := range want {
			if got, _ := s.Score(m, 0); math.Abs(got-want[m]) > 1e-12 {
				t.Errorf("depth %d: %s = %v, want %v", depth, list[m], got, want[m])
			}
		}
	}
	s, err := scoring.RunFile(t.Context(), src, j, list, p, scoring.Options{JudgedOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, defined := s.Score(0, 0); defined {
		t.Error("characters are counted of a list without the hits that found nothing")
	}
	if _, err := scoring.RunFile(t.Context(), src, j, list, p, scoring.Options{Ties: true, Run: trec.RunOptions{Order: trec.OrderScore}}); err == nil || !strings.Contains(err.Error(), "which passage a hit takes") {
		t.Errorf("ties: %v", err)
	}
}

// Chunks that are too small to find a passage are told from ids that are written otherwise.
func TestChunksTooSmall(t *testing.T) {
	set, run := "version: v1\nstrata: []\nqueries:\n", ""
	for q := range 5 {
		set += fmt.Sprintf("- {query_id: q%d, query_text: t%[1]d, passages: [{doc_id: d, end: 100, grade: 1}]}\n", q)
		run += fmt.Sprintf(`{"query_id":"q%d","hits":[{"id":"c","document":"d","start":0,"end":49}]}`+"\n", q)
	}
	s := wingtest.ScoredUnder(t, "default", run, wingtest.JudgmentsOf(t, set), "R(level=chunk)@5,CharR@5")
	if r, _ := s.Score(0, 0); r != 0 {
		t.Errorf("R = %v", r)
	}
	if r, _ := s.Score(1, 0); r != 0.49 {
		t.Errorf("CharR = %v, want 49 of 100", r)
	}
	if _, err := scoring.Measurable([]*scoring.Table{s}); err != nil {
		t.Errorf("refused: %v", err)
	}
	if !slices.ContainsFunc(s.Health, func(f result.Finding) bool {
		return strings.Contains(f.Text, "chunks smaller than half a passage find none")
	}) {
		t.Errorf("nothing says why: %v", s.Health)
	}
}

// Ranks that are kept are those at which passages were found, and hits keep their own ids.
func TestRanksOfPassages(t *testing.T) {
	j, p := wingtest.JudgmentsOf(t, quoted), wingtest.ProfileNamed(t, "default")
	place := retrieval.Extent{Start: 5, End: 15}
	hits := []retrieval.Hit{{ID: "a", Document: "x"}, {ID: "b", Document: "e", Extent: place}, {ID: "e:5-15", Document: "e", Extent: place}}
	tally := scoring.NewTally("live", j, wingtest.Measures(t, p, "R(level=chunk)@5"), p)
	tally.KeepTop(3)
	tally.Add(0, result.Ranking{Hits: hits, Fused: hits[1:]})
	row := tally.Finish().Query(0)
	if got, _ := tally.Table.Score(0, 0); got != 0.5 {
		t.Errorf("R = %v, want 0.5: a passage counts once", got)
	}
	two, zero, one := 2, 0, 1
	want := []result.RankedRelevant{
		{DocID: `d:"Dogs bark at night and cats sleep."`, Grade: 2, FusedRank: &zero}, {DocID: "e:5-15", Grade: 1, Rank: two, FusedRank: &one},
	}
	if diff := cmp.Diff(want, row.Relevant); diff != "" {
		t.Errorf("relevant (-want +got):\n%s", diff)
	}
	kept := []result.JudgedHit{{DocID: "a", Grade: result.Unjudged}, {DocID: "b", Grade: 1}, {DocID: "e:5-15", Grade: result.Unjudged}}
	if diff := cmp.Diff(kept, row.Hits); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

// A hit without a document is of the document that its id names, and is held against passages of that alone; an
// id that names none cannot be held against characters.
func TestHitsWithoutADocument(t *testing.T) {
	j, p := wingtest.JudgmentsOf(t, quoted), wingtest.ProfileNamed(t, "default")
	for id, want := range map[string]float64{"e": 0.5, "e#0": 0} {
		tally := scoring.NewTally("live", j, wingtest.Measures(t, p, "R(level=chunk)@5"), p)
		tally.Add(0, result.Ranking{Hits: []retrieval.Hit{{ID: id, Extent: retrieval.Extent{Start: 5, End: 15}}}})
		table := tally.Finish()
		got, _ := table.Score(0, 0)
		unplaced := slices.ContainsFunc(table.Health, func(f result.Finding) bool { return f.Code == "unplaced_hits" })
		if _, err := scoring.Measurable([]*scoring.Table{table}); got != want || (err == nil) != (want > 0) || unplaced {
			t.Errorf("%s: R = %v, want %v; unplaced %v; %v", id, got, want, unplaced, err)
		}
	}
}
