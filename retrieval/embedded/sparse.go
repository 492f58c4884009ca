package embedded

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// A sparse matrix keeps its non-zero entries row by row, columns ascending in each row.
type sparse struct {
	Cols   int
	Start  []int // row i is Column[Start[i]:Start[i+1]]; one more than there are rows
	Column []uint32
	Value  []float64
}

func (m *sparse) rows() int { return len(m.Start) - 1 }

func (m *sparse) row(i int) (columns []uint32, values []float64) {
	from, to := m.Start[i], m.Start[i+1]
	return m.Column[from:to], m.Value[from:to]
}

func (m *sparse) transpose() *sparse {
	t := &sparse{
		Cols:   m.rows(),
		Start:  make([]int, m.Cols+1),
		Column: make([]uint32, len(m.Column)),
		Value:  make([]float64, len(m.Value)),
	}
	for _, c := range m.Column {
		t.Start[c+1]++
	}
	for c := range m.Cols {
		t.Start[c+1] += t.Start[c]
	}
	next := append([]int(nil), t.Start[:m.Cols]...)
	for r := range m.rows() {
		columns, values := m.row(r)
		for i, c := range columns {
			t.Column[next[c]], t.Value[next[c]] = uint32(r), values[i]
			next[c]++
		}
	}
	return t
}

// times returns the dense product m·x. Rows are worked on in parallel; each is summed by one worker in the
// order of its columns, so that the number of workers does not change a bit.
func (m *sparse) times(x matrix) matrix {
	product := newDense(m.rows(), x.Cols)
	parallel(m.rows(), func(r int) {
		out := product.row(r)
		columns, values := m.row(r)
		for i, c := range columns {
			floats.AddScaled(out, values[i], x.row(int(c)))
		}
	})
	return product
}

// parallel calls work for 0 … n-1 on all processors, in blocks.
func parallel(n int, work func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := w * n / workers; i < (w+1)*n/workers; i++ {
				work(i)
			}
		})
	}
	group.Wait()
}
