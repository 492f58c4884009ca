package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// ErrRecordingGone says that a stored run's rankings are not in the store any
// more; asking its component again (Options.Refresh) brings them back.
var ErrRecordingGone = errors.New("its recording is not in the store; asking again brings it back (run --refresh)")

// Rankings gives a system's rankings, query by query, as Run has recorded or would compute them; nothing is
// retrieved. Of repeated ones these are the first. An error ends them and comes with an empty result.
func (p *Prepared) Rankings(ctx context.Context, recorder result.Recorder, system string) iter.Seq2[runfile.Result, error] {
	return p.RankingsAgain(ctx, recorder, system, 0)
}

// RankingsAgain gives those of a repeat, from 0.
func (p *Prepared) RankingsAgain(ctx context.Context, recorder result.Recorder, system string, repeat int) iter.Seq2[runfile.Result, error] {
	return func(yield func(runfile.Result, error) bool) {
		i := slices.IndexFunc(p.systems, func(s System) bool { return s.Config.Name == system })
		if i < 0 {
			yield(runfile.Result{}, fmt.Errorf("no system is named %q; there are %s", system, prose.Quoted(p.Systems())))
			return
		}
		r := p.reading(recorder, recording.NewStates(recorder), repeat+1).repeats[repeat]
		if err := r.rankings(ctx, p.systems[i], func(got runfile.Result) bool { return yield(got, nil) }); err != nil {
			yield(runfile.Result{}, err)
		}
	}
}

// errStopped ends a pass whose caller has seen enough.
var errStopped = errors.New("stopped")

func (r *Retrieved) rankings(ctx context.Context, s System, yield func(runfile.Result) bool) error {
	if err := r.readOnly(ctx, s); err != nil {
		return err
	}
	k, err := r.Ranker(ctx, s)
	if err != nil {
		return fmt.Errorf("config %q: %w", s.Config.Name, err)
	}
	err = r.EachBatch(ctx, r.read([]Ranker{k}), func(from, n int, columns map[string][]result.Ranking) error {
		for i := range n {
			query := r.judgments.Query(from + i).ID
			for _, name := range s.Config.Components {
				if columns[name][i].Absent {
					return fmt.Errorf("%w: component %q, query %q", ErrRecordingGone, name, query)
				}
			}
			got := k.Ranking(from+i, Row(columns, i))
			if !yield(runfile.Result{QueryID: query, Hits: got.Hits, Answer: got.Written, LatencyMS: got.LatencyMS, Error: got.Failure}) {
				return errStopped
			}
		}
		return nil
	})
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// readOnly makes readable what a system needs. Nothing is asked, and nothing reported.
func (r *Retrieved) readOnly(ctx context.Context, s System) error {
	for _, name := range s.Config.Components {
		src := r.sources[name]
		if !src.live() {
			if _, err := r.openRun(ctx, src); err != nil {
				return fmt.Errorf("%q: %w", name, err)
			}
			continue
		}
		key, err := r.key(src)
		if err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
		r.columns[name] = &column{feed: recording.Feed{Recorder: r.recorder, Key: key}}
	}
	if s.Config.Rerank == nil {
		return nil
	}
	key, err := r.rerankKey(s)
	r.columns[s.Config.Name] = &column{feed: recording.Feed{Recorder: r.recorder, Key: key}}
	return err
}

// unrecorded returns the error of a component whose rankings have gone; nil when all
// are there. Nothing is left to be asked.
func (r *Retrieved) unrecorded(c *recording.Component) error {
	c.Missing = nil
	gone := 0
	for _, q := range r.judgments.Requests() {
		if _, ok := c.Known[q.ID]; !ok {
			gone++
		}
	}
	if gone > 0 {
		return fmt.Errorf("%d of %d queries are not recorded: %w", gone, r.judgments.Len(), ErrRecordingGone)
	}
	c.Report.Reused = r.judgments.Len()
	return nil
}

// unscoredNow returns the error of rerankers that would have to be asked.
func (r *Retrieved) unscoredNow(steps []*recording.Component) error {
	for _, s := range steps {
		if n := len(s.Missing); n > 0 {
			return fmt.Errorf("rerank of %q: %d of %d queries are not recorded: %w", s.Name, n, r.judgments.Len(), ErrRecordingGone)
		}
		if err := r.noteFailures(s); err != nil {
			return err
		}
	}
	return nil
}

// headBytes is how much of the hits that are to be reranked is held for each configuration. Memory must not grow with
// the test set, and their texts would make it; what is not held is read and fused once more when it is asked for.
const headBytes = 32 << 20

// heads are the hits that a reranker has not scored, by query. They are filled
// while rankings are fused anyway, and read when the reranker is asked.
type heads struct {
	mu      sync.Mutex
	left    int // bytes
	byQuery map[int][]retrieval.Hit
}

func newHeads(limit int) *heads { return &heads{left: limit, byQuery: map[int][]retrieval.Hit{}} }

// keep holds the head of query q, unless it is too much.
func (h *heads) keep(q int, head []retrieval.Hit) {
	size := 0
	for _, hit := range head {
		size += 64 + len(hit.ID) + len(hit.Text)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if size > h.left {
		return
	}
	h.left -= size
	kept := make([]retrieval.Hit, len(head))
	for i, hit := range head { // cloned: a whole ranking may be one string
		kept[i] = retrieval.Hit{ID: strings.Clone(hit.ID), Score: hit.Score, Text: strings.Clone(hit.Text)}
	}
	h.byQuery[q] = kept
}

// of returns a copy of the head of query q; not there when it is not held.
func (h *heads) of(q int) (head []retrieval.Hit, held bool) {
	head, held = h.byQuery[q]
	return slices.Clone(head), held
}
