package convert

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

// A clickRule makes grades of clicks: that of the highest threshold reached, 0 below all.
type clickRule struct {
	rate  bool // of clicks by impressions
	steps []clickStep
}

type clickStep struct {
	from  float64
	grade int
}

// parseClicks reads 10=3,3=2,1=1, or ctr:0.2=2,0.05=1.
func parseClicks(text string) (clickRule, error) {
	var rule clickRule
	text, rule.rate = strings.CutPrefix(text, "ctr:")
	for part := range strings.SplitSeq(text, ",") {
		from, grade, ok := strings.Cut(part, "=")
		f, err := strconv.ParseFloat(from, 64)
		g, err2 := strconv.Atoi(grade)
		if !ok || err != nil || err2 != nil || !(f >= 0) {
			return rule, fmt.Errorf("--clicks %q: write threshold=grade,…, such as 10=3,3=2,1=1, or ctr:0.2=2,0.05=1", part)
		}
		rule.steps = append(rule.steps, clickStep{f, g})
	}
	ordered.Stable(rule.steps, func(a, b clickStep) int { return cmp.Compare(b.from, a.from) })
	return rule, nil
}

func (r clickRule) grade(clicks, impressions float64) int {
	v := clicks
	if r.rate {
		v = clicks / impressions
	}
	for _, s := range r.steps {
		if v >= s.from {
			return s.grade
		}
	}
	return 0
}

// clicks sums the rows of each query and document, and grades the sums.
func (d *draft) clicks(t *sheet.Table, at map[string]int) error {
	rule, err := parseClicks(d.opts.Clicks)
	if err != nil {
		return err
	}
	if _, ok := at[sheet.Impressions]; rule.rate && !ok {
		return fmt.Errorf("%s: --clicks ctr:… needs a column of impressions; name it with --columns impressions=…", t.Path)
	}
	type sum struct{ clicks, impressions float64 }
	sums := map[*query]map[string]*sum{}
	docs := map[*query][]string{}
	places := map[*query]place{}
	number := func(r sheet.Row, role string) float64 {
		s := strings.TrimSpace(r.Cell(at, role))
		if s == "" {
			return 0
		}
		v, ok := parseNumber(s)
		if !ok || v < 0 {
			d.fault(place{file: t.Path, line: r.Line}, "%s %q is not a number of %s", role, cut(s), role)
		}
		return v
	}
	for _, r := range t.Rows {
		here := place{file: t.Path, line: r.Line}
		q, doc := d.rowQuery(r, at, here), r.Cell(at, sheet.Doc)
		if q == nil || doc == "" {
			continue
		}
		if sums[q] == nil {
			sums[q], places[q] = map[string]*sum{}, here
		}
		s := sums[q][doc]
		if s == nil {
			s = &sum{}
			sums[q][doc] = s
			docs[q] = append(docs[q], doc)
		}
		s.clicks += number(r, sheet.Clicks)
		s.impressions += number(r, sheet.Impressions)
	}
	pairs, never := 0, 0
	for _, q := range d.queries {
		for _, doc := range docs[q] {
			s := sums[q][doc]
			if rule.rate && s.impressions == 0 {
				never++
				continue
			}
			pairs++
			q.judge(mark{doc: doc, label: strconv.Itoa(rule.grade(s.clicks, s.impressions)), at: places[q]})
		}
	}
	d.count(Dropped, "no_impressions", never, "pair", "of query and document that was never shown")
	d.count(Changed, "clicks", pairs, "judgment", "made of clicks by the rule "+d.opts.Clicks+": what was shown first is clicked more, so they are no grades of people")
	return nil
}
