package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// A driftCell is what was said of samples of queries with labels of real judges.
type driftCell struct {
	what                  string
	queries               int
	samples, wrong, holds int // wrong: differences shown where there is none; holds: intervals that hold the truth, of three shares or one mean
	intervals             int
}

type driftFindings struct{ drift, corrected []driftCell }

// driftSizes are numbers of anchors' queries; labelledSizes are of queries that people
// labelled, of a number with labels of the judge.
var (
	driftSizes    = []int{10, 25, 50}
	labelledSizes = [][2]int{{10, 53}, {20, 100}, {50, 200}}
)

// drift measures the change between two judges, of 14, and the corrected mean grade of
// the first hits of systems by two others.
func (s study) drift() (findings, error) {
	var out driftFindings
	pairs, err := judgePairs(filepath.Join(s.agreement, "llmjudge"))
	if err != nil || len(pairs) == 0 {
		return out, err
	}
	for k, n := range driftSizes {
		c := driftCell{what: "change between two judges", queries: n}
		for i, p := range pairs {
			samples := max(1, s.samples/40)
			counts, err := s.count(driftIndex+uint64(k<<12+i), samples, 2, func(rng *rand.Rand, add func(int)) error { return p.sample(n, rng, add) })
			if err != nil {
				return out, err
			}
			c.samples += samples
			c.intervals += samples * len(p.shares)
			c.wrong += counts[0]
			c.holds += counts[1]
		}
		out.drift = append(out.drift, c)
	}
	systems, err := judgedSystems(s.agreement)
	for k, n := range labelledSizes {
		c := driftCell{what: fmt.Sprintf("mean grade, people's labels of %d", n[0]), queries: n[1]}
		for i, sys := range systems {
			samples := max(1, s.samples/10)
			counts, err := s.count(driftIndex+uint64((k+len(driftSizes))<<12+i), samples, 1, func(rng *rand.Rand, add func(int)) error { return sys.sample(n, rng, add) })
			if err != nil {
				return out, err
			}
			c.samples, c.intervals = c.samples+samples, c.intervals+samples
			c.holds += counts[0]
		}
		if len(systems) > 0 {
			out.corrected = append(out.corrected, c)
		}
	}
	return out, err
}

// A judgePair has, for each share of grades, the change between two judges by query.
type judgePair struct{ shares [][]float64 }

// sample draws queries twice: with the sign of each query's changes at random, so that
// there is no change, and as they are.
func (p judgePair) sample(n int, rng *rand.Rand, add func(int)) error {
	drawn := make([]int, n)
	signs := make([]float64, n)
	for i := range drawn {
		drawn[i] = rng.IntN(len(p.shares[0]))
		signs[i] = float64(2*rng.IntN(2) - 1)
	}
	var ps []float64
	for _, share := range p.shares {
		null, real, truth := make([]float64, n), make([]float64, n), 0.0
		for _, x := range share {
			truth += x / float64(len(share))
		}
		for i, q := range drawn {
			null[i], real[i] = signs[i]*share[q], share[q]
		}
		for k, d := range [][]float64{null, real} {
			diffs, err := stats.DifferencesOf(d)
			if err != nil {
				return err
			}
			r, err := stats.TTest{Level: level}.Test(diffs)
			switch {
			case err != nil:
				return err
			case k == 0:
				ps = append(ps, *cmp.Or(r.P, new(1.0)))
			case r.Interval == nil && diffs.Mean == truth, r.Interval != nil && r.Interval.Contains(truth):
				add(1)
			}
		}
	}
	adjusted, err := stats.Adjust(ps, stats.Holm)
	if err == nil && slices.Min(adjusted) < alpha {
		add(0)
	}
	return err
}

// A judgedSystem is the first hits of a system, by query, with both grades of each.
type judgedSystem struct {
	queries [][]silver.Item
	truth   float64
}

// sample draws queries, of which people label the first.
func (s judgedSystem) sample(n [2]int, rng *rand.Rand, add func(int)) error {
	drawn := make([][]silver.Item, n[1])
	for i := range drawn {
		drawn[i] = s.queries[rng.IntN(len(s.queries))]
		if i >= n[0] {
			drawn[i] = slices.Clone(drawn[i])
			for k := range drawn[i] {
				drawn[i][k].Both = false
			}
		}
	}
	e, _, err := silver.Correct(drawn, level)
	if err == nil && e.Interval().Contains(s.truth) {
		add(0)
	}
	return err
}

type pairOf struct{ query, doc string }

// readGrades reads qrels; none where the file is not there.
func readGrades(path string) (map[pairOf]int, error) {
	grades := map[pairOf]int{}
	return grades, eachLine(path, func(f []string) error {
		g, err := strconv.Atoi(f[3])
		grades[pairOf{f[0], f[2]}] = g
		return err
	})
}

