package html

import (
	"fmt"
	"strings"
)

// Sizes of a file in bytes, and of the scripts next to one.
const (
	targetSize = 10_000_000 // above it what few look at is left out
	// WarnSize is above what a file is slow to mail and to open.
	WarnSize   = 25_000_000
	besideSize = 50_000_000 // from here on lists are next to the page
	scriptSize = 203_000    // of a script next to it

	// besideQueries is where lists are next to the page whatever their size.
	besideQueries = 20_000

	sampled = 8 // chunks that a size is estimated from
)

// A plan is what is kept, where it goes, and what the page says of that.
type plan struct {
	kept
	beside bool
	notes  []string
}

// planned decides what a page keeps: everything where lists may are next to it and
// are large. In one file scores of hits far down go first, then snippets, then what no one has judged below
// twice the cutoff, and last the lists of queries that did not change.
func (co *cohort) planned(o Options) (plan, error) {
	p := plan{kept: kept{depth: co.deepest(), snippets: co.text != nil, unchanged: true}}
	if p.depth == 0 {
		return p, nil
	}
	if co.anyScores() {
		p.scores = p.depth
	}
	if o.served {
		return p, nil
	}
	size, err := co.estimate(p.kept)
	if err != nil {
		return p, err
	}
	if o.Beside != nil && (co.len() > besideQueries || size >= besideSize) {
		p.beside = true
		p.notes = append(p.notes, fmt.Sprintf("The ranked lists are in the folder %s next to this file: move them together.", o.Folder))
		if p.scores > co.top() {
			p.scores = co.top()
			p.notes = append(p.notes, fmt.Sprintf("Left out to keep that folder small: scores of hits below rank %d.", p.scores))
		}
		return p, nil
	}
	deepest := p.depth
	for _, step := range []struct {
		limit int
		drop  func() string
	}{
		{targetSize, func() string {
			if p.scores <= co.top() {
				return ""
			}
			p.scores = co.top()
			return fmt.Sprintf("scores of hits below rank %d", p.scores)
		}},
		{targetSize, func() string {
			if !p.snippets {
				return ""
			}
			p.snippets = false
			return "texts of documents"
		}},
		{targetSize, func() string {
			if co.top() >= deepest {
				return ""
			}
			p.depth = co.top()
			return fmt.Sprintf("unjudged hits below rank %d", p.depth)
		}},
		{WarnSize, func() string { p.unchanged = false; return "lists of queries whose scores did not change" }},
	} {
		if size <= step.limit {
			break
		}
		if dropped := step.drop(); dropped != "" {
			p.notes = append(p.notes, dropped)
			if size, err = co.estimate(p.kept); err != nil {
				return p, err
			}
		}
	}
	if len(p.notes) > 0 {
		p.notes = []string{"Left out to keep the file small: " + strings.Join(p.notes, "; ") + "."}
	}
	return p, nil
}

// top returns how far down a reader looks who looks further than the cutoff.
func (co *cohort) top() int { return max(2*co.cutoff, 20) }

func (co *cohort) deepest() int {
	depth := 0
	for _, s := range co.systems {
		for q := range s.Queries {
			depth = max(depth, len(s.Queries[q].Hits))
		}
	}
	return depth
}

// estimate is about how large the lists are in a file, by a few chunks of them from all over.
func (co *cohort) estimate(k kept) (int, error) {
	chunks := (co.len() + chunkQueries - 1) / chunkQueries
	step := max(1, chunks/sampled)
	size, queries := 0, 0
	for at := 0; at < chunks; at += step {
		chunk, err := co.chunk(at*chunkQueries, chunkQueries, k)
		if err != nil {
			return 0, err
		}
		size += inBase64(len(chunk))
		queries += min(chunkQueries, co.len()-at*chunkQueries)
	}
	return int(float64(size) / float64(queries) * float64(co.len())), nil
}

func inBase64(n int) int { return (n + 2) / 3 * 4 }
