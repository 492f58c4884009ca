package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// shardsOf returns n shards that began at a time, and all queries behind them; these alone where n is 0.
func shardsOf(n int, since time.Time) []recording.Shard {
	if n == 0 {
		return []recording.Shard{{}}
	}
	var list []recording.Shard
	for i := range n {
		list = append(list, recording.Shard{I: i + 1, N: n, Since: since})
	}
	return append(list, recording.Shard{N: n, Since: since})
}

// failing answers at a rank, but for queries whose number is a multiple of n.
func failing(n, rank int) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if wingtest.Number(q)%n == 0 {
			return nil, errors.New("no such shard")
		}
		return wingtest.Answering(q, rank), nil
	}
}

func silent(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) { return nil, nil }

// worded gives what is found texts, which rerankers want.
func worded(by retrieval.Retriever) retrieval.Func {
	return func(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		hits, err := by.Retrieve(ctx, q, k)
		for i := range hits {
			hits[i].Text = fmt.Sprint("text of ", hits[i].ID, " and question")
		}
		return hits, err
	}
}

// clockAt returns a clock still, so that no latency tells two runs apart.
func clockAt(at time.Time) func() time.Time { return func() time.Time { return at } }

// What is asked in shards, and then run, is what is asked and run at once: the same bytes, the same queries asked as
// often. So it is whatever was recorded before, in whichever order shards come, and when each is done twice, as after
// a kill.
func TestShards(t *testing.T) {
	const queries = 23
	began := time.Date(2026, 3, 1, 12, 0, 0, 500e6, time.UTC)
	for _, tt := range []struct {
		name    string
		configs string
		before  retrieval.Func // what bm25 said an hour ago; nil: it was not asked
		opts    run.Options
		repeats int
		asked   int // different questions to bm25, counted by hand
	}{
		{"nothing is recorded", twoConfigs, nil, run.Options{}, 1, queries},
		{"all is recorded", twoConfigs, wingtest.AtRank(2), run.Options{}, 1, 0},
		{"failures stay", twoConfigs, failing(5, 2), run.Options{}, 1, 0},
		{"failures are retried", twoConfigs, failing(5, 2), run.Options{RetryFailed: true}, 1, 5}, // 0, 5, 10, 15, 20
		{"it was down", twoConfigs, failing(1, 2), run.Options{}, 1, queries},
		{"it found nothing", twoConfigs, silent, run.Options{}, 1, queries},
		{"it is refreshed", twoConfigs, wingtest.AtRank(2), run.Options{Refresh: []string{"bm25"}}, 1, queries},
		{"recordings are too old", twoConfigs + "max_age: 30m\n", wingtest.AtRank(2), run.Options{}, 1, queries},
		{"repeats", twoConfigs, nil, run.Options{}, 3, 3 * queries},
		{"a reranker", "configs:\n  one: {components: [bm25]}\n  two: {components: [bm25], rerank: {method: lexical, top_n: 3}}\n", nil, run.Options{}, 1, queries},
		{"a fusion that is trained", "configs:\n  one: {components: [bm25]}\n  two: {fusion_method: posfuse, folds: 4, components: [bm25, dense], rerank: {method: lexical, top_n: 3}}\n", nil, run.Options{}, 1, queries},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if os.Getenv("RANKDUEL_RACE") != "" && !slices.Contains([]string{"failures are retried", "repeats", "a fusion that is trained"}, tt.name) {
				t.Skip("of the same goroutines as the others: the race detector is for make soak")
			}
			dir := wingtest.LiveDir(t, queries, tt.configs+"min_coverage: 0.1\nresamples: 100\n")
			prepared := func(bm25 retrieval.Retriever, at time.Time, shard recording.Shard) *run.Prepared {
				opts := tt.opts
				opts.Clock, opts.Shard, opts.PerQuery = clockAt(at), shard, true
				return wingtest.AnsweredBy(asking(t, tt.repeats, dir, opts), worded(bm25), worded(failing(7, 3)))
			}
			ran := func(shards int) (document []byte, asked map[string]int, calls int) {
				t.Helper()
				store := wingtest.NewMemory()
				if tt.before != nil {
					if _, err := prepared(tt.before, began.Add(-time.Hour), recording.Shard{}).Run(t.Context(), store); err != nil && !errors.Is(err, recording.ErrAllFailed) && store.Runs == nil {
						t.Fatal(err)
					}
				}
				engine := &moody{asked: map[string]int{}, rank: func(query, repeat int) int { return 1 + (query*7+repeat)%4 }}
				list := shardsOf(shards, began)
				for i := range 2 * (len(list) - 1) { // the last first, and each again
					p := prepared(engine, began.Add(time.Duration(i)*time.Second), list[(2*(len(list)-1)-1-i)/2])
					if err := p.AskShard(t.Context(), store); err != nil {
						t.Fatal(err)
					}
				}
				before := len(engine.asked)
				c, err := prepared(engine, began.Add(time.Minute), list[len(list)-1]).Run(t.Context(), store)
				if err != nil {
					t.Fatal(err)
				}
				if shards > 0 && len(engine.asked) != before {
					t.Errorf("%d questions were asked by the shards, and %d more by the run", before, len(engine.asked)-before)
				}
				calls = c.Retrieval.Calls
				c.Retrieval = nil
				for i := range c.Systems {
					c.Systems[i].Recorded = nil // when
				}
				c.A.Recorded = nil
				for i := range c.Comparisons {
					c.Comparisons[i].B.Recorded = nil
				}
				if document, err = json.MarshalIndent(c, "", " "); err != nil {
					t.Fatal(err)
				}
				return document, engine.asked, calls
			}
			want, wantAsked, _ := ran(0)
			if len(wantAsked) != tt.asked {
				t.Fatalf("at once %d questions were asked, want %d", len(wantAsked), tt.asked)
			}
			for _, shards := range []int{4, 40} {
				got, asked, calls := ran(shards)
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("%d shards (-at once +in shards):\n%s", shards, diff)
				}
				if !maps.Equal(wantAsked, asked) || calls != 0 {
					t.Errorf("%d shards asked %v, and the run %d; at once %v were asked", shards, asked, calls, wantAsked)
				}
			}
		})
	}
}

