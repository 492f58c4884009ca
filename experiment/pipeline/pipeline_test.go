package pipeline_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/pipeline"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// hits have scores that go down by one.
func hits(ids ...string) []retrieval.Hit {
	var list []retrieval.Hit
	for i, id := range ids {
		list = append(list, retrieval.Hit{ID: id, Score: float64(len(ids) - i), Text: "text of " + id})
	}
	return list
}

func ids(list []retrieval.Hit) string {
	var names []string
	for _, h := range list {
		names = append(names, h.ID)
	}
	return strings.Join(names, " ")
}

func ms(v float64) *float64 { return &v }

func made(t *testing.T, config plan.Config) *pipeline.Pipeline {
	t.Helper()
	p, err := pipeline.New(config, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rrf fuses bm25 and dense by 1/(60 + rank).
func rrf(depth, topK int) plan.Config {
	return plan.Config{Name: "both", Components: []string{"bm25", "dense"}, Fusion: fusion.Settings{Method: "rrf"}, Depth: depth, TopK: topK}
}

// A configuration looks as deep into its components as it says, and gives as
// many hits as it says.
func TestDepthAndTopK(t *testing.T) {
	parts := map[string]result.Ranking{"bm25": {Hits: hits("a", "b", "c")}, "dense": {Hits: hits("c", "a", "d")}}
	for _, c := range []struct {
		depth, topK int
		want        string
	}{
		{3, 9, "a c b d"}, // a: 1/61+1/62, c: 1/63+1/61, b: 1/62, d: 1/63
		{2, 9, "a c b"},   // c is third in bm25 and first in dense: 1/61 is still more than 1/62
		{1, 9, "a c"},     // both 1/61: the one that bm25 has
		{3, 2, "a c"},
		{9, 1, "a"},
	} {
		got := made(t, rrf(c.depth, c.topK)).Ranking(0, parts)
		if ids(got.Hits) != c.want || got.Failure != "" {
			t.Errorf("depth %d, the first %d: %q %s, want %q (by hand)", c.depth, c.topK, ids(got.Hits), got.Failure, c.want)
		}
	}
}

// A configuration that learns nothing has one method for all queries.
func TestOneMethodForAllQueries(t *testing.T) {
	parts := map[string]result.Ranking{"bm25": {Hits: hits("a", "b")}, "dense": {Hits: hits("a", "c")}}
	for _, q := range []int{0, 1, 49} {
		if got := made(t, rrf(3, 1)).Ranking(q, parts); ids(got.Hits) != "a" || got.Failure != "" {
			t.Errorf("query %d: %q %s, want a", q, ids(got.Hits), got.Failure)
		}
	}
}

// The latency is that of the slowest component or the sum, as they are asked in
// service, and none when one was not measured.
func TestLatency(t *testing.T) {
	parts := map[string]result.Ranking{"bm25": {LatencyMS: ms(3)}, "dense": {LatencyMS: ms(8)}, "splade": {LatencyMS: ms(5)}, "unmeasured": {}}
	for _, c := range []struct {
		components, asked string
		want              float64 // 0: none
	}{
		{"bm25 dense splade", result.AskedInParallel, 8},
		{"bm25 dense splade", "", 8},
		{"bm25 dense splade", result.AskedInSequence, 16},
		{"bm25", result.AskedInSequence, 3},
		{"bm25 unmeasured", result.AskedInSequence, 0},
		{"unmeasured bm25", result.AskedInParallel, 0},
	} {
		got := pipeline.Latency(plan.Config{Components: strings.Fields(c.components), Asked: c.asked}, parts)
		if (got != nil) != (c.want > 0) || got != nil && *got != c.want {
			t.Errorf("%s asked %q: %v, want %v", c.components, c.asked, got, c.want)
		}
	}
}

// A query failed where a component failed, all of which are named; it is missing
// where all components miss it. What was written is only a single component's.
func TestPartsOfAQuery(t *testing.T) {
	answer := &retrieval.Answer{Text: "so"}
	ok, absent, bad := result.Ranking{Hits: hits("a"), Written: answer}, result.Ranking{Missing: true}, result.Ranking{Failure: "refused"}
	for _, c := range []struct {
		what        string
		bm25, dense result.Ranking
		failure     string
		missing     bool
		hits        string
	}{
		{"both", ok, ok, "", false, "a"},
		{"one misses it", ok, absent, "", false, "a"},
		{"the other misses it", absent, ok, "", false, "a"},
		{"both miss it", absent, absent, "", true, ""},
		{"one failed", ok, bad, "dense: refused", false, ""},
		{"both failed", bad, bad, "bm25: refused; dense: refused", false, ""},
	} {
		got := made(t, rrf(10, 10)).Fuse(0, map[string]result.Ranking{"bm25": c.bm25, "dense": c.dense})
		if got.Failure != c.failure || got.Missing != c.missing || ids(got.Hits) != c.hits || got.Written != nil {
			t.Errorf("%s: %+v, want failure %q, missing %v, hits %q and no answer", c.what, got, c.failure, c.missing, c.hits)
		}
	}
	alone := made(t, plan.Config{Name: "one", Components: []string{"bm25"}, Fusion: fusion.Settings{Method: "single"}, Depth: 10, TopK: 10})
	if got := alone.Ranking(0, map[string]result.Ranking{"bm25": ok}); got.Written != answer {
		t.Errorf("the answer of a single component is %v, want its own", got.Written)
	}
}

// A trained fusion has a method for each query, an untrained one the same for
// all; one that cannot be made is an error.
func TestMethodOfTheQuery(t *testing.T) {
	by := func(component string) fusion.Method {
		m, err := fusion.New(fusion.Settings{Method: "wsum", Norm: "rank", Weights: map[string]float64{component: 1, map[string]string{"bm25": "dense", "dense": "bm25"}[component]: 0}})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	p, err := pipeline.New(rrf(10, 10), []fusion.Method{by("bm25"), by("dense")})
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]result.Ranking{"bm25": {Hits: hits("a", "b")}, "dense": {Hits: hits("b", "a")}}
	for q, want := range []string{"a b", "b a"} {
		if got := p.Ranking(q, parts); ids(got.Hits) != want {
			t.Errorf("query %d: %q, want %q: its own method's", q, ids(got.Hits), want)
		}
	}
	if _, err := pipeline.New(plan.Config{Components: []string{"bm25", "dense"}, Fusion: fusion.Settings{Method: "nosuch"}}, nil); err == nil {
		t.Error("an unknown method makes a pipeline")
	}
}

// A reranker orders the first hits and takes its time; what it was not asked
// about, or could not answer, fails that query.
func TestRerankedRanking(t *testing.T) {
	topN := 2
	config := plan.Config{
		Name: "reranked", Components: []string{"bm25"}, Fusion: fusion.Settings{Method: "single"}, Depth: 10, TopK: 10,
		Rerank: &rerank.Settings{Method: "lexical", TopN: &topN},
	}
	p := made(t, config)
	if p.TopN() != 2 || made(t, rrf(1, 1)).TopN() != 0 {
		t.Errorf("%d hits are reranked, and %d without a rerank; want 2 and none", p.TopN(), made(t, rrf(1, 1)).TopN())
	}
	scored := func(list []retrieval.Hit, scores ...float64) []retrieval.Hit {
		var marked []retrieval.Hit
		for i, s := range scores {
			marked = append(marked, retrieval.Hit{ID: list[i].ID, Score: s, Text: pipeline.Mark(list[i].Text)})
		}
		return marked
	}
	abc, other := hits("a", "b", "c"), hits("a", "b", "c")
	other[1].Text = "another text"
	written := &retrieval.Answer{Text: "from the hits in their old order"}
	for _, c := range []struct {
		what         string
		bm25, step   result.Ranking
		want, failed string
		latency      float64
	}{
		{"turned", result.Ranking{Hits: abc, LatencyMS: ms(3), Written: written}, result.Ranking{Hits: scored(abc, 1, 2), LatencyMS: ms(4)}, "b a c", "", 7},
		{"left", result.Ranking{Hits: abc, LatencyMS: ms(3)}, result.Ranking{Hits: scored(abc, 2, 1), LatencyMS: ms(4)}, "a b c", "", 7},
		{"the step was not measured", result.Ranking{Hits: abc, LatencyMS: ms(3)}, result.Ranking{Hits: scored(abc, 1, 2)}, "b a c", "", 0},
		{"the component was not measured", result.Ranking{Hits: abc}, result.Ranking{Hits: scored(abc, 1, 2), LatencyMS: ms(4)}, "b a c", "", 0},
		{"one hit", result.Ranking{Hits: abc[:1], LatencyMS: ms(3)}, result.Ranking{Hits: scored(abc, 1), LatencyMS: ms(4)}, "a", "", 7},
		{"no hit", result.Ranking{LatencyMS: ms(3)}, result.Ranking{}, "", "", 3},
		{"of other texts", result.Ranking{Hits: abc}, result.Ranking{Hits: scored(other, 1, 2)}, "", "other candidates", 0},
		{"of fewer hits", result.Ranking{Hits: abc}, result.Ranking{Hits: scored(abc, 1)}, "", "other candidates", 0},
		{"of more hits", result.Ranking{Hits: abc}, result.Ranking{Hits: scored(abc, 1, 2, 3)}, "", "other candidates", 0},
		{"in another order", result.Ranking{Hits: abc}, result.Ranking{Hits: scored(hits("b", "a"), 1, 2)}, "", "other candidates", 0},
		{"the step failed", result.Ranking{Hits: abc}, result.Ranking{Failure: "rerank: 503"}, "", "rerank: 503", 0},
		{"the component failed", result.Ranking{Failure: "refused"}, result.Ranking{Failure: "rerank: 503"}, "", "bm25: refused", 0},
	} {
		got := p.Ranking(0, map[string]result.Ranking{"bm25": c.bm25, "reranked": c.step})
		if c.failed != "" {
			if !strings.Contains(got.Failure, c.failed) {
				t.Errorf("%s: failure %q, want %q", c.what, got.Failure, c.failed)
			}
			continue
		}
		if ids(got.Hits) != c.want || got.Failure != "" || got.Written != nil {
			t.Errorf("%s: %q %s, answer %v, want %q and none", c.what, ids(got.Hits), got.Failure, got.Written, c.want)
		}
		if (got.LatencyMS != nil) != (c.latency > 0) || got.LatencyMS != nil && *got.LatencyMS != c.latency {
			t.Errorf("%s: latency %v, want %v", c.what, got.LatencyMS, c.latency)
		}
		if len(c.bm25.Hits) > 0 && (ids(got.Fused) != ids(c.bm25.Hits) || got.RerankMS != c.step.LatencyMS) {
			t.Errorf("%s: before the rerank %q, which took %v; want %q and %v", c.what, ids(got.Fused), got.RerankMS, ids(c.bm25.Hits), c.step.LatencyMS)
		}
	}
	if got := p.Head(result.Ranking{Hits: abc}); ids(got) != "a b" {
		t.Errorf("reranked are %q, want the first two", ids(got))
	}
	if got := p.Head(result.Ranking{Hits: abc[:1]}); ids(got) != "a" {
		t.Errorf("reranked are %q, want the only one", ids(got))
	}
}

// A mark tells texts apart and holds none of them; no text has no mark. The
// digest is the first 8 bytes of SHA-256, here by printf abc | sha256sum.
func TestMark(t *testing.T) {
	if got := pipeline.Mark("abc"); got != "ba7816bf8f01cfea" {
		t.Errorf("Mark(abc) = %q, want ba7816bf8f01cfea (FIPS 180-2, B.1)", got)
	}
	if got := pipeline.Mark(""); got != "" {
		t.Errorf("Mark of no text = %q, want none", got)
	}
}
