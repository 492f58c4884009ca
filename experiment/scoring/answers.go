package scoring

import (
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

// A response is what measures of answers see of one query. An error does not take away the hits that came with it.
type response struct {
	retrieved int
	failed    bool
	written   *retrieval.Answer // nil when the system only searches
}

// An answerScorer puts the measures of answers into a table. Different queries may be scored at once.
type answerScorer struct {
	judgments *judgments.Judgments
	measures  []metrics.Measure
	at        []int // the measures' rows in the table
	noted     *noted
}

// newAnswerScorer returns nil when no measure looks at answers.
func newAnswerScorer(j *judgments.Judgments, measures []metrics.Measure, n *noted) *answerScorer {
	s := &answerScorer{judgments: j, noted: n}
	for m, measure := range measures {
		if metrics.LevelOf(measure) == metrics.AnswerLevel {
			s.measures, s.at = append(s.measures, measure), append(s.at, m)
		}
	}
	if s.measures == nil {
		return nil
	}
	return s
}

// score fills in the row of query q. What is undefined stays so under every
// profile: that there was nothing to judge is no mistake of the answer.
func (s *answerScorer) score(scores *Table, q int, r response) {
	if s == nil {
		return
	}
	if r.written != nil {
		s.noted.note(func(n *Seen) { n.Answers++ })
	}
	judged := metrics.Judged{Retrieved: r.retrieved, Answered: s.answered(q, r)}
	for i, m := range s.measures {
		v, defined := m.Score(&judged)
		if !defined {
			v = math.NaN()
		}
		scores.values[s.at[i]][q] = v
	}
}

// answered sets an answer against what was expected of it.
func (s *answerScorer) answered(q int, r response) *metrics.Answered {
	a := &metrics.Answered{Failed: r.failed}
	if e := s.judgments.Query(q).Expected; e != nil {
		a.ShouldRefuse, a.MustContain, a.Forbidden = e.Refuse, e.MustContain, e.Forbidden
	}
	if r.written == nil {
		return a
	}
	paths := s.judgments.Paths
	a.Answer = &metrics.Answer{Text: r.written.Text, Grounded: r.written.Grounded, Checked: paths != nil}
	for _, c := range r.written.Citations {
		a.Answer.Citations = append(a.Answer.Citations, metrics.Citation{Path: c.Path, Resolved: paths.Has(c.Path)})
	}
	return a
}

// findings say which measures of answers have nothing to judge, and why.
func (s *answerScorer) findings() []result.Finding {
	code, names := s.idle()
	why := "undefined, for the system has no answers; runs in the formats jsonl and kebab have room for them, and components that give some"
	if code == result.FindingNoPaths {
		why = "undefined: which paths exist is not known; list them in a file for --paths, or for `paths` of an experiment"
	}
	if len(names) == 0 {
		return nil
	}
	return []result.Finding{result.Noted(code, strings.Join(names, ", ")+": "+why)}
}

// idle returns the measures that have nothing to judge, with the code of the reason.
func (s *answerScorer) idle() (code string, names []string) {
	if s == nil {
		return "", nil
	}
	code = result.FindingNoAnswers
	if s.noted.Answers > 0 {
		code = result.FindingNoPaths
	}
	for _, m := range s.measures {
		switch m {
		case metrics.EmptyResultRate{}: // needs no answer
		case metrics.CitationCoverage{Strict: true}:
			if code == result.FindingNoAnswers || s.judgments.Paths == nil {
				names = append(names, m.String())
			}
		default:
			if code == result.FindingNoAnswers {
				names = append(names, m.String())
			}
		}
	}
	return code, names
}
