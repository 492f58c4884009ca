package scoring_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A slow and obviously right scorer: maps in place of tables, one list of
// document ids in place of a sparse join, and the formulas as they are printed
// in textbooks. It shares no code with what it checks.
type slowQuery struct {
	ranking []string                      // after cutting and condensing
	gains   map[string]float64            // highest judgment of each document
	topics  map[string]map[string]float64 // by document and subtopic
}

// slowRanking sorts by score descending, ties by the bytes of the id
// descending.
func slowRanking(scores map[string]float64) []string {
	var ids []string
	for id := range scores {
		ids = append(ids, id)
	}
	for i := range ids { // selection sort
		for j := i + 1; j < len(ids); j++ {
			if scores[ids[j]] > scores[ids[i]] || scores[ids[j]] == scores[ids[i]] && ids[j] > ids[i] {
				ids[i], ids[j] = ids[j], ids[i]
			}
		}
	}
	return ids
}

func (q slowQuery) top(k int) []string { return q.ranking[:min(k, len(q.ranking))] }

func (q slowQuery) found(k int) (n float64) {
	for _, id := range q.top(k) {
		if q.gains[id] >= 1 {
			n++
		}
	}
	return n
}

func (q slowQuery) relevant() (n float64) {
	for _, g := range q.gains {
		if g >= 1 {
			n++
		}
	}
	return n
}

func (q slowQuery) firstRelevant() float64 {
	for i, id := range q.ranking {
		if q.gains[id] >= 1 {
			return 1 / float64(i+1)
		}
	}
	return 0
}

func (q slowQuery) averagePrecision() float64 {
	sum := 0.0
	for k := range q.ranking {
		if q.gains[q.ranking[k]] >= 1 {
			sum += q.found(k+1) / float64(k+1)
		}
	}
	return sum / q.relevant()
}

// dcg sums worth(gain) / log2(rank + 1) over a list of gains.
func dcg(gains []float64, k int, worth func(float64) float64) float64 {
	sum := 0.0
	for i, g := range gains {
		if i < k && g > 0 {
			sum += worth(g) / math.Log2(float64(i+2))
		}
	}
	return sum
}

// ndcg is undefined, NaN, when nothing gains.
func (q slowQuery) ndcg(k int, worth func(float64) float64) float64 {
	var got, ideal []float64
	for _, id := range q.ranking {
		got = append(got, q.gains[id])
	}
	for _, g := range q.gains {
		ideal = append(ideal, g)
	}
	slices.Sort(ideal)
	slices.Reverse(ideal)
	return dcg(got, k, worth) / dcg(ideal, k, worth)
}

// covered counts the subtopics of a list of documents.
func (q slowQuery) covered(ids []string) float64 {
	seen := map[string]bool{}
	for _, id := range ids {
		for topic, g := range q.topics[id] {
			if g >= 1 {
				seen[topic] = true
			}
		}
	}
	return float64(len(seen))
}

// subtopics counts the subtopics that some document covers.
func (q slowQuery) subtopics() float64 {
	var all []string
	for id := range q.topics {
		all = append(all, id)
	}
	return q.covered(all)
}

// errIA returns ERR_IA@k with alpha 0.5 as in Chapelle et al. (2009), divided by that
// of documents which cover everything.
func (q slowQuery) errIA(k int) float64 {
	seen, raw, best := map[string]float64{}, 0.0, 0.0
	for i, id := range q.top(k) {
		for topic, g := range q.topics[id] {
			if g >= 1 {
				raw += math.Pow(0.5, seen[topic]) / float64(i+1)
				seen[topic]++
			}
		}
	}
	for i := range k {
		best += q.subtopics() * math.Pow(0.5, float64(i)) / float64(i+1)
	}
	return raw / best
}

// slowMeasures are the measures with their slow scores. Undefined is NaN.
var slowMeasures = []struct {
	text  string
	score func(slowQuery) float64
}{
	{"P@3", func(q slowQuery) float64 { return q.found(3) / 3 }},
	{"R@3", func(q slowQuery) float64 { return q.found(3) / q.relevant() }},
	{"Success@2", func(q slowQuery) float64 { return min(q.found(2), 1) }},
	{"RR", slowQuery.firstRelevant},
	{"AP", slowQuery.averagePrecision},
	{"nDCG(gain=linear)@3", func(q slowQuery) float64 { return q.ndcg(3, func(g float64) float64 { return g }) }},
	{"nDCG(gain=exp)", func(q slowQuery) float64 { return q.ndcg(1000, func(g float64) float64 { return math.Pow(2, g) - 1 }) }},
	{"StRecall@2", func(q slowQuery) float64 { return q.covered(q.top(2)) / q.subtopics() }},
	{"ERR_IA@3", func(q slowQuery) float64 { return q.errIA(3) }},
}

