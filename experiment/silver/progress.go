package silver

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats/priority"
)

// mostUngraded is the share of the labels that may be of documents which no one could judge.
const mostUngraded = 0.05

// Progress says what the labels show so far, and whether to go on.
func (d *Documents) Progress(said map[Pair]int) *result.LabelProgress {
	p := &result.LabelProgress{
		Schema: result.LabelProgressSchema, Measure: d.Plan.Measure, Normalised: d.linear.Ideal != nil,
		Target: d.Plan.Target, Spending: d.Plan.Spending, Margin: d.Plan.Margin, Alpha: d.Plan.Alpha / float64(len(d.runs)-1),
		Baseline: d.runs[0].Name, Model: d.model.Info.Name,
		Queries: d.model.Len(), Documents: len(d.items), Known: d.known,
	}
	for i, it := range d.items {
		switch grade, labelled := said[it.pair]; {
		case labelled && i > p.Labelled:
			p.Beyond++
		case labelled:
			p.Labelled++
			if grade == NoGrade {
				p.NoGrade++
			}
		}
	}
	d.caution(p, said)
	top := d.linear.Gain(d.top(said))
	for c, run := range d.runs[1:] {
		s := d.sample(c, said, p.Labelled)
		p.Candidates = append(p.Candidates, d.candidate(run.Name, s, p, top))
	}
	return p
}

// caution says what the reader has to know of the labels.
func (d *Documents) caution(p *result.LabelProgress, said map[Pair]int) {
	for _, run := range d.runs {
		for _, f := range run.Health {
			if f.Code == result.FindingMissing {
				f.Text = run.Name + ": " + f.Text
				p.Health = append(p.Health, f)
			}
		}
	}
	if p.Labelled+p.Beyond == 0 && len(said) > 0 {
		p.Health = append(p.Health, result.Warned(result.FindingForeignLabels, fmt.Sprintf("none of %s is of a document of the plan: are these labels of other queries?", prose.Plural(len(said), "label"))))
	}
	if top := d.top(said); top > d.model.Top() && d.model.Top() > 1 { // grades 0 and 1 of a model are coarser, and no slip
		p.Health = append(p.Health, result.Warned(result.FindingForeignLabels, fmt.Sprintf("people's highest grade is %d, the model's %d: is it another scale, or a slip?", top, d.model.Top())))
	}
	if p.Beyond > 0 {
		next := d.items[p.Labelled].pair
		p.Health = append(p.Health, result.Warned(result.FindingPassedOver, fmt.Sprintf(
			"%s without use: query %q, document %q comes before and has none", prose.Plural(p.Beyond, "label"), next[0], next[1])))
	}
	if p.NoGrade > 0 {
		text := fmt.Sprintf("%s could not be judged: grade %d is taken", prose.Plural(p.NoGrade, "document"), d.Plan.NoGrade)
		f := result.Noted(result.FindingNoGrade, text)
		if d.ungraded(p) {
			f = result.Warned(result.FindingNoGrade, text+"; that is more than a twentieth of the labels, so that there is no verdict")
		}
		p.Health = append(p.Health, f)
	}
	if d.without > 0 {
		p.Health = append(p.Health, result.Noted(result.FindingModelLacks, fmt.Sprintf(
			"%s has no label of %s of %d, which makes the interval wider and not wrong", d.model.Info.Name, prose.Plural(d.without, "document"), len(d.items))))
	}
}

func (d *Documents) ungraded(p *result.LabelProgress) bool {
	return float64(p.NoGrade) > mostUngraded*float64(p.Labelled)
}

func (d *Documents) top(said map[Pair]int) int {
	top := d.model.Top()
	for _, grade := range said {
		top = max(top, grade)
	}
	return top
}

