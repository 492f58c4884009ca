package trec

// Judgment looks up one document of query i; ok is false when it is not there.
func (q *Qrels) Judgment(i int, doc string) (j Judgment, ok bool) {
	for at := q.starts[i]; at < q.starts[i+1]; at++ {
		if q.doc(int(at)) == doc {
			return q.judgment(i, int(at)), true
		}
	}
	return Judgment{}, false
}
