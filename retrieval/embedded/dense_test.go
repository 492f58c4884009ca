package embedded

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
)

// randomSparse has about the given share of entries, of a spectrum that falls as that of text does.
func randomSparse(rows, cols int, share float64, seed uint64) *sparse {
	rng := rand.New(rand.NewPCG(seed, 0))
	m := &sparse{Cols: cols, Start: []int{0}}
	for range rows {
		for c := range cols {
			if rng.Float64() < share {
				m.Column = append(m.Column, uint32(c))
				m.Value = append(m.Value, rng.Float64()/math.Sqrt(float64(1+c)))
			}
		}
		m.Start = append(m.Start, len(m.Column))
	}
	return m
}

func toDense(m *sparse) *mat.Dense {
	d := mat.NewDense(m.rows(), m.Cols, nil)
	for r := range m.rows() {
		columns, values := m.row(r)
		for i, c := range columns {
			d.Set(r, int(c), values[i])
		}
	}
	return d
}

// fullSVD returns gonum's exact decomposition.
func fullSVD(t testing.TB, a mat.Matrix) (v *mat.Dense, values []float64) {
	t.Helper()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		t.Fatal("gonum's SVD did not converge")
	}
	v = new(mat.Dense)
	svd.VTo(v)
	return v, svd.Values(nil)
}

// Where the sketch holds the whole space, every singular value and the whole right space agree with gonum's full
// SVD; where it does not, the leading ones do.
func TestSingularVectorsAgainstFullSVD(t *testing.T) {
	tests := []struct {
		rows, cols, k int
		tolerance     float64 // of singular values, relative to the first
		check         int     // how many values
	}{
		{20, 35, 20, 1e-12, 20},
		{35, 20, 20, 1e-12, 20},
		{35, 20, 50, 1e-12, 20}, // more than there are
		{1, 7, 3, 1e-12, 1},
		{7, 1, 3, 1e-12, 1},
		{150, 300, 20, 1e-6, 1},
		{150, 300, 20, 2e-2, 20},
		{300, 150, 20, 1e-6, 1},
		{300, 150, 20, 2e-2, 20},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%dx%d k=%d", tt.rows, tt.cols, tt.k), func(t *testing.T) {
			a := randomSparse(tt.rows, tt.cols, .3, 5)
			v, values, err := singularVectors(t.Context(), a, tt.k, 1)
			if err != nil {
				t.Fatal(err)
			}
			wantV, want := fullSVD(t, toDense(a))
			for i := range tt.check {
				if math.Abs(values[i]-want[i]) > tt.tolerance*want[0] {
					t.Errorf("singular value %d = %v, want %v (gonum mat.SVD) within %g of the first", i+1, values[i], want[i], tt.tolerance)
				}
			}
			got := mat.NewDense(v.Rows, v.Cols, v.Data)
			var gram mat.Dense
			gram.Mul(got.T(), got)
			for i := range v.Cols {
				gram.Set(i, i, gram.At(i, i)-1)
			}
			if worst := mat.Norm(&gram, math.Inf(1)); worst > 1e-12 {
				t.Errorf("the vectors are off orthonormal by %g", worst)
			}
			first := math.Abs(mat.Dot(got.ColView(0), wantV.ColView(0)))
			if math.Abs(first-1) > 1e-9 {
				t.Errorf("cosine of the first vector with gonum's = %v, want 1", first)
			}
		})
	}
}

