package scoring

import "github.com/rankduel/rankduel/metrics"

// beyond counts the queries of a run that are not judged.
type beyond struct{ queries, failed, empty int }

func (b *beyond) add(hits int, failed bool) {
	b.queries++
	if failed {
		b.failed++
	}
	if hits == 0 {
		b.empty++
	}
}

// extra adds up what the workers have seen.
func (p *pass) extra() beyond {
	var sum beyond
	for i := range p.scratch {
		e := p.scratch[i].extra
		sum.queries, sum.failed, sum.empty = sum.queries+e.queries, sum.failed+e.failed, sum.empty+e.empty
	}
	return sum
}

// countBeyond keeps what the profile counts.
func (p *pass) countBeyond() {
	if p.profile.OfRun {
		p.scores.beyond = p.extra()
	}
}

// A size is how many documents one query has: retrieved, relevant, and both.
type size struct{ retrieved, relevant, found int }

func sizeOf(j *metrics.Judged) size {
	s := size{retrieved: j.Retrieved, relevant: len(j.Ideal)}
	for _, h := range j.Hits {
		if h.Grade > 0 {
			s.found++
		}
	}
	return s
}
