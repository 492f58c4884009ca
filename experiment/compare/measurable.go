package compare

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A LevelError says that an arm found nothing, or that its ids match no judged id of a level, while those
// of another arm do: nothing was measured there, and what looks like a large loss is a difference in names.
type LevelError struct {
	System string
	result.UnmatchedIDs
}

// Error names both kinds of ids.
func (e *LevelError) Error() string {
	return fmt.Sprintf("%s: %s", e.System, scoring.NotMeasurable(e.UnmatchedIDs).Text)
}

// reason returns the error for those who read the finding next to it.
func (e *LevelError) reason() string {
	if len(e.RunIDs) == 0 {
		return e.System + " found nothing for any query"
	}
	return fmt.Sprintf("the %ss of %s cannot be matched with the judgments", e.Level, e.System)
}

// NoVerdict tells an error that comes with a comparison, which was measured as
// far as it could be, from one that comes alone.
func NoVerdict(err error) bool {
	var coverage *CoverageError
	var level *LevelError
	var labels *ModelLabelsError
	return errors.As(err, &coverage) || errors.As(err, &level) || errors.As(err, &labels)
}

// Arms returns systems that were scored on the same judgments and are set next to each other without a
// comparison, as far as they can be measured: see scoring.Measurable. Systems that come with an error are
// those that a report can show; of what is wrong with them it says no more than the error does.
func Arms(tables []*scoring.Table) ([]*scoring.Table, error) {
	tables, err := scoring.Measurable(tables)
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, t := range tables {
		for _, u := range t.NotMeasurable() {
			faults = append(faults, &LevelError{t.Name, u})
			if len(u.RunIDs) == 0 {
				break // and so at every level
			}
		}
		if err := checkAnswered(t); err != nil && !t.Profile.CountsFailed {
			faults = append(faults, err)
		}
	}
	return tables, errors.Join(faults...)
}

// ErrNoAnswer says that all queries of a system failed.
var ErrNoAnswer = errors.New("every query failed")

// checkAnswered refuses a system that never ran: it has no zeros, it has nothing.
// Queries that its run lacks next to those that failed were not answered either.
func checkAnswered(t *scoring.Table) error {
	failed, missing := t.Count(result.Failed), t.Count(result.Missing)
	if failed == 0 || failed+missing < t.Len() {
		return nil
	}
	first := 0
	for t.Status(first) != result.Failed {
		first++
	}
	if missing > 0 {
		return fmt.Errorf("%s: %w that it has, %d, and it lacks the other %d; the first with: %s", t.Name, ErrNoAnswer, failed, missing, t.Query(first).Error)
	}
	return fmt.Errorf("%s: %w, the first with: %s", t.Name, ErrNoAnswer, t.Query(first).Error)
}

// measurable takes out of the arms what cannot be measured.
func measurable(baseline *scoring.Table, candidates []*scoring.Table, primary metrics.Measure) (*scoring.Table, []*scoring.Table, error) {
	arms := append([]*scoring.Table{baseline}, candidates...)
	if err := scoring.CheckLevel(arms, metrics.LevelOf(primary)); err != nil {
		return nil, nil, err
	}
	arms, err := scoring.Measurable(arms)
	if err != nil {
		return nil, nil, err
	}
	if err := checkDefined(arms, primary); err != nil {
		return nil, nil, err
	}
	return arms[0], arms[1:], nil
}

// An UndefinedError says that the measure that decides has no score for any query.
type UndefinedError struct {
	Primary metrics.Measure
	Instead metrics.Measure // that has scores; nil when none has
}

// Error says what is lacking, and what could decide.
func (e *UndefinedError) Error() string {
	lacks := "no query has a relevant document, or what else it needs (rankduel explain " + e.Primary.String() + ")"
	if metrics.LevelOf(e.Primary) == metrics.ChunkLevel {
		lacks = "no query has a relevant chunk (relevant_chunks, expected_chunk_ids)"
	}
	if e.Instead == nil {
		return fmt.Sprintf("%s is undefined for every query: %s; add judgments", e.Primary, lacks)
	}
	return fmt.Sprintf("%s is undefined for every query: %s; add judgments, or let another measure decide: --primary %q", e.Primary, lacks, e.Instead.String())
}

