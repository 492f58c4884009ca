package main

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	kappas "github.com/rankduel/rankduel/stats/agreement"
)

// labelled is a population of queries whose documents two people label as relevant
// or not. A document is relevant with the probability share, and each person gets
// it wrong, by themselves, with an error rate that gives all documents this kappa.
// Errors are alike on documents of one query: both its error rate and its share are
// its own, drawn from beta distributions with the intraclass correlation icc.
type labelled struct {
	kappa, share, icc  float64
	queries, documents int
	// concentrated draws a query's rate of disagreements in place of these: with an
	// icc of .3 nearly all disagreements are about few queries.
	concentrated bool
}

func (l labelled) String() string {
	errors := "errors independent"
	if l.icc > 0 {
		errors = fmt.Sprintf("error icc %g", l.icc)
	}
	if l.concentrated {
		errors += ", few queries have them"
	}
	return fmt.Sprintf("%d × %d, %.0f %% relevant, %s", l.queries, l.documents, 100*l.share, errors)
}

// draw returns a table for each query.
func (l labelled) draw(rng *rand.Rand) []kappas.Confusion {
	rate := l.errorRate()
	tables := make([]kappas.Confusion, l.queries)
	for q := range tables {
		counts := [][]int{{0, 0}, {0, 0}}
		wrong, share := rate, l.share
		if l.icc > 0 {
			wrong, share = l.own(rate, rng), l.own(l.share, rng)
		}
		for range l.documents {
			a, b := 0, 0
			if l.concentrated {
				a, b = l.disagree(wrong, rng)
			} else {
				relevant := rng.Float64() < share
				a, b = oneIf(relevant != (rng.Float64() < wrong)), oneIf(relevant != (rng.Float64() < wrong))
			}
			counts[a][b]++
		}
		tables[q] = kappas.Confusion{Labels: []int{0, 1}, N: l.documents, Counts: counts}
	}
	return tables
}

// own draws a query's own rate around that of all.
func (l labelled) own(rate float64, rng *rand.Rand) float64 {
	size := 1/l.icc - 1
	return distuv.Beta{Alpha: rate * size, Beta: (1 - rate) * size, Src: rng}.Rand()
}

// disagree returns two labels of one document, each 1 with the probability share,
// that differ with the given probability.
func (l labelled) disagree(differ float64, rng *rand.Rand) (a, b int) {
	if rng.Float64() < differ {
		a = rng.IntN(2)
		return a, 1 - a
	}
	mean := l.errorRate()
	a = oneIf(rng.Float64() < (l.share-mean/2)/(1-mean))
	return a, a
}

// errorRate returns the mean rate, of a person's errors or of disagreements, that
// gives all documents the kappa.
func (l labelled) errorRate() float64 {
	if l.concentrated {
		return 2 * l.share * (1 - l.share) * (1 - l.kappa)
	}
	low, high := 0.0, 0.5
	for range 60 {
		e := (low + high) / 2
		both := e*e + l.icc*e*(1-e) // wrong about one document
		margin := l.share*(1-e) + (1-l.share)*e
		if one := l.share*(1-2*e+both) + (1-l.share)*both; (one-margin*margin)/(margin*(1-margin)) > l.kappa {
			low = e
		} else {
			high = e
		}
	}
	return low
}

// merged returns the table of all queries.
func merged(tables []kappas.Confusion) kappas.Confusion {
	whole := kappas.Confusion{Labels: []int{0, 1}, Counts: [][]int{{0, 0}, {0, 0}}}
	for _, t := range tables {
		whole.N += t.N
		for i, row := range t.Counts {
			for j, n := range row {
				whole.Counts[i][j] += n
			}
		}
	}
	return whole
}

// A kappaCell is how often labels pass a threshold of .6.
type kappaCell struct {
	labelled
	samples  int
	point    int // kappa itself is above it
	textbook int // its lower end by documents is
	shown    int // its lower end by queries is, over at least ten
	peers    [3]float64
}

const (
	kappaThreshold = "0.6"
	mostFalseKappa = .063 // passes of a lower end at a true kappa of the threshold
	leastPower     = .75  // at the table's numbers of queries, which were the first of a grid to show .8 in 250 repeats
)

