package gate

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// A sample is what one rule is judged by: the scores of both sides by unit, a query or a group of wordings of one need.
type sample struct {
	now, before []float64 // before is nil without a baseline's queries
	units       []string  // what each is of: a query, or a group of them
	grouped     bool
	changed     int
	failed      int // queries left out because a side failed on them
	alone       int // queries that are not in the baseline
	undefined   int // queries for which the measure is undefined
}

// sampleOf collects the scores of a measure in a stratum (all of them when it
// is empty). With zeros, or where the profile counts failed queries, queries on
// which a side failed have the worst score in that side, in place of being left out.
func (j *judgement) sampleOf(rule *Rule, zeros bool) sample {
	paired := rule.needsBaseline() && j.baseline != nil && !j.baseline.meansOnly()
	var s sample
	units := map[string]*unit{}
	var order []*unit
	for _, p := range j.pairs {
		if rule.stratum != "" && p.now.Stratum != rule.stratum {
			continue
		}
		now, before := rule.valueIn(p.now), (*float64)(nil)
		failed := j.unscored(p.now, rule)
		if paired {
			if p.before == nil {
				s.alone++
				continue
			}
			before = rule.valueIn(p.before)
			failed = failed || j.unscored(p.before, rule)
		}
		if failed {
			worst := rule.missed()
			if !j.profile.CountsFailed {
				s.failed++
				if !zeros || worst == nil {
					continue
				}
			}
			now, before = orWorst(now, p.now, worst), orWorst(before, p.before, worst)
		}
		if now == nil || paired && before == nil {
			s.undefined++
			continue
		}
		u := &unit{name: "query " + p.now.QueryID}
		if name := p.now.Group; name == "" {
			order = append(order, u)
		} else if units[name] == nil {
			s.grouped = true
			u.name = "group " + name
			units[name] = u
			order = append(order, u)
		} else {
			u = units[name]
		}
		u.add(now, before)
	}
	for _, u := range order {
		s.now, s.units = append(s.now, u.now/u.n), append(s.units, u.name)
		if paired {
			s.before = append(s.before, u.before/u.n)
			if u.changed {
				s.changed++
			}
		}
	}
	if !paired {
		s.changed = len(s.now)
	}
	return s
}

// unscored tells whether a query has no score because it failed. Where the profile
// counts those, one without a score is not judged.
func (j *judgement) unscored(row *result.Row, rule *Rule) bool {
	score, scored := row.Scores[rule.subject]
	return row.Status == result.Failed && score == nil && (!scored || !j.profile.CountsFailed)
}

// unit returns what a sample counts, "" for queries.
func (s *sample) unit() string {
	if s.grouped {
		return "groups"
	}
	return ""
}

// spread returns the differences of the units where there are enough to say how they spread.
func (s *sample) spread() (d stats.Differences, known bool) {
	if s.before == nil {
		return d, false
	}
	d, err := stats.NewDifferences(s.before, s.now)
	return d, err == nil && d.SD != nil
}

// A unit adds up the scores of its queries.
type unit struct {
	name           string
	now, before, n float64
	changed        bool
}

func (u *unit) add(now, before *float64) {
	u.n++
	u.now += *now
	if before != nil {
		u.before += *before
		u.changed = u.changed || *now != *before
	}
}

// valueIn returns a query's score, or the milliseconds of an answer; nil for none.
func (r *Rule) valueIn(row *result.Row) *float64 {
	switch _, time := timesOf[r.subject]; {
	case !time:
		return row.Scores[r.subject]
	case row.Status == result.Failed:
		return nil
	}
	return row.LatencyMS
}

// missed returns what a query scores that was not answered: 0, or where less is
// better the width of the measure, nil where that is not known.
func (r *Rule) missed() *float64 {
	if !r.lowIsGood() {
		return new(float64)
	}
	if width, known := r.width(); known {
		return &width
	}
	return nil
}

func orWorst(score *float64, row *result.Row, worst *float64) *float64 {
	if score == nil && row != nil && row.Status == result.Failed {
		return worst
	}
	return score
}