// sample returns what is known of a candidate's documents.
func (d *Documents) sample(c int, said map[Pair]int, labelled int) *priority.Sample {
	s := &priority.Sample{Known: d.known, Labels: labelled, Queries: d.model.Len(), Folds: d.folds, ThisSet: d.Plan.Target == "this_set"}
	for i, it := range d.items {
		item := priority.Item{Query: it.query, Size: it.size, Priority: it.priority, Weight: it.weights[c], Grade: it.grade}
		item.Silver = d.linear.Gain(max(it.grade, 0))
		if i < labelled {
			grade := said[it.pair]
			if grade == NoGrade {
				grade = d.Plan.NoGrade
			}
			item.Gain = d.linear.Gain(grade)
		}
		s.Items = append(s.Items, item)
	}
	return s
}

func (d *Documents) candidate(name string, s *priority.Sample, p *result.LabelProgress, top float64) result.CandidateProgress {
	c := result.CandidateProgress{Name: name, Verdict: result.Inconclusive, State: result.LabelsOpen}
	c.Low, c.High = s.Bounds(s.Labels, top)
	at := d.Plan.at(d.known, len(s.Items)-d.known, priority.FirstLook)
	level, now := 1-p.Alpha, s.Now(p.Alpha)
	var looks []priority.Look
	deciding := []priority.Look{now}
	if p.Spending == SpendLooks {
		looks = s.Looks(at, p.Alpha)
		deciding, now.Interval = looks, now.Estimate.Interval(level)
	}
	for _, l := range deciding {
		if c.At == nil && (l.Decided || l.Within(p.Margin)) {
			c.At = shown(l)
			if !l.Decided {
				c.Verdict = result.Equivalent
			}
		}
	}
	if s.Labels > s.Known || s.Labels == len(s.Items) {
		c.Now = shown(now)
		c.Now.Alpha = nil
	}
	enough := c.Now != nil && (s.Labels-s.Known >= priority.FirstLook || s.Labels == len(s.Items))
	if c.Now != nil && !enough {
		c.Now.Missing = nil // of so few labels it is noise
	}
	for _, l := range looks {
		c.Looks = append(c.Looks, *shown(l))
	}
	for _, b := range at {
		if b <= s.Labels {
			continue
		}
		l := result.LabelLook{Labels: b}
		if enough {
			l.HalfWidth = new(s.Forecast(now.Estimate, b, level))
		}
		c.Looks = append(c.Looks, l)
	}
	d.state(&c, s, p, now)
	return c
}

func (d *Documents) state(c *result.CandidateProgress, s *priority.Sample, p *result.LabelProgress, now priority.Look) {
	certain := s.ThisSet && (c.Low > 0 || c.High < 0)
	sign := c.Low
	if c.At != nil {
		sign = *c.At.Mean
	}
	switch {
	case d.ungraded(p):
		c.Verdict = result.Inconclusive
	case c.Verdict == result.Equivalent:
		c.State = result.LabelsDecided
	case c.At != nil || certain:
		c.State, c.Verdict = result.LabelsDecided, result.Worse
		if sign > 0 {
			c.Verdict = result.Better
		}
	case s.Labels == len(s.Items):
		c.State = result.LabelsUsed
	case s.Labels-s.Known >= priority.FirstLook && now.Futile(p.Alpha):
		c.State = result.LabelsFutile
	}
	half := p.Margin
	if half == 0 && c.Now != nil {
		half = math.Abs(now.Mean)
	}
	if n := now.QueriesFor(half, p.Alpha, s.Queries); half > 0 && !s.ThisSet && n > 0 {
		c.Needed = &n
	}
}

func shown(l priority.Look) *result.LabelLook {
	out := &result.LabelLook{Labels: l.Labels, Information: &l.Information, Alpha: &l.Alpha, Mean: &l.Mean, P: l.P}
	if l.Variance > 0 {
		out.Missing = new(min(1, l.Design/l.Variance))
	}
	if i := l.Interval; !math.IsInf(i.High, 0) && !math.IsNaN(i.High) {
		out.Interval = (*result.Interval)(&i)
	}
	return out
}
