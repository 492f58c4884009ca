package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/label"
)

// An Asking has a judge grade what people would.
type Asking struct {
	Engine   retrieval.Stater
	At       retrieval.Place
	Origin   result.JudgeOrigin // judge, model, guideline and grades; Ask adds the rest
	Settings recording.Settings
	Hooks    recording.Hooks
	Since    time.Time // ask again what was answered before
}

// Ask asks what is not recorded yet, and returns what was graded, and how many documents
// it asked about. An answer that is not one of the grades is counted, and no label.
func (a *Asking) Ask(ctx context.Context, pool *label.Pool, recorder result.Recorder) ([]trec.Judgment, int, error) {
	questions, key, err := a.questions(ctx, pool)
	if err != nil {
		return nil, 0, err
	}
	known, err := recording.NewStates(recorder).Of(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	for _, q := range questions {
		if known[q.ID].At.Before(a.Since) {
			delete(known, q.ID)
		}
	}
	c := &recording.Component{Name: a.Origin.Judge, Key: key, Depth: 1, Known: known, Open: func(ctx context.Context) (retrieval.Retriever, error) {
		return a.Engine.Open(ctx, a.At)
	}}
	c.Divide(questions, true, recording.Shard{}) // a failure is no label
	a.Settings.WarmUp = -1                       // an answer that counts for nothing costs as much
	if _, err := recording.Ask(ctx, questions, []*recording.Component{c}, recorder, a.Settings, a.Hooks); err != nil {
		return nil, 0, err
	}
	grades, err := a.grades(ctx, questions, c, recorder)
	return grades, len(c.Missing), err
}

// questions returns what is asked, each named by all that the judge is told, and what answers are recorded under.
func (a *Asking) questions(ctx context.Context, pool *label.Pool) ([]retrieval.Query, result.RecordingKey, error) {
	identity, err := a.Engine.Identity(ctx, a.At)
	state, unknown := a.Engine.State(ctx, a.At)
	if err = errors.Join(err, unknown); err == nil {
		a.Origin.Identity, err = fingerprint.Of([]string{identity, state})
	}
	list := make([]retrieval.Query, len(pool.Items))
	for i, it := range pool.Items {
		q := retrieval.Query{Text: strings.TrimSpace(it.QueryText + "\n" + it.Need)}
		q.Document = &retrieval.Document{Query: it.Query, ID: it.Doc, Text: strings.TrimSpace(it.Title + "\n" + it.Text), Guideline: a.Origin.Guideline}
		var wrong error
		q.ID, wrong = fingerprint.Of(q)
		list[i], err = q, errors.Join(err, wrong)
	}
	return list, result.RecordingKey{Component: a.Origin.Identity, TestSet: result.JudgeOriginSchema}, err
}

// grades reads what was recorded.
func (a *Asking) grades(ctx context.Context, questions []retrieval.Query, c *recording.Component, recorder result.Recorder) (list []trec.Judgment, err error) {
	o := &a.Origin
	o.Schema, o.Documents, o.Ungraded = result.JudgeOriginSchema, len(questions), map[string]result.NotGraded{}
	answers, err := recording.Feed{Recorder: recorder, Key: c.Key}.Rankings(ctx, questions)
	var dates []time.Time
	for i, said := range answers {
		of, text, why := questions[i].Document, said.Failure, "failed"
		if said.Written != nil {
			dates = append(dates, c.Known[questions[i].ID].At)
			text = said.Written.Text
			g, unread := strconv.Atoi(strings.TrimSpace(text))
			if unread == nil && slices.Contains(o.Grades, g) {
				list = append(list, trec.Judgment{Query: of.Query, Doc: of.ID, Grade: g})
				continue
			}
			if why = "off_scale"; unread != nil {
				why = "no_grade"
			}
		}
		none := o.Ungraded[why]
		if none.Documents++; none.Documents == 1 {
			none.Such = fmt.Sprintf("query %q, document %q: %.200q", of.Query, of.ID, text)
		}
		o.Ungraded[why] = none
	}
	if o.Graded = len(list); len(dates) > 0 {
		o.First, o.Last = slices.MinFunc(dates, time.Time.Compare), slices.MaxFunc(dates, time.Time.Compare)
	}
	return list, err
}
