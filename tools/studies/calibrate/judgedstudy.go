package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
)

// pairsOfCollection is how many pairs of systems of each collection are taken.
const pairsOfCollection = 6

// favouredShare is of how many of the documents that the candidate alone finds a circular
// judge raises the grade.
const favouredShare = .3

// sizesOfLabels are how many queries people labelled, of how many.
var sizesOfLabels = [][2]int{{10, 200}, {20, 200}, {50, 200}, {20, 1000}, {50, 1000}}

// A judgedCell is what was said of samples of a pair with a judge.
type judgedCell struct {
	collection, judge, pair string
	circular                bool
	size                    [2]int
	samples                 int
	counts                  []int // as saidOf adds them
}

type judgedFindings []judgedCell

func (s study) judged() (findings, error) {
	data := filepath.Dir(s.matrices)
	all, err := collections(data)
	if err != nil {
		return nil, err
	}
	fourteen, err := measured(data)
	if err != nil {
		return nil, err
	}
	var out judgedFindings
	for _, c := range all {
		judges := fourteen
		if c.stated {
			judges = stated()
		}
		for _, pair := range c.chosen(s.seed, pairsOfCollection) {
			for _, e := range judges {
				for _, circular := range []bool{false, true} {
					if e.favoured = 0; circular {
						e.favoured = favouredShare
					}
					p := c.labelled(pair[0], pair[1], e, s.stream(judgedIndex+uint64(len(out)), 1<<20))
					for _, size := range sizesOfLabels {
						cell := judgedCell{collection: c.name, judge: e.name, pair: p.name, circular: circular, size: size, samples: max(1, s.samples/8)}
						cell.counts, err = s.count(judgedIndex+uint64(len(out)), cell.samples, 4, func(rng *rand.Rand, add func(int)) error { return p.said(size[0], size[1], rng, add) })
						if err != nil {
							return nil, fmt.Errorf("%s: %w", p.name, err)
						}
						out = append(out, cell)
					}
				}
			}
		}
	}
	return out, nil
}

// a row is all cells of a collection with judges that are circular or not, and a size.
type judgedRow struct {
	collection string
	circular   bool
	size       [2]int
}

func (r judgedRow) String() string {
	kind := "a judge"
	if r.circular {
		kind = "a circular judge"
	}
	return fmt.Sprintf("%s, %s, %d of %d labelled", r.collection, kind, r.size[0], r.size[1])
}

func (f judgedFindings) rows() (list []judgedRow) {
	for _, c := range f {
		if r := (judgedRow{c.collection, c.circular, c.size}); !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// of adds up the cells of a row, and returns the worst mean of a judge over pairs and the
// worst pair, by false verdicts.
func (f judgedFindings) of(r judgedRow) (all, judge, pair judgedCell) {
	all.counts = make([]int, 4)
	pair = judgedCell{samples: 1, counts: make([]int, 4)}
	by := map[string]judgedCell{}
	for _, c := range f {
		if r != (judgedRow{c.collection, c.circular, c.size}) {
			continue
		}
		sums := by[c.judge]
		if sums.counts == nil {
			sums = judgedCell{judge: c.judge, counts: make([]int, 4)}
		}
		for i, n := range c.counts {
			all.counts[i] += n
			sums.counts[i] += n
		}
		all.samples, sums.samples = all.samples+c.samples, sums.samples+c.samples
		by[c.judge] = sums
		if share(c.counts[0], c.samples) > share(pair.counts[0], pair.samples) {
			pair = c
		}
	}
	judge = judgedCell{samples: 1, counts: make([]int, 4)}
	for _, c := range f { // in the order in which they came
		if sums, ok := by[c.judge]; ok && share(sums.counts[0], sums.samples) > share(judge.counts[0], judge.samples) {
			judge = sums
		}
	}
	return all, judge, pair
}

func (f judgedFindings) lines() []line {
	var wrong, covers []candidate
	for _, r := range f.rows() {
		all, judge, _ := f.of(r)
		wrong = append(wrong, atMost(mostFalseSilver, judge.counts[0], judge.samples, r.String()+", "+judge.judge))
		x := share(all.counts[2], all.samples)
		covers = append(covers, candidate{x, leastCoverage - x, shareError(leastCoverage, all.samples), r.String()})
	}
	if wrong == nil {
		return nil
	}
	return []line{
		worst("false better or worse with judges that err as real ones, worst judge, mean of pairs", "≤ .06", wrong),
		worst("coverage with such judges, mean of judges and pairs", "≥ .93", covers),
	}
}

func (f judgedFindings) write(p *page) {
	p.printf("\n### Few labels of people, and judges that err as real ones\n\n")
	p.printf("nDCG@10, topics drawn so that the true difference is 0. On TREC-COVID a judge errs by a stated table, on DL19 and DL21 as one of the 14 of LLMJudge erred on a query of DL23. A circular one raises .3 of the documents that the candidate alone found by a grade. Shares of samples, mean of judges and pairs: better or worse by both kinds of labels, by the judge's alone, coverage, narrower than t; then the worst judge and the worst pair by both.\n\n")
	p.head(1, "labels", "both", "judge alone", "coverage", "narrower", "worst judge", "is", "worst pair", "is")
	for _, r := range f.rows() {
		all, judge, pair := f.of(r)
		p.row(r.String(), digits(share(all.counts[0], all.samples)), digits(share(all.counts[1], all.samples)), digits(share(all.counts[2], all.samples)), digits(share(all.counts[3], all.samples)),
			digits(share(judge.counts[0], judge.samples)), judge.judge, digits(share(pair.counts[0], pair.samples)), pair.pair+" by "+pair.judge)
	}
}
