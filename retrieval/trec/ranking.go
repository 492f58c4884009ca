package trec

// A Ranking is one query's hits in ranking order, best first. It belongs to
// the reader and is valid only during the callback; so are all slices it gives.
type Ranking struct {
	Query  []byte
	Offset int64 // of the query's first line in the (decompressed) file: a stable sequence number
	Worker int   // index of the calling worker, below the number of workers: for scratch space

	Hashes []uint64  // idtable.Hash of each document id
	Scores []float64 // -0 is given as 0
}

// Len is the number of hits.
func (r *Ranking) Len() int { return len(r.Hashes) }

// Doc is the id of the hit at index i, that is of rank i+1.
func (r *Ranking) Doc(i int) []byte { return nil }

// Find is the index of a document in the ranking. hash is idtable.Hash(doc).
func (r *Ranking) Find(hash uint64, doc string) (index int, ok bool) { return 0, false }
