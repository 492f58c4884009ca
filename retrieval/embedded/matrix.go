package embedded

import "math"

// A matrix is dense, row by row.
type matrix struct {
	Rows, Cols int
	Data       []float64
}

func newDense(rows, cols int) matrix {
	return matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

func (m matrix) row(i int) []float64 { return m.Data[i*m.Cols : (i+1)*m.Cols] }

// append adds a row.
func (m *matrix) append(row []float64) {
	m.Rows, m.Cols = m.Rows+1, len(row)
	m.Data = append(m.Data, row...)
}

func (m matrix) transpose() matrix {
	t := newDense(m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.row(i) {
			t.Data[j*m.Rows+i] = v
		}
	}
	return t
}

// dot is x·y, in four sums that a processor can work on at once. Their order is fixed and each product rounded, here
// and in addScaled, so that the bits are the same on every processor.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	for ; len(x) >= 4 && len(y) >= 4; x, y = x[4:], y[4:] {
		a += float64(x[0] * y[0])
		b += float64(x[1] * y[1])
		c += float64(x[2] * y[2])
		d += float64(x[3] * y[3])
	}
	for i, v := range x {
		a += float64(v * y[i])
	}
	return (a + b) + (c + d)
}

// addScaled adds s·x to dst.
func addScaled(dst []float64, s float64, x []float64) {
	x = x[:len(dst)]
	for ; len(dst) >= 4 && len(x) >= 4; dst, x = dst[4:], x[4:] {
		dst[0] += float64(s * x[0])
		dst[1] += float64(s * x[1])
		dst[2] += float64(s * x[2])
		dst[3] += float64(s * x[3])
	}
	for i, v := range x[:len(dst)] {
		dst[i] += float64(s * v)
	}
}

func scale(v []float64, s float64) {
	for i := range v {
		v[i] *= s
	}
}

func norm(v []float64) float64 { return math.Sqrt(dot(v, v)) }
