package agreement

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/rankduel/rankduel/stats"
)

// A ClusteredKappa is an unweighted kappa whose uncertainty is that of clusters. Where both raters gave one
// label throughout kappa is undefined, and all pointers are nil.
type ClusteredKappa struct {
	Clusters int      // that have items
	Items    int      // of all clusters
	Value    *float64 // of all items, in [−1, 1]
	Low      *float64 // one-sided lower end at the level, not below −1
	// Interval is the two-sided one at the level, clipped to [−1, 1].
	Interval *stats.Interval
	SE       *float64
}

// KappaOverClusters returns Cohen's kappa over all items, and how far it may be from that of clusters
// like these, such as queries whose documents two raters see differently together. One imaginary
// cluster of a single item, on which the raters differ, is appended, so that full agreement does not
// look certain; then each of the m clusters, the imaginary one included, is left out in turn:
//
//	SE  = √((m−1)/m · Σ (κ₍₋ᵢ₎ − mean of κ₍₋ᵢ₎)²)
//	low = κ̂ − t_{m−1} · SE
//
// with κ̂ of all clusters and the imaginary one. Its item is spread evenly over all ordered pairs of
// different labels that were given; of two labels these are the cells (0, .5, .5, 0). Efron and Stein
// (1981), doi:10.1214/aos/1176345462. clusters are tables of [NewConfusion] with the same labels.
func KappaOverClusters(clusters []Confusion, level float64) (ClusteredKappa, error) {
	if err := stats.CheckLevel(level); err != nil {
		return ClusteredKappa{}, err
	}
	k := ClusteredKappa{}
	var whole marginTotals
	for i, c := range clusters {
		if len(c.Labels) != len(clusters[0].Labels) {
			return ClusteredKappa{}, fmt.Errorf("cluster %d has %d labels, the first %d: %w", i, len(c.Labels), len(clusters[0].Labels), stats.ErrOutOfRange)
		}
		if c.N > 0 {
			k.Clusters, k.Items = k.Clusters+1, k.Items+c.N
			whole.add(c, 1)
		}
	}
	if k.Items == 0 {
		return ClusteredKappa{}, stats.ErrNoPairs
	}
	if whole.undefined() {
		return k, nil
	}
	k.Value = new(whole.kappa())
	k.jackknife(clusters, whole, level)
	return k, nil
}

// jackknife fills in what needs the imaginary cluster. Without one of the real
// clusters kappa is always defined, because the imaginary one has two labels.
func (k *ClusteredKappa) jackknife(clusters []Confusion, whole marginTotals, level float64) {
	without := []float64{*k.Value}
	whole.imagine()
	for _, c := range clusters {
		if c.N > 0 {
			whole.add(c, -1)
			without = append(without, whole.kappa())
			whole.add(c, 1)
		}
	}
	center, squares, m := stat.Mean(without, nil), 0.0, float64(len(without))
	for _, x := range without {
		squares += float64((x - center) * (x - center))
	}
	imagined, se := whole.kappa(), math.Sqrt((m-1)/m*squares)
	low := max(imagined-float64(stats.StudentUpper(1-level, m-1)*se), -1)
	half := float64(stats.StudentUpper((1-level)/2, m-1) * se)
	k.SE, k.Low = &se, &low
	k.Interval = &stats.Interval{Method: "jackknife", Level: level, Low: max(imagined-half, -1), High: min(imagined+half, 1)}
}

// marginTotals are the counts that an unweighted kappa needs. They are not all whole numbers once an item was imagined.
type marginTotals struct {
	n, agreed     float64
	first, second []float64 // items by label
}

// add adds the counts of a table, or with sign −1 takes them off.
func (m *marginTotals) add(c Confusion, sign float64) {
	if m.first == nil {
		m.first, m.second = make([]float64, len(c.Labels)), make([]float64, len(c.Labels))
	}
	m.n += sign * float64(c.N)
	m.agreed += sign * float64(c.Agreed())
	for i, row := range c.Counts {
		for j, count := range row {
			m.first[i] += sign * float64(count)
			m.second[j] += sign * float64(count)
		}
	}
}

// imagine adds one item on which the raters differ, in equal parts for each ordered pair of different
// labels that were given, so that each margin of such a label gets the same.
func (m *marginTotals) imagine() {
	var given []int
	for i := range m.first {
		if m.first[i]+m.second[i] > 0 {
			given = append(given, i)
		}
	}
	for _, i := range given {
		m.first[i] += 1 / float64(len(given))
		m.second[i] += 1 / float64(len(given))
	}
	m.n++
}

// undefined reports whether both raters gave one label throughout: then chance explains everything.
func (m *marginTotals) undefined() bool { return floats.Dot(m.first, m.second) == m.n*m.n }

func (m *marginTotals) kappa() float64 {
	chance := floats.Dot(m.first, m.second)
	return (float64(m.n*m.agreed) - chance) / (float64(m.n*m.n) - chance)
}
