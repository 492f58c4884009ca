// Package adjudicate makes one label of what several people said, by a rule that is declared, and keeps who
// decided what. Equal labels stand. No labels are averaged: what is is always a grade that someone gave.
//
// The table that it writes is all its state: a pair without a grade is still to
// be decided, and anyone who stops goes on there.
package adjudicate

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// Settings say what is adjudicated, and by whom.
type Settings struct {
	Labellers []string // two or more, as their journals are named
	Rule      Rule
	Scale     testsets.Scale
	Now       func() time.Time
	Save      func(table []byte) error // keeps the table, whole
}

// A Work is an adjudication under way. Anyone who decides does so as an [Arbiter]; there may be several at once.
type Work struct {
	pool *label.Pool
	set  Settings

	mu       sync.Mutex
	list     []*decision
	arbiters []*Arbiter
	reset    int
	held     io.Closer
	closed   bool
}

// Open reads the journals in a folder and the table as it was left, and decides what needs no one.
// Decisions about labels that changed since are taken back. No other process opens the folder until Close.
func Open(pool *label.Pool, folder, table string, s Settings) (*Work, error) {
	held, err := label.Hold(folder)
	if err != nil {
		return nil, err
	}
	w, err := read(pool, folder, table, s)
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	w.held = held
	return w, nil
}

// Look returns how far an adjudication is, which may be under way.
func Look(pool *label.Pool, folder, table string, s Settings) (Summary, error) {
	w, err := read(pool, folder, table, s)
	if err != nil {
		return Summary{}, err
	}
	return w.Summary(), nil
}

func read(pool *label.Pool, folder, table string, s Settings) (*Work, error) {
	s.Scale = label.Offered(s.Scale)
	if err := s.check(); err != nil {
		return nil, err
	}
	journals, err := label.ReadFinished(pool, folder, s.Labellers, s.Scale)
	if err != nil {
		return nil, err
	}
	said := ordered.Each(journals, func(j *label.Journal) map[label.Pair]label.Line { return j.Answers() })
	before, err := earlier(table, s.Labellers)
	if err != nil {
		return nil, err
	}
	w := &Work{pool: pool, set: s}
	for _, item := range pool.Items {
		d := &decision{pair: item.Pair}
		for _, one := range said {
			d.said = append(d.said, one[item.Pair].Grade)
		}
		if old := before[item.Pair]; old != nil && !old.open() {
			if same(old.said, d.said) {
				d = old
			} else {
				w.reset++
			}
		}
		w.list = append(w.list, d)
	}
	ordered.Stable(w.list, func(a, b *decision) int {
		return slices.Compare([]string{a.pair.Query, a.pair.Doc}, []string{b.pair.Query, b.pair.Doc})
	})
	w.byRule()
	return w, nil
}

// Close lets others adjudicate. Everything that was decided is in the table.
func (w *Work) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	return w.held.Close()
}

func (s *Settings) check() error {
	errs := prose.Faults{s.Rule.Check()}
	errs.If(len(s.Labellers) < 2, "adjudication needs the labels of two people")
	return errs.Join()
}

// ErrNoArbiter is about someone who may not decide.
var ErrNoArbiter = errors.New("cannot decide")

// MayDecide refuses who is asked under no rule, or labelled already, by ErrNoArbiter.
func (s *Settings) MayDecide(person string) error {
	switch {
	case !s.Rule.Asks():
		return fmt.Errorf("%w: rule %s asks nobody; leave %s out", ErrNoArbiter, s.Rule, person)
	case s.Rule == Third && slices.Contains(s.Labellers, person):
		return fmt.Errorf("%w: %s labelled already; the third person is another one", ErrNoArbiter, person)
	}
	return label.CheckName(person)
}

func same(a, b []*int) bool {
	return slices.EqualFunc(a, b, func(x, y *int) bool { return text(x) == text(y) })
}

// given returns the grades of those who could judge.
func (d *decision) given() []int {
	var out []int
	for _, g := range d.said {
		if g != nil {
			out = append(out, *g)
		}
	}
	return out
}

// byRule decides what no one has to be asked about.
func (w *Work) byRule() {
	now := stamp(w.set.Now())
	for _, d := range w.list {
		given := d.given()
		switch {
		case !d.open():
		case len(given) == 0:
			d.rule, d.at = unjudged, now
		case len(given) == len(d.said) && slices.Min(given) == slices.Max(given):
			d.grade, d.rule, d.at = &given[0], equal, now
		case w.set.Rule == Lower:
			low := slices.Min(given)
			d.grade, d.rule, d.by, d.at = &low, string(Lower), "rule", now
		case w.set.Rule == Higher:
			high := slices.Max(given)
			d.grade, d.rule, d.by, d.at = &high, string(Higher), "rule", now
		}
	}
}

// Save writes the table, with what needed no one.
func (w *Work) Save() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.save()
}

func (w *Work) save() error {
	data, err := marshal(w.set.Labellers, w.list)
	if err == nil {
		err = w.set.Save(data)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", label.ErrNotKept, err)
	}
	return nil
}

// decisionsTaken returns the decisions that a person takes or took, in their order.
func (w *Work) decisionsTaken() []*decision {
	return ordered.Where(w.list, func(d *decision) bool { return d.open() || Rule(d.rule).Asks() })
}

// words returns what people said of a pair, with what they came to.
func (w *Work) words(d *decision) string {
	var parts []string
	for i, person := range w.set.Labellers {
		what := "could not judge"
		if d.said[i] != nil {
			what = fmt.Sprintf("said %d", *d.said[i])
		}
		parts = append(parts, person+" "+what)
	}
	return strings.Join(parts, ", ")
}