// judgePairs pairs every two of the judges of LLMJudge.
func judgePairs(dir string) ([]judgePair, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "judges", "*.txt"))
	if err != nil {
		return nil, err
	}
	var all []map[pairOf]int
	for _, path := range paths {
		grades, err := readGrades(path)
		if err != nil {
			return nil, err
		}
		all = append(all, grades)
	}
	var pairs []judgePair
	for i := range all {
		for j := range all[:i] {
			pairs = append(pairs, judgePair{changesOf(all[j], all[i])})
		}
	}
	return pairs, nil
}

// changesOf returns the change of the share of grade 1, 2 and 3 or more, by query.
func changesOf(a, b map[pairOf]int) [][]float64 {
	sums, counts := map[string][3]float64{}, map[string]float64{}
	for p, x := range a {
		y, both := b[p]
		if !both {
			continue
		}
		sum := sums[p.query]
		for g := range sum {
			if y > g {
				sum[g]++
			}
			if x > g {
				sum[g]--
			}
		}
		sums[p.query] = sum
		counts[p.query]++
	}
	shares := make([][]float64, 3)
	for _, q := range slices.Sorted(maps.Keys(sums)) {
		for g := range shares {
			shares[g] = append(shares[g], sums[q][g]/counts[q])
		}
	}
	return shares
}

// judgedSystems reads the runs of DL21 with NIST's grades and those of two judges.
func judgedSystems(agreement string) (all []judgedSystem, err error) {
	data := filepath.Dir(agreement)
	people, err := readGrades(filepath.Join(data, "qrels-topics", "qrels.dl21-passage.txt.gz"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	runs, wrong := filepath.Glob(filepath.Join(data, "runs", "dl21-passage", "input.*"))
	if err := errors.Join(err, wrong); err != nil {
		return nil, err
	}
	for _, name := range []string{"umbrella_gpt-4_zeroshot_dl21.txt.gz", "binary_gpt4o_dl21.txt.gz"} {
		judge, err := readGrades(filepath.Join(agreement, "dl21-llm-vs-human", name))
		if err != nil {
			return nil, err
		}
		for _, run := range runs {
			hits := map[string][]silver.Item{}
			err := eachLine(run, func(f []string) error { // runs are written best first
				p := pairOf{f[0], f[2]}
				human, labelled := people[p]
				given, judged := judge[p]
				if labelled && judged && len(hits[f[0]]) < 10 {
					hits[f[0]] = append(hits[f[0]], silver.Item{Judge: given, Human: human, Both: true})
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
			var s judgedSystem
			for _, q := range slices.Sorted(maps.Keys(hits)) {
				mean := 0.0
				for _, i := range hits[q] {
					mean += float64(i.Human) / float64(len(hits[q]))
				}
				s.queries = append(s.queries, hits[q])
				s.truth += (mean - s.truth) / float64(len(s.queries))
			}
			all = append(all, s)
		}
	}
	return all, nil
}

func (f driftFindings) lines() []line {
	var wrong, covers []candidate
	for _, c := range f.drift {
		wrong = append(wrong, atMost(mostFalseSilver, c.wrong, c.samples, c.String()))
	}
	for _, c := range slices.Concat(f.drift, f.corrected) {
		if c.queries < 25 { // shown, and said to be few
			continue
		}
		x := share(c.holds, c.intervals)
		covers = append(covers, candidate{x, leastCoverage - x, shareError(leastCoverage, c.intervals), c.String()})
	}
	if wrong == nil {
		return nil
	}
	return []line{
		worst("a change of a judge shown where there is none, mean of pairs of judges", "≤ .06", wrong),
		worst("coverage of changes of judges on 25 queries or more, and of corrected means", "≥ .93", covers),
	}
}

func (c driftCell) String() string { return fmt.Sprintf("%s, %d queries", c.what, c.queries) }

func (f driftFindings) write(p *page) {
	p.printf("\n### Judges over time\n\n")
	p.printf("Changes of the shares of grades between every two of 14 judges (LLMJudge, 25 queries, drawn with replacement): how often one is shown where signs are drawn, and coverage of the three intervals. Mean grade of the first 10 hits of systems of DL21 by two judges, corrected by people's labels of some queries: coverage.\n\n")
	p.head(2, "what", "queries", "shown where there is none", "coverage")
	for _, c := range f.drift {
		p.row(c.what, fmt.Sprint(c.queries), digits(share(c.wrong, c.samples)), digits(share(c.holds, c.intervals)))
	}
	for _, c := range f.corrected {
		p.row(c.what, fmt.Sprint(c.queries), "–", digits(share(c.holds, c.intervals)))
	}
}
