package scoring

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// Average makes one table of several runs of one system, which were scored alike: a score is the mean over
// the runs in which the query did not fail, and what each run scored is kept. No ranking belongs to it.
func Average(name string, runs []*Table) (*Table, error) {
	first := runs[0]
	t := newTable(name, first.Profile, first.TestSet, first.Measures, first.Len())
	t.common, t.Unmatched = first.common, unmatchedInAll(runs)
	sums := sha256.New()
	for _, r := range runs {
		if !r.scoredLike(first) || !r.SameQueries(first) {
			return nil, fmt.Errorf("%s: its runs %s and %s were not scored alike", name, first.Name, r.Name)
		}
		sums.Write([]byte(r.SHA256))
	}
	if first.SHA256 != "" {
		t.SHA256 = hex.EncodeToString(sums.Sum(nil))
	}
	t.runs = roomForRuns(len(t.Measures), t.Len(), func(int, int) int { return len(runs) })
	for q := range t.Len() {
		t.averageRow(q, runs)
		for m := range t.Measures {
			for r, run := range runs {
				t.runs[m][q][r] = run.values[m][q]
			}
		}
	}
	if err := t.averageScores(); err != nil {
		return nil, err
	}
	t.Health = append(healthOf(runs), t.failedRuns()...)
	return t, nil
}

// healthOf returns what was found in runs: once where all say the same, else once for each
// kind, with the run that says it. How many failed is counted elsewhere.
func healthOf(runs []*Table) (list []result.Finding) {
	said := map[string]bool{}
	for r, run := range runs {
		for _, f := range run.Health {
			same, alike := 0, 0
			for _, other := range runs {
				if slices.Contains(other.Health, f) {
					same++
				}
				if slices.ContainsFunc(other.Health, func(g result.Finding) bool { return g.Code == f.Code }) {
					alike++
				}
			}
			switch {
			case f.Code == result.FindingFailed, said[f.Code], same == len(runs) && r > 0:
				continue
			case same == len(runs):
				list = append(list, f)
				continue
			case alike == 1:
				f.Text = fmt.Sprintf("run %d of %d: %s", r+1, len(runs), f.Text)
			default:
				f.Text = fmt.Sprintf("%d of %d runs, the first of them run %d: %s", alike, len(runs), r+1, f.Text)
			}
			said[f.Code] = true
			list = append(list, f)
		}
	}
	return list
}

// averageRow puts together what runs say of a query but for its scores. It failed, or is
// missing, if it is that in all of them.
func (s *Table) averageRow(q int, runs []*Table) {
	row := runs[0].Query(q)
	var answered []*Table
	for _, r := range runs {
		switch r.Status(q) {
		case result.Failed:
			row.FailedRuns++
		case result.Missing:
			row.MissingRuns++
		}
		if !r.LeftOut(q) {
			answered = append(answered, r)
			if len(answered) == 1 || row.Status != result.Scored {
				row.Status, row.Error = r.Status(q), r.Query(q).Error
			}
		}
	}
	row.LatencyMS, row.RerankMS, row.Relevant, row.Hits, row.Top, row.Retrieved, row.Ranking = nil, nil, nil, nil, nil, 0, 0
	if ms, timed := averageOf(answered, func(r *Table) float64 { return result.OrNaN(r.Query(q).LatencyMS) }); timed > 0 && timed == len(answered) {
		row.LatencyMS = &ms
	}
	s.setQuery(q, row)
	s.judged[q], _ = averageOf(answered, func(r *Table) float64 { return r.judged[q] })
}

// averageOf returns the mean of what is defined, NaN of nothing, and how much that is.
func averageOf(runs []*Table, of func(*Table) float64) (mean float64, n int) {
	for _, t := range runs {
		if v := of(t); !math.IsNaN(v) {
			n++
			mean += (v - mean) / float64(n)
		}
	}
	if n == 0 {
		return math.NaN(), 0
	}
	return mean, n
}

// averageScores makes every score the mean over the runs, or what the measure makes of them.
func (s *Table) averageScores() error {
	for m, measure := range s.Measures {
		pass, is := measure.(metrics.Pass)
		for q := range s.values[m] {
			var mean float64
			r := s.runsOf(m, q, &mean)
			switch {
			case r.N == 0:
				continue
			case is:
				score, defined, err := passOf(pass, s.runs[m][q])
				if err != nil {
					return fmt.Errorf("%s: query %s: %w", s.Name, s.ID(q), err)
				}
				if mean = score; !defined {
					mean = math.NaN()
				}
			}
			s.values[m][q] = mean
		}
	}
	return nil
}

// passOf returns what runs come to, those that failed left out.
func passOf(pass metrics.Pass, runs []float64) (score float64, defined bool, err error) {
	ones, n := 0, 0
	for _, v := range runs {
		switch {
		case math.IsNaN(v):
			continue
		case v == 1:
			ones++
		case v != 0:
			return 0, false, fmt.Errorf("%s is of scores that are 0 or 1, and a run has %v of %s", pass, v, pass.Of)
		}
		n++
	}
	score, defined = pass.OfRuns(ones, n)
	return score, defined, nil
}

