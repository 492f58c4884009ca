package result

// A SystemDetail is what one system gave to every query: what a page shows
// next to a comparison, which holds means and differences alone.
type SystemDetail struct {
	Name     string
	Measures []string // of the scores, in their order
	Better   []int    // of each measure: 1 where higher scores are better, -1 lower ones, 0 neither
	Queries  []Row    // by the bytes of their ids
	Depth    int      // so many hits of each query are kept at most; 0: none

	// NoHits says why no hits are kept although they were asked for, "" when
	// they are.
	NoHits string
}

// Kept returns a system of which only what was stored with its run is known: its depth
// is that of the longest list, and without any list why says why.
func (d SystemDetail) Kept(why string) SystemDetail {
	d.Depth, d.NoHits = 0, ""
	for _, q := range d.Queries {
		d.Depth = max(d.Depth, len(q.Hits))
	}
	if d.Depth == 0 {
		d.NoHits = why
	}
	return d
}

// A JudgedHit is one hit as the measures saw it. Its rank is its position.
type JudgedHit struct {
	DocID string
	Grade int // Unjudged where it is not known
	Score float64
}

// Unjudged is the grade of a hit without judgments.
const Unjudged = -1