// Every cosine of a small corpus against the textbook path in dense matrices: weights, gonum's full SVD cut at k,
// projection, cosine.
func TestLSAAgainstFullSVD(t *testing.T) {
	documents := smallCorpus(30)
	const k = 25 // of 30 documents: the sketch holds the whole space
	r := index3(t, documents, plain(Settings{Model: LSA, Dimensions: k}))
	terms, counts := r.index.Terms, map[string][]float64{}
	for d, doc := range documents {
		for _, w := range strings.Fields(doc.Field(corpus.FieldText)) {
			if counts[w] == nil {
				counts[w] = make([]float64, len(documents))
			}
			counts[w][d]++
		}
	}
	weights := mat.NewDense(len(documents), len(terms), nil)
	idf := make([]float64, len(terms))
	for j, term := range terms {
		df := 0.
		for _, c := range counts[term] {
			if c > 0 {
				df++
			}
		}
		idf[j] = 1 + math.Log((1+float64(len(documents)))/(1+df))
		for d, c := range counts[term] {
			if c > 0 {
				weights.Set(d, j, (1+math.Log(c))*idf[j])
			}
		}
	}
	for d := range documents {
		row := mat.NewVecDense(len(terms), weights.RawRowView(d))
		row.ScaleVec(1/mat.Norm(row, 2), row)
	}
	v, _ := fullSVD(t, weights)
	space := v.Slice(0, len(terms), 0, k)

	query := "w3 w7 w7 w11"
	q := mat.NewVecDense(len(terms), nil)
	for j, term := range terms {
		if c := strings.Count(query+" ", term+" "); c > 0 {
			q.SetVec(j, (1+math.Log(float64(c)))*idf[j])
		}
	}
	var latentQuery mat.VecDense
	latentQuery.MulVec(space.T(), q)
	hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: query}, 100)
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) != len(documents) {
		t.Fatalf("%d hits, want all %d documents", len(hits), len(documents))
	}
	for _, h := range hits {
		var d int
		if _, err := fmt.Sscanf(h.ID, "d%d", &d); err != nil {
			t.Fatal(err)
		}
		var latent mat.VecDense
		latent.MulVec(space.T(), weights.RowView(d))
		want := mat.Dot(&latent, &latentQuery) / mat.Norm(&latent, 2) / mat.Norm(&latentQuery, 2)
		if math.Abs(h.Score-want) > 1/ranked/2+1e-12 { // which similarities are rounded to
			t.Errorf("cosine of %s = %v, want %v (full SVD)", h.ID, h.Score, want)
		}
	}
}

// smallCorpus has words w0, w1, ... of falling frequency; "wN" is a whole word, so w1 and w11 do not meet.
func smallCorpus(n int) []corpus.Document {
	rng := rand.New(rand.NewPCG(9, 9))
	var documents []corpus.Document
	for d := range n {
		var words []string
		for range 12 {
			words = append(words, fmt.Sprintf("w%d", int(rng.ExpFloat64()*9)))
		}
		documents = append(documents, corpus.Document{ID: fmt.Sprintf("d%02d", d), Fields: body(strings.Join(words, " "))})
	}
	return documents
}

func TestLSAOrderOfDocumentsAndWorkers(t *testing.T) {
	documents := smallCorpus(200)
	s := plain(Settings{Model: LSA, Dimensions: 20, Seed: 3})
	want := index3(t, append([]corpus.Document(nil), documents...), s).index
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for workers := 1; workers <= 7; workers += 3 {
		runtime.GOMAXPROCS(workers)
		rand.New(rand.NewPCG(1, uint64(workers))).Shuffle(len(documents), func(i, j int) {
			documents[i], documents[j] = documents[j], documents[i]
		})
		if got := index3(t, append([]corpus.Document(nil), documents...), s).index; !reflect.DeepEqual(got, want) {
			t.Errorf("with %d workers and the documents in another order, the index is another", workers)
		}
	}
	s.Seed = 4
	if reflect.DeepEqual(index3(t, documents, s).index.DocumentVectors, want.DocumentVectors) {
		t.Error("another seed gives the same vectors: the seed is not used")
	}
}

func TestLSAEdges(t *testing.T) {
	documents := []corpus.Document{
		{ID: "a", Fields: body("wing flow")},
		{ID: "b", Fields: body("heat")},
		{ID: "c", Fields: body("")},
		{ID: "d", Fields: body("wing flow")},
	}
	r := index3(t, documents, plain(Settings{Model: LSA}))
	for query, want := range map[string]string{
		"wing":           "d a b", // a and d tie: larger id first; the empty document never comes
		"heat":           "b d a",
		"unknown":        "",
		"":               "",
		"wing flow wing": "d a b",
	} {
		hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: query}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, h := range hits {
			ids = append(ids, h.ID)
			if h.Score < -1 || h.Score > 1 {
				t.Errorf("%q: cosine %v is out of range", query, h.Score)
			}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%q: hits = %s, want %s", query, got, want)
		}
	}
}

func TestTranspose(t *testing.T) {
	a := randomSparse(13, 9, .4, 2)
	if !mat.Equal(toDense(a.transpose()), toDense(a).T()) {
		t.Error("transpose differs from gonum's")
	}
	if !reflect.DeepEqual(a.transpose().transpose(), a) {
		t.Error("transposing twice changes the matrix")
	}
}
