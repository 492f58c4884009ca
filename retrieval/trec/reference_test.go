package trec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// A refQuery is one query as the callback of ScanRun sees it.
type refQuery struct {
	Query  string
	Offset int64
	Docs   []string
	Scores []float64
}

type refHit struct {
	doc   string
	score float64
	rank  int
	line  int
}

var wholeNumber = regexp.MustCompile(`^[+-]?[0-9]+$`)

var errReference = errors.New("reference: bad line")

// reference reads a run in the most obvious way: it is what ScanRun is
// compared with.
func reference(text string, opts RunOptions) ([]refQuery, RunStats, error) {
	var (
		stats   RunStats
		order   []string
		offsets = map[string]int64{}
		hits    = map[string][]refHit{}
		last    string
		offset  int64
	)
	if returns := strings.IndexByte(text, '\r'); returns >= 0 && returns < len(text)-1 && !strings.Contains(text, "\n") {
		return nil, stats, errReference
	}
	for line := range strings.Lines(text) {
		stats.Lines++
		at := offset
		offset += int64(len(line))
		f := strings.FieldsFunc(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), func(r rune) bool { return r == ' ' || r == '\t' })
		if len(f) == 0 || strings.HasPrefix(f[0], "#") {
			continue
		}
		if len(f) < 6 || strings.Contains(strings.Join(f[5:], " "), "\r") || !wholeNumber.MatchString(f[3]) {
			return nil, stats, errReference
		}
		score, err := strconv.ParseFloat(f[4], 64)
		if err != nil || math.IsNaN(score) || strings.ContainsAny(f[4], "xX_") {
			return nil, stats, errReference
		}
		parsed, err := strconv.ParseInt(f[3], 10, 32) // a rank has to fit into 32 bits
		rank := int(parsed)
		if err != nil {
			rank = math.MinInt
			if opts.Order == OrderRank {
				return nil, stats, errReference
			}
		}
		if _, ok := offsets[f[0]]; !ok {
			offsets[f[0]] = at
			order = append(order, f[0])
		} else if last != f[0] {
			stats.Interleaved = true
		}
		if last == "" {
			stats.Tag = f[5]
		}
		last = f[0]
		hits[f[0]] = append(hits[f[0]], refHit{f[2], score, rank, stats.Lines})
	}
	var out []refQuery
	for _, id := range order {
		list := hits[id]
		sort.SliceStable(list, func(i, j int) bool { return refBefore(list[i], list[j], opts.Order) })
		q := refQuery{Query: id, Offset: offsets[id]}
		var kept []refHit
		for _, h := range list {
			if slices.Contains(q.Docs, h.doc) {
				if opts.Duplicates != DuplicatesKeepFirst {
					return nil, stats, ErrDuplicate
				}
				stats.Duplicates++
				continue
			}
			q.Docs = append(q.Docs, h.doc)
			q.Scores = append(q.Scores, h.score)
			kept = append(kept, h)
		}
		for i, h := range kept {
			if slices.ContainsFunc(kept, func(o refHit) bool { return o.doc != h.doc && o.score == h.score }) {
				stats.Tied++
			}
			if i == 0 {
				continue
			}
			b := kept[i-1]
			known := h.rank != math.MinInt && b.rank != math.MinInt
			if known && (h.rank > b.rank && h.score > b.score || h.rank < b.rank && h.score < b.score) {
				stats.RankContradictions++
			}
		}
		stats.Queries++
		stats.Hits += len(kept)
		out = append(out, q)
	}
	if stats.Hits == 0 {
		return nil, stats, ErrEmpty
	}
	return out, stats, nil
}

func refBefore(a, b refHit, order Order) bool {
	if order == OrderFile {
		return false
	}
	if order == OrderRank && a.rank != b.rank {
		return a.rank < b.rank
	}
	if a.score != b.score {
		return a.score > b.score
	}
	return a.doc > b.doc
}

// scanned returns what ScanRun gives, with everything copied out of the callback.
func scanned(text string, opts RunOptions, size int) ([]refQuery, RunStats, error) {
	var (
		mu  sync.Mutex
		out []refQuery
	)
	// A reader that gives a few bytes at a time shows what depends on reads.
	src := Source{Name: "test.run", open: func() (io.ReadCloser, error) {
		return io.NopCloser(&stutter{bytes.NewReader([]byte(text)), 1}), nil
	}}
	stats, err := scanRun(context.Background(), src, opts, size, func(r *Ranking) error {
		q := refQuery{Query: string(r.Query), Offset: r.Offset, Scores: slices.Clone(r.Scores)}
		for i := range r.Len() {
			q.Docs = append(q.Docs, string(r.Doc(i)))
			if at, ok := r.Find(r.Hashes[i], q.Docs[i]); !ok || at != i {
				return fmt.Errorf("Find(%q) = %d, %v, want %d", q.Docs[i], at, ok, i)
			}
		}
		if r.Worker < 0 || r.Worker >= opts.workers() {
			return fmt.Errorf("worker %d of %d", r.Worker, opts.workers())
		}
		mu.Lock()
		defer mu.Unlock()
		out = append(out, q)
		return nil
	}, func() { out = nil })
	slices.SortFunc(out, func(a, b refQuery) int { return int(a.Offset - b.Offset) })
	return out, stats, err
}

// A stutter reads 1, 2, 3, ... bytes at a time.
type stutter struct {
	in io.Reader
	n  int
}

func (s *stutter) Read(b []byte) (int, error) {
	s.n = s.n%97 + 1
	return s.in.Read(b[:min(s.n, len(b))])
}
