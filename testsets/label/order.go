package label

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A task is one question to a person: grade this item. A repeat asks a second
// time, to see whether the person still says the same.
type task struct {
	Item   int // place in the pool
	Repeat bool
	block  int // of tasks about one query that follow each other
	query  int // how many queries there were up to here, those asked again left out
}

// What repeats are: so many of the pairs, so much later.
const (
	repeatedShare = 0.05
	repeatedAfter = 50 // tasks
)

// plan returns the order in which a person sees a pool. It depends on the pool, the seed and the person's name and on
// nothing else, so that each has an order of their own and finds it again. All documents of a query follow each other,
// so that a need is read once; the order of queries and that of the documents of each are shuffled. One pair in twenty
// comes again, unannounced, 50 tasks later or more: between two queries or at the end. A pool of up to 50 pairs has no
// repeats. Settings may have an order of queries, or of the items within their query; then these are not shuffled.
func (p *Pool) plan(s Settings) []task {
	ids, places := p.queries()
	if s.Queries == nil {
		shuffle(ids, stream(s.Seed, s.Person, "queries"))
	} else {
		copy(ids, s.Queries) // these are its first ones; see Along
	}
	var blocks [][]task
	for _, id := range ids {
		items := slices.Clone(places[id])
		if s.First == nil {
			shuffle(items, stream(s.Seed, s.Person, "documents of "+id))
		} else {
			slices.SortStableFunc(items, func(a, b int) int { return cmp.Compare(s.First[a], s.First[b]) })
		}
		block := ordered.Each(items, func(item int) task { return task{Item: item} })
		blocks = append(blocks, block)
	}
	return joined(p.repeat(blocks, stream(s.Seed, s.Person, "repeats")))
}

// Along refuses a pool that cannot be labelled in an order of queries without a gap: its
// queries have to be the first ones of the order.
func (p *Pool) Along(order []string) error {
	ids, places := p.queries()
	if len(ids) > len(order) {
		return fmt.Errorf("%s has %d queries, and the sample %d; draw one of labels that have them all", p.Name, len(ids), len(order))
	}
	for i, id := range order[:len(ids)] {
		if places[id] == nil {
			return fmt.Errorf("%s has documents of %d queries, and none of %q, which is number %d of the sample: labels of queries after it would not count; its queries have to be the first %d of the sample",
				p.Name, len(ids), id, i+1, len(ids))
		}
	}
	return nil
}

// repeat puts blocks of repeats behind blocks that end far enough away.
func (p *Pool) repeat(blocks [][]task, rng *rand.Rand) [][]task {
	ends := make([]int, len(blocks)) // tasks up to the end of each block
	total := 0
	for i, b := range blocks {
		total += len(b)
		ends[i] = total
	}
	var early []int // positions with enough tasks behind them
	for at := 0; at+repeatedAfter < total; at++ {
		early = append(early, at)
	}
	shuffle(early, rng)
	early = early[:min(len(early), int(repeatedShare*float64(total)+0.5))]
	slices.Sort(early)
	flat := slices.Concat(blocks...)
	behind := make([]map[string][]task, len(blocks)) // block → query → repeats
	for _, at := range early {
		least := slices.IndexFunc(ends, func(end int) bool { return end > at+repeatedAfter })
		place := least + rng.IntN(len(blocks)-least)
		if behind[place] == nil {
			behind[place] = map[string][]task{}
		}
		query := p.Items[flat[at].Item].Query
		behind[place][query] = append(behind[place][query], task{Item: flat[at].Item, Repeat: true})
	}
	var out [][]task
	for i, b := range blocks {
		out = append(out, b)
		for _, query := range slices.Sorted(maps.Keys(behind[i])) {
			again := behind[i][query]
			shuffle(again, rng)
			out = append(out, again)
		}
	}
	return out
}

func joined(blocks [][]task) []task {
	var tasks []task
	query := 0
	for i, b := range blocks {
		if !b[0].Repeat {
			query++
		}
		for _, t := range b {
			t.block, t.query = i, query
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// stream returns a generator of its own for one purpose.
func stream(seed uint64, person, purpose string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s %s", seed, len(person), person, purpose))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}

func shuffle[T any](list []T, rng *rand.Rand) {
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}
