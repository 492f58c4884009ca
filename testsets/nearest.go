package testsets

// nearest returns the word of known that a mistyped name most likely meant: the first with the smallest
// edit distance, if that is at most a third of the name's length and at least 1.
func nearest(name string, known []string) string {
	best, limit := "", max(1, len(name)/3)
	for _, k := range known {
		if max(len(k)-len(name), len(name)-len(k)) > limit {
			continue
		}
		if d := editDistance(name, k); d <= limit && (best == "" || d < limit) {
			best, limit = k, d
		}
	}
	return best
}

// editDistance counts the insertions, deletions and replacements of bytes that
// turn a into b (Levenshtein), in O(len(a)·len(b)).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