// A slowSet is a run and judgments as lines and as maps.
type slowSet struct {
	run, qrels strings.Builder
	scores     map[string]map[string]float64
	judged     map[string]map[string]map[string]float64 // by query, document, subtopic
	order      []string                                 // queries, as they came
}

// drawSlowSet draws up to 3 queries whose lines stand in any order, with tied
// scores, unjudged documents, negative judgments and queries that one of the
// files lacks. Gains are whole unless fractions are wanted.
func drawSlowSet(t *rapid.T, subtopics, fractions bool) *slowSet {
	s := &slowSet{scores: map[string]map[string]float64{}, judged: map[string]map[string]map[string]float64{}}
	query := rapid.SampledFrom([]string{"7", "07", "q"})
	doc := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "aa", "B", "é"})
	for range rapid.IntRange(1, 25).Draw(t, "run lines") {
		q, d := query.Draw(t, "query"), doc.Draw(t, "document")
		if _, twice := s.scores[q][d]; twice {
			continue
		}
		score := rapid.SampledFrom([]string{"1", "1.0", "2", "2.5", "-3", "1e1", "0.1", "0"}).Draw(t, "score")
		if s.scores[q] == nil {
			s.scores[q] = map[string]float64{}
		}
		s.scores[q][d], _ = strconv.ParseFloat(score, 64)
		fmt.Fprintf(&s.run, "%s Q0 %s %d %s t\n", q, d, rapid.IntRange(0, 9).Draw(t, "rank"), score)
	}
	for range rapid.IntRange(1, 25).Draw(t, "qrels lines") {
		q, d, topic := query.Draw(t, "query"), doc.Draw(t, "document"), "0"
		if subtopics {
			topic = rapid.SampledFrom([]string{"1", "2", "10", "x"}).Draw(t, "subtopic")
		}
		if _, twice := s.judged[q][d][topic]; twice {
			continue
		}
		gain := float64(rapid.IntRange(-1, 3).Draw(t, "gain"))
		if fractions {
			gain += rapid.SampledFrom([]float64{0, 0.25, 0.5}).Draw(t, "fraction")
		}
		if s.judged[q] == nil {
			s.judged[q] = map[string]map[string]float64{}
			s.order = append(s.order, q)
		}
		if s.judged[q][d] == nil {
			s.judged[q][d] = map[string]float64{}
		}
		s.judged[q][d][topic] = gain
		fmt.Fprintf(&s.qrels, "%s %s %s %v\n", q, topic, d, gain)
	}
	return s
}

// query returns what the slow scorer needs of a judged query.
func (s *slowSet) query(id string, opts scoring.Options) slowQuery {
	q := slowQuery{ranking: slowRanking(s.scores[id]), gains: map[string]float64{}, topics: s.judged[id]}
	for doc, topics := range s.judged[id] {
		best := math.Inf(-1)
		for _, gain := range topics {
			best = max(best, gain)
		}
		q.gains[doc] = best
	}
	if opts.Depth > 0 {
		q.ranking = q.top(opts.Depth)
	}
	if opts.JudgedOnly { // a negative judgment is none
		q.ranking = slices.DeleteFunc(q.ranking, func(doc string) bool { gain, judged := q.gains[doc]; return !judged || gain < 0 })
	}
	return q
}

func byDefault(t *rapid.T, list string) (metrics.Profile, []metrics.Measure) {
	p, err := metrics.ProfileByName("default")
	if err != nil {
		t.Fatal(err)
	}
	measures, err := p.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	return p, measures
}

