package embedded

import "gonum.org/v1/gonum/mat"

// A matrix is dense, row by row.
type matrix struct {
	Rows, Cols int
	Data       []float64
}

func newDense(rows, cols int) matrix {
	return matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

func (m matrix) row(i int) []float64 { return m.Data[i*m.Cols : (i+1)*m.Cols] }

// dense returns m for gonum, with the same numbers underneath; m is not empty.
func (m matrix) dense() *mat.Dense { return mat.NewDense(m.Rows, m.Cols, m.Data) }
