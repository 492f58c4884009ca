package metrics

// RelString shows the judgments of the first n documents as one character each: the grade, > for a grade
// above 9, - for a document outside the pool and . for one in the pool that was not judged. It is
// trec_eval's relstring, for people to look at.
func RelString(j *Judged, n int) string {
	text := make([]byte, max(0, min(n, j.Retrieved)))
	for i := range text {
		text[i] = '-'
	}
	for _, h := range j.Hits {
		switch {
		case h.Rank > len(text):
		case h.Grade > 9:
			text[h.Rank-1] = '>'
		default:
			text[h.Rank-1] = byte('0' + h.Grade)
		}
	}
	for _, rank := range j.Pooled {
		if rank <= len(text) {
			text[rank-1] = '.'
		}
	}
	return string(text)
}
