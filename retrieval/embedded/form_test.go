package embedded

import (
	"reflect"
	"testing"
)

var smallIndexes = []*index{
	{
		IDs: []string{"a", "b"}, Texts: []string{"", "flow"}, Terms: []string{"é", "x"},
		Postings: &sparse{Cols: 2, Start: []int{0, 1, 3}, Column: []uint32{1, 0, 1}, Value: []float64{1, 0.5, 2}},
		Length:   []float64{1, 2}, IDF: []float64{}, TermVectors: []float64{}, DocumentVectors: []float64{},
	},
	{
		IDs: []string{}, Texts: []string{}, Terms: []string{},
		Length: []float64{}, IDF: []float64{0.1}, TermVectors: []float64{-1, 2}, DocumentVectors: []float64{3}, Dimensions: 2,
	},
}

// What is stored reads back, and nothing shorter or longer does.
func TestIndexForm(t *testing.T) {
	for _, x := range smallIndexes {
		stored := x.append(nil)
		if got, ok := parseIndex(stored); !ok || !reflect.DeepEqual(got, x) {
			t.Errorf("parsed %+v, %v, want %+v", got, ok, x)
		}
		for n := range stored {
			if _, ok := parseIndex(stored[:n]); ok {
				t.Errorf("the first %d of %d bytes are an index", n, len(stored))
			}
		}
		if _, ok := parseIndex(append(stored, 0)); ok {
			t.Error("one byte more is an index")
		}
	}
}

func FuzzIndexForm(f *testing.F) {
	for _, x := range smallIndexes {
		f.Add(x.append(nil))
	}
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, stored []byte) {
		x, ok := parseIndex(stored)
		if !ok {
			return
		}
		again, ok := parseIndex(x.append(nil))
		if !ok || len(again.IDs) != len(x.IDs) || again.Dimensions != x.Dimensions {
			t.Errorf("%+v became %+v, %v", x, again, ok)
		}
	})
}
