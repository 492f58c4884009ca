// Package silver joins labels that people gave to some queries with labels that a
// model gave to all of them: which queries people labelled whole, whether these are
// the sample that was drawn, and how far both agree on the documents that have two
// labels. What follows for a difference is computed by experiment/compare.
package silver

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// Labels are both kinds of judgments, and two systems scored by each.
type Labels struct {
	Human, Model     *judgments.Judgments
	ByHuman, ByModel []*scoring.Table // the same systems in the same order, with their first hits
	Sample           *Sample          // the order in which queries were to be labelled; nil: none was drawn
}

// A query is what both kinds of labels say of one that people labelled.
type query struct {
	id           string
	human, model map[string]int // grades by document
	tops         [][]string     // documents that each system ranked first
}

// Join leaves in the tables by people's labels the queries that people labelled whole,
// and gives each its twin by the model's labels (scoring.Table.Silver). A query is
// labelled whole when people labelled the first hits of every system, as deep as the
// primary measure looks (10 without a cutoff), and every document that the model
// labelled. With a sample, what comes after the first gap in its order counts as not
// labelled.
func (l *Labels) Join(primary metrics.Measure) (*result.SilverLabels, error) {
	if l.Human.Info.SHA256 == l.Model.Info.SHA256 {
		return nil, fmt.Errorf("%s and %s are one file; give people's labels and the model's", l.Human.Info.Name, l.Model.Info.Name)
	}
	depth := cmp.Or(primary.Cutoff(), scoring.JudgedDepth)
	queries, err := l.queries(metrics.LevelOf(primary), depth)
	if err != nil {
		return nil, err
	}
	info := &result.SilverLabels{Name: l.Model.Info.Name, SHA256: l.Model.Info.SHA256, Sampling: result.Sampling{State: result.SamplingUnknown}}
	whole, lacks := map[string]bool{}, map[string]string{}
	for _, q := range queries {
		docs := q.unlabelled()
		whole[q.id] = len(docs) == 0
		if len(docs) > 0 {
			lacks[q.id] = fmt.Sprintf("query %q lacks labels of %s, such as %q", q.id, prose.Plural(len(docs), "document"), docs[0])
			info.Gap = cmp.Or(info.Gap, lacks[q.id])
		}
	}
	info.Complete, info.Incomplete = len(queries)-len(lacks), len(lacks)
	if info.Complete == 0 {
		return nil, fmt.Errorf("%s labels no query whole: a query counts when its labels cover the first %d hits of each system and every document that %s labels",
			l.Human.Info.Name, depth, l.Model.Info.Name)
	}
	if l.Sample != nil {
		if whole, err = l.Sample.prefix(whole, l.Model); err != nil {
			return nil, err
		}
		if info.Beyond = info.Complete - len(whole); info.Beyond+info.Incomplete > 0 {
			next := l.Sample.Order[len(whole)]
			info.Gap = cmp.Or(lacks[next], fmt.Sprintf("query %q has no labels of people", next))
		}
		info.Planned = l.Sample.Planned
		info.Sampling = result.Sampling{State: result.SamplingVerified, Seed: &l.Sample.Seed, ByStratum: len(l.Sample.Strata) > 0}
	}
	for t, table := range l.ByHuman {
		var at []int
		for i := range table.Queries {
			if whole[table.Queries[i].QueryID] {
				at = append(at, i)
			}
		}
		table.KeepQueries(at)
		table.Silver = l.ByModel[t]
		if info.Sampling.ByStratum {
			l.Sample.name(table)
			l.Sample.name(table.Silver)
		}
	}
	return info, compareGrades(info, queries)
}

// queries lists those with labels of people, and refuses labels that do not go together.
func (l *Labels) queries(level metrics.Level, depth int) ([]query, error) {
	if top := l.Human.ScaleTop(); top > 0 && l.Model.Top() > top {
		return nil, fmt.Errorf("%s: grade %d is above %d, the highest of the scale of %s", l.Model.Info.Name, l.Model.Top(), top, l.Human.Info.Name)
	}
	places := make([]map[string]int, len(l.ByHuman))
	for t, table := range l.ByHuman {
		places[t] = map[string]int{}
		for i := range table.Queries {
			places[t][table.Queries[i].QueryID] = i
		}
	}
	var out []query
	var missing []string
	for i := range l.Human.Len() {
		q := query{id: l.Human.Query(i).ID}
		if q.human = grades(l.Human, q.id, level); len(q.human) == 0 {
			continue
		}
		if q.model = grades(l.Model, q.id, level); len(q.model) == 0 {
			missing = append(missing, q.id)
		}
		for t, table := range l.ByHuman {
			var top []string
			if at, scored := places[t][q.id]; scored {
				for _, hit := range table.Queries[at].Hits[:min(depth, len(table.Queries[at].Hits))] {
					top = append(top, hit.DocID)
				}
			}
			q.tops = append(q.tops, top)
		}
		out = append(out, q)
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s has no labels of the queries %s, which people labelled; the model has to label them too, in the same way as the others",
			l.Model.Info.Name, prose.FirstFew(missing))
	}
	return out, nil
}

// grades returns those of a query's documents.
func grades(j *judgments.Judgments, id string, level metrics.Level) map[string]int {
	at, known := j.Index([]byte(id))
	if !known || j.At(level).Queries[at].InQrels < 0 {
		return nil
	}
	out := map[string]int{}
	for judgment := range j.At(level).Qrels.Judgments(j.At(level).Queries[at].InQrels) {
		if judgment.Grade >= 0 {
			out[judgment.Doc] = judgment.Grade
		}
	}
	return out
}

// unlabelled lists the documents that count and that people did not label.
func (q *query) unlabelled() (docs []string) {
	counts := slices.Collect(maps.Keys(q.model))
	for _, doc := range append(counts, slices.Concat(q.tops...)...) {
		if _, ok := q.human[doc]; !ok {
			docs = append(docs, doc)
		}
	}
	slices.Sort(docs)
	return slices.Compact(docs)
}