// A reranker is asked by the shards as well, each query once.
func TestShardsRerank(t *testing.T) {
	m, store := newModel(t), wingtest.NewMemory()
	dir := wingtest.LiveDir(t, 11, reranked(m.URL+"/rerank"))
	list := shardsOf(3, time.Now())
	for i, shard := range list[:3] {
		p := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{Shard: shard}), texted(4), wingtest.AtRank(1))
		before := m.calls
		if err := p.AskShard(t.Context(), store); err != nil || m.calls-before != []int{4, 4, 3}[i] {
			t.Errorf("shard %d: the reranker was asked %d times, %v", i, m.calls-before, err)
		}
	}
	if m.calls != 11 {
		t.Errorf("the reranker was asked %d times, want once for each of 11 queries", m.calls)
	}
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{Shard: list[3]}), texted(4), wingtest.AtRank(1)).Run(t.Context(), store)
	if err != nil || c.Retrieval.Reranks != 0 || c.Retrieval.Calls != 0 || m.calls != 11 {
		t.Errorf("%v, %+v; want that the run asks nothing", err, c.Retrieval)
	}
}

// A reranker that fails everywhere does not fail a shard. The run says so, and asks nothing again.
func TestShardsRerankerDown(t *testing.T) {
	m, store := newModel(t), wingtest.NewMemory()
	m.down = true
	dir := wingtest.LiveDir(t, 11, reranked(m.URL+"/rerank"))
	for _, shard := range shardsOf(3, time.Now()) {
		p := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{Shard: shard, RetryFailed: true}), texted(4), wingtest.AtRank(1))
		if shard.I > 0 {
			if err := p.AskShard(t.Context(), store); err != nil {
				t.Error(err)
			}
			continue
		}
		if _, err := p.Run(t.Context(), store); !errors.Is(err, recording.ErrAllFailed) || m.calls != 11 {
			t.Errorf("the run = %v, and the reranker was asked %d times; want that all failed, and once for each of 11 queries", err, m.calls)
		}
	}
}

// What is too old was so when the shards began: it does not become so while they ask.
func TestShardsMaxAge(t *testing.T) {
	store, began := wingtest.NewMemory(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	dir := wingtest.LiveDir(t, 6, twoConfigs+"max_age: 30m\n")
	engine := counting(wingtest.AtRank(2))
	ran := func(at time.Time, shard recording.Shard) {
		t.Helper()
		opts := run.Options{Clock: clockAt(at), Shard: shard}
		if _, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), engine, wingtest.AtRank(1)).Run(t.Context(), store); err != nil {
			t.Fatal(err)
		}
	}
	ran(began.Add(-29*time.Minute), recording.Shard{})
	ran(began.Add(2*time.Minute), recording.Shard{N: 3, Since: began})
	if n := engine.calls.Load(); n != 6 {
		t.Errorf("%d calls for 6 queries that were not too old", n)
	}
}

