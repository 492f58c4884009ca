package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// MaxT is the step-down correction of Westfall and Young for a family of comparisons on the same queries. Each round
// flips the signs of whole queries, for all comparisons at once; the adjusted p of a comparison is how often the
// largest standardized sum of it and of all less significant ones was as large as its own. It bounds the family's error
// rate. Westfall and Young (1993); for retrieval, Boytsov, Belova and Westfall (2013), doi:10.1145/2484028.2484034.
type MaxT struct {
	Rounds  int // 0 means 100,000
	Seed    uint64
	Workers int // goroutines; 0 means one per processor; never changes a number
}

// A Family is what MaxT reports, in the order of the comparisons given.
type Family struct {
	P        []float64 // two-sided, of each comparison alone, from the same flips
	Adjusted []float64
	Rounds   int
}

// Adjust tests the comparisons ds[c][i], the difference of query i in comparison c. All must have the same queries.
func (m MaxT) Adjust(ds [][]float64) (Family, error) {
	if m.Rounds < 0 {
		return Family{}, fmt.Errorf("%d rounds: %w", m.Rounds, ErrOutOfRange)
	}
	m.Rounds = cmp.Or(m.Rounds, defaultRounds)
	f, err := newFamilyFlipper(ds)
	if err != nil {
		return Family{}, err
	}
	alone, stepped := m.count(f)
	out := Family{P: make([]float64, len(ds)), Adjusted: make([]float64, len(ds)), Rounds: m.Rounds}
	var worst float64
	for at, c := range f.order {
		out.P[c] = float64(1+alone[at]) / float64(1+m.Rounds)
		worst = max(worst, float64(1+stepped[at])/float64(1+m.Rounds))
		out.Adjusted[c] = worst
	}
	return out, nil
}

// count returns how often each comparison, in f's order, was reached by its own
// flipped statistic, and by the largest of it and its successors.
func (m MaxT) count(f *familyFlipper) (alone, stepped []int) {
	k := len(f.order)
	blocks := (m.Rounds + blockSize - 1) / blockSize
	hits := make([]int, 2*k*blocks)
	eachBlock(m.Rounds, m.Workers, func(block, first, last int) {
		mine := hits[2*k*block : 2*k*(block+1)]
		rng := stream(m.Seed, "maxT", block)
		signs := make([]byte, 8*((f.bytes+7)/8))
		for range last - first {
			fillSigns(signs, rng)
			var largest float64
			for at := k - 1; at >= 0; at-- {
				z := f.statistic(at, signs)
				largest = max(largest, z)
				if z >= f.observed[at]-tieTolerance {
					mine[at]++
				}
				if largest >= f.observed[at]-tieTolerance {
					mine[k+at]++
				}
			}
		}
	})
	alone, stepped = make([]int, k), make([]int, k)
	for i, h := range hits {
		if at := i % (2 * k); at < k {
			alone[at] += h
		} else {
			stepped[at-k] += h
		}
	}
	return alone, stepped
}

func fillSigns(signs []byte, rng *rand.PCG) {
	for i := 0; i < len(signs); i += 8 {
		w := rng.Uint64()
		for j := range 8 {
			signs[i+j] = byte(w >> (8 * j))
		}
	}
}

// A familyFlipper computes |Σ ±d|/√Σd² for comparisons that share their signs. With Σd² fixed that orders
// flips like t does, within and between comparisons of the same number of queries.
type familyFlipper struct {
	order    []int            // comparisons, most significant first
	observed []float64        // by order
	tables   [][][256]float64 // by order, standardized
	bytes    int
}

func newFamilyFlipper(ds [][]float64) (*familyFlipper, error) {
	columns := make([][]float64, len(ds))
	for c, d := range ds {
		if len(d) != len(ds[0]) {
			return nil, &LengthError{A: len(ds[0]), B: len(d)}
		}
		diffs, err := DifferencesOf(d)
		if err != nil {
			return nil, fmt.Errorf("comparison %d: %w", c+1, err)
		}
		columns[c] = diffs.values
	}
	f := &familyFlipper{}
	if len(columns) == 0 {
		return f, nil
	}
	rows := nonzeroRows(columns)
	observed := make([]float64, len(columns))
	standard := make([][]float64, len(columns))
	for c, column := range columns {
		standard[c] = standardized(column, rows)
		observed[c] = math.Abs(sum(standard[c]))
		f.order = append(f.order, c)
	}
	slices.SortStableFunc(f.order, func(i, j int) int { return cmp.Compare(observed[j], observed[i]) })
	f.bytes = (len(rows) + 7) / 8
	for _, c := range f.order {
		f.observed = append(f.observed, observed[c])
		var tables [][256]float64
		for eight := range slices.Chunk(standard[c], 8) {
			tables = append(tables, signedSums(eight))
		}
		f.tables = append(f.tables, tables)
	}
	return f, nil
}

// standardized returns the column's values at rows over the root of their sum of squares; zeros when all are zero.
func standardized(column []float64, rows []int) []float64 {
	out := make([]float64, len(rows))
	largest := maxAbs(column)
	if largest == 0 {
		return out
	}
	var squares float64
	for at, i := range rows {
		out[at] = column[i] / largest
		squares += float64(out[at] * out[at])
	}
	root := math.Sqrt(squares)
	for at := range out {
		out[at] /= root
	}
	return out
}

func (f *familyFlipper) statistic(at int, signs []byte) float64 {
	var total float64
	for i := range f.tables[at] {
		total += f.tables[at][i][signs[i]]
	}
	return math.Abs(total)
}