// checkDefined refuses a measure that could decide nothing, whatever was retrieved.
// What failed, or was taken out, has a reason of its own.
func checkDefined(arms []*scoring.Table, primary metrics.Measure) error {
	if slices.ContainsFunc(arms, func(t *scoring.Table) bool {
		return len(t.NotMeasurable()) > 0 || t.Count(result.Failed) == t.Len()
	}) || defined(arms, primary) {
		return nil
	}
	e := &UndefinedError{Primary: primary}
	for _, m := range arms[0].Measures {
		if Decides(m) && defined(arms, m) {
			e.Instead = m
			break
		}
	}
	return e
}

// defined tells whether any arm has a score of the measure.
func defined(arms []*scoring.Table, measure metrics.Measure) bool {
	for _, t := range arms {
		m := metrics.Index(t.Measures, measure)
		for q := range t.Len() {
			if _, has := t.Score(m, q); m >= 0 && has {
				return true
			}
		}
	}
	return false
}

// Reason returns what a verdict says of an error of NoVerdict.
func Reason(err error) string {
	if level := (*LevelError)(nil); errors.As(err, &level) {
		return level.reason()
	}
	return err.Error()
}

// noVerdict returns why a pair cannot have one, whatever its numbers are.
func (p *pairing) noVerdict(settings Settings) error {
	for _, t := range []*scoring.Table{p.a, p.b} {
		for _, u := range t.NotMeasurable() {
			return &LevelError{t.Name, u}
		}
	}
	if err := p.checkCoverage(settings); err != nil {
		return err
	}
	if p.twin != nil {
		return p.twin.checkJudged()
	}
	return nil
}

// A CoverageError says that too many queries failed for a verdict. What was
// measured is in the comparison that comes with it.
type CoverageError struct {
	Candidate string
	Measured  int
	Pairs     int
	Minimum   float64
	// Recorded says that answers of live systems are recorded, failures among
	// them, which are not asked again unless someone says so.
	Recorded bool
}

// Error says how many pairs were measured, and how many had to be.
func (e *CoverageError) Error() string {
	remedy := "measure it again"
	if e.Recorded {
		remedy = "run with --retry-failed"
	}
	return fmt.Sprintf("%s: %d of %d pairs were measured, below the minimum coverage of %g; mend what failed and %s, or lower the minimum coverage (--min-coverage)",
		e.Candidate, e.Measured, e.Pairs, e.Minimum, remedy)
}

// CheckCoverage says whether enough of the pairs were measured for a verdict.
func (s Settings) CheckCoverage(candidate string, measured, pairs int) *CoverageError {
	least := *s.WithDefaults().MinCoverage
	if pairs == 0 || float64(measured)/float64(pairs) >= least { // 55/100 is .55 to the last bit, .55*100 is more than 55
		return nil
	}
	return &CoverageError{Candidate: candidate, Measured: measured, Pairs: pairs, Minimum: least}
}

func (p *pairing) checkCoverage(settings Settings) *CoverageError {
	queries, scores := p.a.LeftOutOf(settings.Primary)
	err := settings.CheckCoverage(p.b.Name, len(p.qa)-p.failed()-scores, len(p.qa)+queries)
	if err != nil {
		err.Recorded = p.a.Recordings != "" || p.b.Recordings != ""
	}
	return err
}

// Finding returns the same for those who read a report.
func (e *CoverageError) Finding() result.Finding {
	return result.Faulted(result.FindingLowCoverage,
		fmt.Sprintf("only %d of %d pairs were measured; at least %s are needed for a verdict", e.Measured, e.Pairs, prose.Percent(e.Minimum)))
}