// AddPass adds a measure over the runs of another one that the table has.
func (s *Table) AddPass(pass metrics.Pass) error {
	most := 1
	base := metrics.Index(s.Measures, pass.Of)
	if s.runs != nil {
		for _, runs := range s.runs[base] {
			most = max(most, len(runs))
		}
	}
	if err := metrics.CheckRuns([]metrics.Measure{pass}, most); err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	s.Measures, s.names = append(s.Measures, pass), append(s.names, pass.String())
	s.values, s.runs = append(s.values, NewColumns(1, s.Len())[0]), append(s.runs, s.runs[base])
	return s.averageScores()
}

// failedRuns says how many runs of queries failed. They are neither 0 nor forgotten.
func (s *Table) failedRuns() []result.Finding {
	failed, all := 0, 0
	var where []string
	for i := range s.Len() {
		q := s.Query(i)
		all += len(s.runs[0][i])
		if failed += q.FailedRuns; q.FailedRuns > 0 {
			where = append(where, fmt.Sprintf("%s (%d)", q.QueryID, q.FailedRuns))
		}
	}
	if failed == 0 {
		return nil
	}
	counted := "; a score is the mean of the others"
	if s.Profile.CountsFailed {
		counted = " and count as the profile has it"
	}
	return []result.Finding{result.Warned(result.FindingFailed, fmt.Sprintf("%d of %d runs of %s failed%s: %s",
		failed, all, prose.Plural(s.Len(), "query"), counted, prose.FirstFew(where)))}
}

// A RunScore is what one of several runs scored on a query, by the place of the measure; NaN is undefined.
type RunScore struct {
	Measure, Query int32
	Score          float64
}

// AddRuns makes the scores the means of what runs scored, in the order of the runs.
func (s *Table) AddRuns(scores iter.Seq[RunScore]) error {
	n := make([][]int, len(s.Measures))
	for m := range n {
		n[m] = make([]int, s.Len())
	}
	for c := range scores {
		n[c.Measure][c.Query]++
	}
	s.runs = roomForRuns(len(s.Measures), s.Len(), func(m, q int) int { return n[m][q] })
	for c := range scores {
		runs := s.runs[c.Measure][c.Query]
		n[c.Measure][c.Query]--
		runs[len(runs)-1-n[c.Measure][c.Query]] = c.Score
	}
	return s.averageScores()
}

// roomForRuns makes room for a number of runs of each measure and query, in one piece.
func roomForRuns(measures, queries int, runs func(m, q int) int) [][][]float64 {
	total := 0
	for m := range measures {
		for q := range queries {
			total += runs(m, q)
		}
	}
	all, room := make([]float64, total), make([][][]float64, measures)
	for m := range room {
		room[m] = make([][]float64, queries)
		for q := range room[m] {
			n := runs(m, q)
			room[m][q], all = all[:n:n], all[n:]
		}
	}
	return room
}

// Repeated reports whether the table is of several runs.
func (s *Table) Repeated() bool { return s.runs != nil }

// EachRun returns measure m of query q in each of the runs, NaN where there is none.
func (s *Table) EachRun(m, q int) []float64 {
	if s.runs == nil {
		return s.values[m][q : q+1]
	}
	return s.runs[m][q]
}

// RunsOf returns what was kept of the runs of measure m and query q: one, unless the table is of several.
func (s *Table) RunsOf(m, q int) stats.Runs {
	if s.runs == nil {
		return stats.Runs{N: 1}
	}
	var mean float64
	return s.runsOf(m, q, &mean)
}

func (s *Table) runsOf(m, q int, mean *float64) (r stats.Runs) {
	for _, v := range s.runs[m][q] {
		if !math.IsNaN(v) {
			r.Add(mean, v)
		}
	}
	return r
}

// scoresOfRuns returns what each run scored, by measure, as it is stored; nil of one run.
// Measures over runs are of none.
func (s *Table) scoresOfRuns(q int) map[string][]*float64 {
	if s.runs == nil {
		return nil
	}
	scores := make(map[string][]*float64, len(s.names))
	for m, name := range s.names {
		if _, ofRuns := s.Measures[m].(metrics.Pass); ofRuns {
			continue
		}
		for _, v := range s.runs[m][q] {
			scores[name] = append(scores[name], result.Number(v))
		}
	}
	return scores
}

// restoreRuns reads what scoresOfRuns wrote; names are those of then.
func (s *Table) restoreRuns(rows []result.Row, names []string) {
	if len(rows) == 0 || rows[0].Runs == nil {
		return
	}
	s.runs = roomForRuns(len(names), len(rows), func(m, q int) int { return len(rows[q].Runs[names[m]]) })
	for m, name := range names {
		for q, row := range rows {
			for r, v := range row.Runs[name] {
				s.runs[m][q][r] = result.OrNaN(v)
			}
		}
	}
}