// From the bytes of two files to the score of every query, whatever the order
// of the lines, the options and the number of workers.
func scoreAgainstSlow(t *rapid.T) {
	reading := trec.QrelsOptions{Subtopics: rapid.Bool().Draw(t, "subtopics"), RealGains: rapid.Bool().Draw(t, "real gains")}
	s := drawSlowSet(t, reading.Subtopics, reading.RealGains)
	j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(s.qrels.String())), reading)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.qrels.String())
	}
	var texts []string
	for _, m := range slowMeasures {
		texts = append(texts, m.text)
	}
	opts := scoring.Options{
		Depth: rapid.IntRange(0, 4).Draw(t, "depth"), JudgedOnly: rapid.Bool().Draw(t, "judged only"),
		Run: trec.RunOptions{Workers: rapid.IntRange(1, 3).Draw(t, "workers")},
	}
	p, list := byDefault(t, strings.Join(texts, ","))
	got, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(s.run.String())), j, list, p, opts)
	common := slices.ContainsFunc(s.order, func(q string) bool { return s.scores[q] != nil })
	if (err == nil) != common {
		t.Fatalf("error %v; a query in common: %v", err, common)
	}
	if err != nil {
		return
	}
	for i, id := range s.order {
		if got.ID(i) != id {
			t.Fatalf("query %d is %s, want %s", i, got.ID(i), id)
		}
		q := s.query(id, opts)
		for m, slow := range slowMeasures {
			want, defined := slow.score(q), q.relevant() > 0
			switch {
			case strings.HasPrefix(slow.text, "nDCG"):
				defined = !math.IsNaN(want) // something gains
			case strings.HasPrefix(slow.text, "StRecall") || strings.HasPrefix(slow.text, "ERR_IA"):
				defined = reading.Subtopics && q.subtopics() > 0
			}
			v, ok := got.Score(m, i)
			if ok != defined || defined && math.Abs(v-want) > 1e-12 {
				t.Fatalf("%s of %s = %v %v, want %v %v\nranking %q\njudgments %v", slow.text, id, v, ok, want, defined, q.ranking, q.topics)
			}
		}
	}
}

func TestScoreRunAgainstSlow(t *testing.T) { rapid.Check(t, scoreAgainstSlow) }

// FuzzScoreRun looks for files and options for which fast and slow disagree.
func FuzzScoreRun(f *testing.F) { f.Fuzz(rapid.MakeFuzz(scoreAgainstSlow)) }

// What unjudged documents are called changes nothing unless scores tie, and
// then nothing but the order that the names decide: the range over all orders
// stays.
func TestUnjudgedNames(t *testing.T) {
	const list = "P@2 R@2 RR AP nDCG@3 Bpref infAP Judged@2 RBP ERR@5 NumRet"
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "hits")
		tie := rapid.Bool().Draw(t, "ties")
		var before, after, qrels strings.Builder
		fmt.Fprintln(&qrels, "q 0 missed 1")
		for rank := range n {
			score := 10 - rank
			if tie {
				score = 10 - rank/2
			}
			if rapid.Bool().Draw(t, "judged") {
				fmt.Fprintf(&qrels, "q 0 m%d %d\n", rank, rapid.IntRange(-1, 3).Draw(t, "grade"))
				fmt.Fprintf(&before, "q Q0 m%d %d %d t\n", rank, rank+1, score)
				fmt.Fprintf(&after, "q Q0 m%d %d %d t\n", rank, rank+1, score)
				continue
			}
			fmt.Fprintf(&before, "q Q0 unjudged%d %d %d t\n", rank, rank+1, score)
			fmt.Fprintf(&after, "q Q0 %s%d %d %d t\n", rapid.SampledFrom([]string{"a", "z", "M", "ÿ", "missed"}).Draw(t, "name"), rank, rank+1, score)
		}
		j, err := judgments.Read(t.Context(), trec.Bytes("qrels", []byte(qrels.String())), trec.QrelsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, measures := byDefault(t, list)
		var tables [2][]result.MeasureSummary
		for i, run := range []string{before.String(), after.String()} {
			s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(run)), j, measures, p, scoring.Options{Ties: true})
			if err != nil {
				t.Fatal(err)
			}
			tables[i] = s.Summarize(false).Measures
		}
		for m := range tables[0] {
			a, b := tables[0][m], tables[1][m]
			if !tie && *a.Mean != *b.Mean {
				t.Fatalf("%s = %v, and %v after renaming\n%s\n%s", a.Measure, *a.Mean, *b.Mean, before.String(), after.String())
			}
			if math.Abs(a.Ties.Min-b.Ties.Min)+math.Abs(a.Ties.Expected-b.Ties.Expected)+math.Abs(a.Ties.Max-b.Ties.Max) > 1e-12 {
				t.Fatalf("%s over the ties = %+v, and %+v after renaming\n%s\n%s", a.Measure, *a.Ties, *b.Ties, before.String(), after.String())
			}
		}
	})
}
