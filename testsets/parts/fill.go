package parts

import "github.com/rankduel/rankduel/testsets"

// bins count what is held out of each stratum.
type bins struct {
	division *Division
	strata   *stratification
	quotas   []int
	held     []int
}

// keep leaves marked queries where they are and returns the units still to be drawn. A unit follows its kept query: to
// the evaluation part where it has some in both, because a held-out query with its like there is none.
func (b *bins) keep(set *testsets.TestSet, units []unit) (free []unit) {
	for _, u := range units {
		part := testsets.Unsplit
		for _, i := range u {
			if kept := set.Queries[i].Split; kept == testsets.Evaluation || part == testsets.Unsplit {
				part = kept
			}
		}
		if part == testsets.Unsplit {
			free = append(free, u)
			continue
		}
		for _, i := range u {
			to := part
			if kept := set.Queries[i].Split; kept != testsets.Unsplit {
				to = kept
				b.division.Kept++
			}
			b.put(i, to)
		}
	}
	return free
}

func (b *bins) put(query int, part testsets.Split) {
	b.division.Parts[query] = part
	if part == testsets.HeldOut {
		b.held[b.strata.of[query]]++
	}
}

// fill holds units out in their order: first those that fit, then, while a
// stratum has too few, the one that brings all strata nearest to their quotas.
func (b *bins) fill(units []unit) {
	var left []unit
	for _, u := range units {
		if b.fits(u) {
			b.hold(u)
		} else {
			left = append(left, u)
		}
	}
	for {
		best, gain := -1, 0
		for i, u := range left {
			if g := b.gain(u); u != nil && g > gain {
				best, gain = i, g
			}
		}
		if best < 0 {
			return
		}
		b.hold(left[best])
		left[best] = nil
	}
}

func (b *bins) hold(u unit) {
	for _, i := range u {
		b.put(i, testsets.HeldOut)
	}
}

// fits reports whether no quota is exceeded with the unit.
func (b *bins) fits(u unit) bool {
	for s, n := range b.count(u) {
		if b.held[s]+n > b.quotas[s] {
			return false
		}
	}
	return true
}

// gain is by how many queries the strata come nearer to their quotas, together.
func (b *bins) gain(u unit) int {
	gain := 0
	for s, n := range b.count(u) {
		gain += distance(b.held[s], b.quotas[s]) - distance(b.held[s]+n, b.quotas[s])
	}
	return gain
}

func (b *bins) count(u unit) map[int]int {
	counts := make(map[int]int, 1)
	for _, i := range u {
		counts[b.strata.of[i]]++
	}
	return counts
}

func distance(a, b int) int { return max(a-b, b-a) }
