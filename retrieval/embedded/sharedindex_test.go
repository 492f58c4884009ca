package embedded_test

import (
	"reflect"
	"testing"

	"github.com/rankduel/rankduel/retrieval/embedded"
)

// k1 and b are applied to a finished index: trying many values of them needs one
// file, and each gives the scores that an index of its own gives. What changes
// the terms is another index.
func TestIndexIsSharedByParameters(t *testing.T) {
	corpus, dir := corpusFile(t, wings), t.TempDir()
	scores := map[float64]bool{}
	for _, k1 := range []float64{0.5, 0.9, 2} {
		for _, b := range []float64{0, 0.4, 1} {
			s := embedded.Settings{Corpus: corpus, K1: &k1, B: &b}
			shared, own := ask(t, openCached(t, s, dir), "flow wing"), ask(t, openCached(t, s, t.TempDir()), "flow wing")
			if !reflect.DeepEqual(shared, own) {
				t.Errorf("k1 %v, b %v: %v from the shared index, %v from one of its own", k1, b, shared, own)
			}
			scores[shared[0].Score] = true
		}
	}
	if len(scores) != 9 {
		t.Errorf("%d different scores of 9 settings: nothing to tell them apart by", len(scores))
	}
	if files := cacheFiles(t, dir); len(files) != 1 {
		t.Errorf("%d files in the cache, want one for all values", len(files))
	}
	openCached(t, embedded.Settings{Corpus: corpus, Stemming: "none"}, dir)
	if files := cacheFiles(t, dir); len(files) != 2 {
		t.Errorf("%d files in the cache, want a second one for other terms", len(files))
	}
}