// kappaCells returns those of the method's source, with its rates of kappa itself, of the
// standard error by documents and of the lower end, of which it has three. The last
// three have no limit: ten queries do not show what few of many have.
func kappaCells() []kappaCell {
	peers := map[[2]float64][3]float64{{.5, 0}: {.50, .055, .041}, {.3, .1}: {.48, .176, .058}, {.1, .3}: {.47, .245, .061}}
	var cells []kappaCell
	for _, share := range []float64{.5, .3, .1} {
		for _, icc := range []float64{0, .1, .3} {
			cells = append(cells, kappaCell{labelled: labelled{kappa: .6, share: share, icc: icc, queries: 10, documents: 20}, peers: peers[[2]float64{share, icc}]})
		}
	}
	for _, share := range []float64{.5, .3, .1} {
		cells = append(cells, kappaCell{labelled: labelled{kappa: .6, share: share, icc: .3, queries: 10, documents: 20, concentrated: true}})
	}
	return cells
}

// kappaFigures are what the study of kappa found.
type kappaFigures struct {
	cells []kappaCell // at a true kappa of the threshold
	needs []kappaCell // at the numbers of queries of the table for planning
}

func (s study) kappas() (findings, error) {
	var k kappaFigures
	k.cells = kappaCells()
	for i := range k.cells {
		if err := s.passes(&k.cells[i], kappaIndex+uint64(i), s.samples); err != nil {
			return k, err
		}
	}
	for _, need := range kappas.SimulatedKappaNeeds() {
		for j, documents := range []int{5, 10, 20} {
			c := kappaCell{labelled: labelled{kappa: need.Kappa, share: need.Share, icc: need.ICC, queries: need.Clusters[j], documents: documents}}
			if err := s.passes(&c, kappaNeedIndex+uint64(len(k.needs)), max(1, s.samples/10)); err != nil {
				return k, err
			}
			k.needs = append(k.needs, c)
		}
	}
	return k, nil
}

// passes counts how often the labels of a cell pass.
func (s study) passes(c *kappaCell, index uint64, samples int) error {
	threshold, err := kappas.ParseKappaThreshold(kappaThreshold)
	if err != nil {
		return err
	}
	counts, err := s.count(index, samples, 3, func(rng *rand.Rand, add func(int)) error {
		tables := c.draw(rng)
		whole := merged(tables)
		point, err := threshold.Judge(whole)
		if err != nil {
			return err
		}
		textbook, err := kappas.CohenKappa(whole, kappas.Unweighted, oneSidedLevel)
		if err != nil {
			return err
		}
		byQuery, err := kappas.KappaOverClusters(tables, level)
		if err != nil {
			return err
		}
		for counter, yes := range []bool{point.Passes, textbook.Interval != nil && textbook.Interval.Low > threshold.Float(), threshold.Evidence(byQuery) == kappas.KappaShown} {
			if yes {
				add(counter)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("kappa, %s: %w", c, err)
	}
	c.samples, c.point, c.textbook, c.shown = samples, counts[0], counts[1], counts[2]
	return nil
}

func (k kappaFigures) lines() []line {
	var wrong, power []candidate
	for _, c := range k.cells {
		if c.concentrated {
			continue
		}
		wrong = append(wrong, atMost(mostFalseKappa, c.shown, c.samples, c.String()))
	}
	for _, c := range k.needs {
		x := share(c.shown, c.samples)
		power = append(power, candidate{x, leastPower - x, shareError(leastPower, c.samples), fmt.Sprintf("kappa %g, %s", c.kappa, c)})
	}
	return []line{
		worst("a true kappa of the threshold shown to be above it", "≤ .063", wrong),
		worst("power at the queries of the table for planning", "≥ .75", power),
	}
}

func (k kappaFigures) write(p *page) {
	p.printf("\n### Labels that pass at a true kappa of .6\n\n")
	p.printf("The threshold is .6, nominally .05 pass. Ours / the source's, where it has the cell.\n\n")
	p.head(1, "queries × documents", "kappa itself", "lower end by documents", "lower end by queries")
	for _, c := range k.cells {
		rate := func(count, i int) string {
			if c.peers[i] == 0 {
				return digits(share(count, c.samples))
			}
			return digits(share(count, c.samples)) + " / " + digits(c.peers[i])
		}
		p.row(c.String(), rate(c.point, 0), rate(c.textbook, 1), rate(c.shown, 2))
	}
	p.printf("\n### Labels that show a kappa above .6, at the queries of the table for planning\n\n")
	p.head(1, "true kappa", "queries × documents", "shown")
	for _, c := range k.needs {
		p.row(fmt.Sprint(c.kappa), c.String(), digits(share(c.shown, c.samples)))
	}
}
