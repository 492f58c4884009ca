package metrics_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/metrics"
)

// A document as Ties has to tell it from others: how it was judged, what it is
// worth and what it is relevant to.
type document struct {
	grade  int // unjudged, pooled or a grade
	gain   float64
	topics []metrics.SubtopicGrade
}

const pooled = -2

// judgedDocuments joins a ranking of documents; missed are judged and not in it.
func judgedDocuments(ranking, missed []document) metrics.Judged {
	j := metrics.Judged{Retrieved: len(ranking), Subtopics: &metrics.Subtopics{Count: 2}}
	for i, d := range ranking {
		switch d.grade {
		case unjudged:
			continue
		case pooled:
			j.Pooled = append(j.Pooled, i+1)
			continue
		}
		j.Hits = append(j.Hits, metrics.Hit{Rank: i + 1, Grade: d.grade})
		j.Gains = append(j.Gains, d.gain)
		for _, t := range d.topics {
			j.Subtopics.Hits = append(j.Subtopics.Hits, metrics.SubtopicHit{Rank: i + 1, Subtopic: t.Subtopic, Grade: t.Grade})
		}
	}
	for _, d := range slices.Concat(ranking, missed) {
		switch {
		case d.grade > 0:
			j.Ideal = append(j.Ideal, d.grade)
		case d.grade == 0:
			j.NonRelevant++
		}
		if d.gain > 0 {
			j.IdealGains = append(j.IdealGains, d.gain)
		}
		if d.topics != nil {
			j.Subtopics.Documents = append(j.Subtopics.Documents, d.topics)
		}
	}
	slices.SortFunc(j.Ideal, func(a, b int) int { return b - a })
	slices.SortFunc(j.IdealGains, func(a, b float64) int { return cmp.Compare(b, a) })
	// The ideal ranking of a diversity measure must not depend on the order of
	// the run.
	slices.SortFunc(j.Subtopics.Documents, func(a, b []metrics.SubtopicGrade) int {
		return slices.CompareFunc(a, b, func(x, y metrics.SubtopicGrade) int {
			return cmp.Or(x.Subtopic-y.Subtopic, x.Grade-y.Grade)
		})
	})
	return j
}

func drawDocument(t *rapid.T, least int) document {
	d := document{grade: rapid.IntRange(least, 2).Draw(t, "grade")}
	if d.grade >= 0 {
		d.gain = float64(d.grade) + rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "gain")
	}
	for topic := range 2 {
		if d.grade > 0 && rapid.Bool().Draw(t, "covers") {
			d.topics = append(d.topics, metrics.SubtopicGrade{Subtopic: topic, Grade: rapid.IntRange(1, d.grade).Draw(t, "grade of topic")})
		}
	}
	return d
}

// Measures that look at more than grades: the pool, real-valued gains and
// subtopics move with their documents. All orders are tried one by one, with
// every document told apart.
func TestTiesOfWholeDocuments(t *testing.T) {
	var list []metrics.Measure
	for _, text := range []string{
		"infAP", "Bpref", "Judged@2", "AP", "nDCG(gain=linear)@3", "nDCG(gain=exp)", "DCG(gain=linear)@2", "G", "ndcg_rel", "Rndcg",
		"RBP(gain=query)", "alpha_nDCG@3", "alpha_DCG@2", "ERR_IA@3", "nERR_IA", "NRBP", "AP_IA", "P_IA@2", "StRecall@2", "StRecall(rel=2)@2",
	} {
		list = append(list, mustParse(t, text))
	}
	rapid.Check(t, func(t *rapid.T) {
		ranking := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) document { return drawDocument(t, pooled) }), 0, 5).Draw(t, "ranking")
		missed := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) document { return drawDocument(t, 0) }), 0, 2).Draw(t, "missed")
		first := rapid.IntRange(1, 3).Draw(t, "first")
		last := min(first+rapid.IntRange(0, 3).Draw(t, "tied"), len(ranking))
		var groups []metrics.TieGroup
		if first < last {
			groups = append(groups, metrics.TieGroup{First: first, Last: last})
		}
		j := judgedDocuments(ranking, missed)
		for i, got := range metrics.Ties(list, &j, groups, nil) {
			least, greatest, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0
			eachOrder(ranking, first-1, max(first-1, last), func(ranking []document) {
				j := judgedDocuments(ranking, missed)
				score, _ := list[i].Score(&j)
				least, greatest, sum, n = min(least, score), max(greatest, score), sum+score, n+1
			})
			wantNear(t, list[i].String()+" min", got.Min, least, 1e-12)
			wantNear(t, list[i].String()+" max", got.Max, greatest, 1e-12)
			wantNear(t, list[i].String()+" expected", got.Expected, sum/float64(n), 1e-12)
		}
	})
}

// eachOrder visits every order of the places from at to end.
func eachOrder(ranking []document, at, end int, visit func([]document)) {
	if at >= end {
		visit(ranking)
		return
	}
	for i := at; i < end; i++ {
		order := slices.Clone(ranking)
		order[at], order[i] = order[i], order[at]
		eachOrder(order, at+1, end, visit)
	}
}

// Of 20 tied documents two cover one subtopic each and eight are in the pool
// only: far too many arrangements to try. StRecall@10 is the mean of two
// chances of 1/2. The relevant of infAP all have the same score, so its expected
// value is between the extremes, which are those of best and worst first.
func TestTiesSampledOfWholeDocuments(t *testing.T) {
	var ranking []document
	for topic := range 2 {
		ranking = append(ranking, document{grade: 1, gain: 1, topics: []metrics.SubtopicGrade{{Subtopic: topic, Grade: 1}}})
	}
	for range 8 {
		ranking = append(ranking, document{grade: pooled})
	}
	for range 10 {
		ranking = append(ranking, document{grade: unjudged})
	}
	j := judgedDocuments(ranking, nil)
	list := []metrics.Measure{mustParse(t, "StRecall@10"), mustParse(t, "infAP")}
	got := metrics.Ties(list, &j, []metrics.TieGroup{{First: 1, Last: 20}}, rand.New(rand.NewPCG(3, 4)))
	if !got[0].Sampled || !got[1].Sampled {
		t.Errorf("%+v", got)
	}
	wantNear(t, "StRecall@10 min", got[0].Min, 0, 0)
	wantNear(t, "StRecall@10 expected", got[0].Expected, 0.5, 0.05)
	wantNear(t, "StRecall@10 max", got[0].Max, 1, 0)
	// infAP by its formula: both first, 1 and 1/2 + 1/2·(1/1)·(1+e)/(1+2e); both
	// last, with eight pooled and none judged above the first of them.
	const e = 0.00001
	best := (1 + 1./2 + 1./2*(1+e)/(1+2*e)) / 2
	worst := (1./19 + 18./19*(8./18)*(e/(2*e)) + 1./20 + 19./20*(9./19)*(1+e)/(1+2*e)) / 2
	wantNear(t, "infAP max", got[1].Max, best, 1e-12)
	if !(got[1].Min <= worst+1e-12 && got[1].Min < got[1].Expected && got[1].Expected < got[1].Max) {
		t.Errorf("infAP: %+v, and worst first gives %v", got[1], worst)
	}
}