// What a run notices about the corpora that it asks, it notices after shards have asked them.
func TestShardsFindings(t *testing.T) {
	dir := wingtest.LiveDir(t, 6, "configs:\n  one: {components: [bm25]}\n  two: {components: [dense]}\nstale_judgments: warn\n")
	var corpus strings.Builder // which lacks the last document
	for i, q := range wingtest.SmallSet(t, 5).Queries {
		fmt.Fprintf(&corpus, "{\"_id\": \"d%d\", \"text\": %q}\n", i, q.Text)
	}
	if err := os.WriteFile(filepath.Join(dir, "corpus.jsonl"), []byte(corpus.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var health []string
	for _, n := range []int{0, 2} {
		store := wingtest.NewMemory()
		for _, shard := range shardsOf(n, time.Now()) {
			p := wingtest.Prepared(t, dir, run.Options{Shard: shard})
			if shard.I > 0 {
				if err := p.AskShard(t.Context(), store); err != nil {
					t.Fatal(err)
				}
				continue
			}
			c, err := p.Run(t.Context(), store)
			if err != nil {
				t.Fatal(err)
			}
			health = append(health, strings.Join(wingtest.Codes(c.Comparisons[0].Health), " "))
		}
	}
	if health[0] != health[1] || !strings.Contains(health[0], result.FindingStale) {
		t.Errorf("at once %s, in shards %s; want the same, and %s", health[0], health[1], result.FindingStale)
	}
}

// A share that fails does not fail its component: the others may have an answer. When none has, the run says so, and asks
// nothing again.
func TestShardsFail(t *testing.T) {
	for n, want := range map[int]error{2: nil, 1: recording.ErrAllFailed} {
		store := wingtest.NewMemory()
		dir := wingtest.LiveDir(t, 6, "configs:\n  one: {components: [bm25]}\n  two: {components: [dense]}\nmin_coverage: 0.1\n")
		list := shardsOf(6, time.Now())
		engine := counting(failing(n, 2))
		for _, shard := range list {
			p := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{Shard: shard}), engine, wingtest.AtRank(1))
			if shard.I > 0 {
				if err := p.AskShard(t.Context(), store); err != nil {
					t.Errorf("shard %d: %v, want that a failure is recorded", shard.I, err)
				}
				continue
			}
			if _, err := p.Run(t.Context(), store); !errors.Is(err, want) {
				t.Errorf("the run = %v, want %v", err, want)
			}
		}
		if engine.calls.Load() != 6 {
			t.Errorf("%d calls for 6 queries", engine.calls.Load())
		}
	}
}

// Queries that a model alone labelled are asked in shards too.
func TestShardsOfLabelsOfAModel(t *testing.T) {
	dir := silverDir(t, "silver: llm.qrels\nassume_random: true\nconcurrency: 1\n")
	var documents []string
	for _, n := range []int{0, 4} {
		store, calls := wingtest.NewMemory(), 0
		for _, shard := range shardsOf(n, time.Now()) {
			p := wingtest.Prepared(t, dir, run.Options{Shard: shard, Clock: clockAt(time.Now())})
			for _, component := range []string{"e1", "e2"} {
				wingtest.Answer(p, component, answering(&calls, func(q int) bool { return q%3 > 0 == (component == "e1") }))
			}
			if shard.I > 0 {
				if err := p.AskShard(t.Context(), store); err != nil {
					t.Fatal(err)
				}
				continue
			}
			before := calls
			c, err := p.Run(t.Context(), store)
			if err != nil || n > 0 && calls != before || calls != 2*asked {
				t.Fatalf("%v, %d calls of which the run made %d; want %d, and none by a run after shards", err, calls, calls-before, 2*asked)
			}
			text, err := json.Marshal(c.Comparisons[0].Measures)
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, string(text))
		}
	}
	if documents[0] != documents[1] {
		t.Errorf("at once\n%s\nin shards\n%s", documents[0], documents[1])
	}
}
