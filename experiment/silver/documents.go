package silver

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats/priority"
)

// A Pair is a query and a document.
type Pair [2]string

// NoGrade is what people say of a document that they could not judge.
const NoGrade = -1

// unlabelled is the grade of a document that the model did not label.
const unlabelled = -1

// Documents are those at which systems differ, in the order in which people are to label them.
type Documents struct {
	Plan    LabelPlan
	model   *judgments.Judgments
	runs    []*scoring.Table // the baseline first
	linear  metrics.Linear
	items   []item
	folds   []int // of each query
	known   int   // items labelled before the plan
	without int   // items that the model did not label
}

type item struct {
	pair           Pair
	query, grade   int
	weights        []float64 // for each candidate
	size, priority float64
}

// Scored returns by which measures runs are scored that PlanDocuments is about.
func Scored(m metrics.Measure) []metrics.Measure {
	if linear, ok := metrics.LinearOf(m); ok && linear.Ideal != nil {
		return []metrics.Measure{m, linear.Ideal}
	}
	return []metrics.Measure{m}
}

// PlanDocuments puts the documents into an order: those that people labelled before, then by a hash of seed, query and
// document over what they matter. The runs are Scored by the model's labels, with their first hits.
func PlanDocuments(set LabelSettings, model *judgments.Judgments, runs []*scoring.Table, measure metrics.Measure, known []Pair) (*Documents, error) {
	linear, ok := metrics.LinearOf(measure)
	if !ok {
		return nil, fmt.Errorf("%s is not a sum over documents of the first k, each by itself: take P@k, DCG@k, nDCG@k or RBP@k, or compare by queries labelled whole (compare --silver)", measure)
	}
	if err := scoring.Distinct(runs); err != nil {
		return nil, err
	}
	d := &Documents{model: model, runs: runs, linear: linear}
	for q := range model.Len() {
		d.collect(q, measure.Cutoff())
		d.folds = append(d.folds, int(hash("fold", model.Query(q).ID)*folds))
	}
	if len(d.items) == 0 {
		return nil, fmt.Errorf("the systems rank the same first %d documents at the same places for all queries: there is nothing to label", measure.Cutoff())
	}
	d.arrange(set.Seed, known)
	d.Plan = LabelPlan{Schema: planSchema, LabelSettings: set, Model: contentOf(model), Known: []Pair{}}
	for _, r := range runs {
		d.Plan.Runs = append(d.Plan.Runs, r.HashRankings())
	}
	for i, it := range d.items {
		if i < d.known {
			d.Plan.Known = append(d.Plan.Known, it.pair)
		} else {
			d.Plan.Order = append(d.Plan.Order, it.pair)
		}
	}
	return d, nil
}

// folds is how many parts the queries have; what a model's grade is worth is learnt from the others.
const folds = 5

// collect adds the documents of a query that are not at the same place for all systems.
func (d *Documents) collect(q, depth int) {
	id, scale := d.model.Query(q).ID, 1.0
	if ideal, defined := d.runs[0].Score(len(d.runs[0].Measures)-1, q); defined && d.linear.Ideal != nil {
		scale = 1 / ideal
	}
	discounts := map[string][]float64{}
	for r, run := range d.runs {
		hits := run.Query(q).Hits
		for i, hit := range hits[:min(depth, len(hits))] {
			if discounts[hit.DocID] == nil {
				discounts[hit.DocID] = make([]float64, len(d.runs))
			}
			discounts[hit.DocID][r] = d.linear.Discount(i+1) * scale
		}
	}
	graded := d.model.GradesOf(id, metrics.DocumentLevel)
	for _, doc := range slices.Sorted(maps.Keys(discounts)) {
		it := item{pair: Pair{id, doc}, query: q, grade: unlabelled}
		if g, ok := graded[doc]; ok {
			it.grade = g
		}
		differ := false
		for _, w := range discounts[doc][1:] {
			it.weights = append(it.weights, w-discounts[doc][0])
			differ = differ || w != discounts[doc][0]
		}
		if differ {
			d.items = append(d.items, it)
			if it.grade == unlabelled {
				d.without++
			}
		}
	}
}

// arrange puts the items into their order. Labels from before make it another one: they may come from a
// plan with the same seed, and what is left of that would be no random sample of the rest.
func (d *Documents) arrange(seed uint64, known []Pair) {
	weights := make([][]float64, len(d.runs)-1)
	before := ordered.Set(known)
	salt := strconv.FormatUint(seed, 10)
	for _, it := range d.items {
		for c := range weights {
			weights[c] = append(weights[c], it.weights[c])
		}
		if before[it.pair] {
			salt += "\x00" + strings.Join(it.pair[:], "\x00")
		}
	}
	for i, size := range priority.Sizes(weights...) {
		it := &d.items[i]
		if it.size, it.priority = size, hash(salt, it.pair[:]...)/size; before[it.pair] {
			it.size, it.priority = math.Inf(1), 0
			d.known++
		}
	}
	ordered.Stable(d.items, func(x, y item) int { return cmp.Compare(x.priority, y.priority) })
}

func hash(salt string, words ...string) float64 {
	sum := sha256.Sum256([]byte(salt + "\x00" + strings.Join(words, "\x00")))
	return (float64(binary.BigEndian.Uint64(sum[:])>>12) + 0.5) / (1 << 52)
}

// Next returns the next n documents of the order without a label, by query.
func (d *Documents) Next(said map[Pair]int, n int) []Pair {
	var next []Pair
	for _, it := range d.items {
		if _, labelled := said[it.pair]; !labelled && len(next) < n {
			next = append(next, it.pair)
		}
	}
	ordered.Stable(next, func(x, y Pair) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) })
	return next
}
