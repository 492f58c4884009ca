package adjudicate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// Settings say what is adjudicated, and by whom.
type Settings struct {
	Labellers []string // two or more, as their journals are named
	Rule      Rule
	By        string // who decides, under a rule that asks
	Scale     testsets.Scale
	Now       func() time.Time
	Save      func(table []byte) error // keeps the table, whole
}

// A Work is an adjudication under way. It asks as a [label.Session] does.
type Work struct {
	pool *label.Pool
	set  Settings

	mu    sync.Mutex
	list  []*decision
	past  []*decision // what undo takes back, the last one last
	put   []*decision // off, the longest first
	seq   int
	last  string // what the last answer came to
	reset int
}

// Open reads the journals in a folder and the table as it was left, and decides
// what needs nobody. Decisions about labels that changed since are taken back.
func Open(pool *label.Pool, folder, table string, s Settings) (*Work, error) {
	s.Scale = label.Offered(s.Scale)
	if err := s.check(); err != nil {
		return nil, err
	}
	journals, err := label.ReadFinished(pool, folder, s.Labellers, s.Scale)
	if err != nil {
		return nil, err
	}
	var said []map[label.Pair]label.Line
	for _, j := range journals {
		said = append(said, j.Answers())
	}
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
	slices.SortStableFunc(w.list, func(a, b *decision) int {
		return slices.Compare([]string{a.pair.Query, a.pair.Doc}, []string{b.pair.Query, b.pair.Doc})
	})
	w.byRule()
	if n := w.Summary().Open; n > 0 && s.By == "" {
		return nil, fmt.Errorf("%d documents need a decision, and rule %s needs somebody who decides: --as NAME, or another --rule", n, s.Rule)
	}
	return w, w.save()
}

func (s *Settings) check() error {
	errs := []error{s.Rule.Check()}
	if len(s.Labellers) < 2 {
		errs = append(errs, errors.New("adjudication needs the labels of two people"))
	}
	if s.By != "" {
		switch {
		case !s.Rule.asks():
			errs = append(errs, fmt.Errorf("rule %s asks nobody: leave %s out", s.Rule, s.By))
		case s.Rule == Third && slices.Contains(s.Labellers, s.By):
			errs = append(errs, fmt.Errorf("%s labelled already; the third person is another one", s.By))
		default:
			errs = append(errs, label.CheckName(s.By))
		}
	}
	return errors.Join(errs...)
}

func same(a, b []*int) bool {
	return slices.EqualFunc(a, b, func(x, y *int) bool { return text(x) == text(y) })
}

// given are the grades of those who could judge.
func (d *decision) given() []int {
	var out []int
	for _, g := range d.said {
		if g != nil {
			out = append(out, *g)
		}
	}
	return out
}

// byRule decides what nobody has to be asked about.
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

func (w *Work) save() error {
	data, err := marshal(w.set.Labellers, w.list)
	if err != nil {
		return err
	}
	return w.set.Save(data)
}

// asked are the decisions that a person takes or took, in their order.
func (w *Work) asked() []*decision {
	var out []*decision
	for _, d := range w.list {
		if d.open() || Rule(d.rule).asks() {
			out = append(out, d)
		}
	}
	return out
}

// next is the first open decision, or what was put off the longest ago.
func (w *Work) next() *decision {
	for _, d := range w.list {
		if d.open() && !slices.Contains(w.put, d) {
			return d
		}
	}
	if len(w.put) > 0 {
		return w.put[0]
	}
	return nil
}

// words are what people said of a pair, with what they came to.
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
