package embedded

import (
	"fmt"
	"testing"
)

func BenchmarkOpen(b *testing.B) {
	for name, load := range map[string]func(testing.TB) testCollection{"cranfield": cranfield, "vaswani": vaswani} {
		for _, model := range []string{"bm25", "lsa"} {
			b.Run(fmt.Sprintf("%s/%s", name, model), func(b *testing.B) {
				s := Settings{Corpus: load(b).corpus, Model: model}
				for b.Loop() {
					open(b, s)
				}
			})
			b.Run(fmt.Sprintf("%s/%s/cached", name, model), func(b *testing.B) {
				s := Settings{Corpus: load(b).corpus, Model: model}
				dir := b.TempDir()
				openCached(b, s, dir)
				for b.Loop() {
					openCached(b, s, dir)
				}
			})
		}
	}
}

func openCached(b *testing.B, s Settings, dir string) {
	b.Helper()
	if _, err := Open(b.Context(), s, dir); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkRetrieve(b *testing.B) {
	c := vaswani(b)
	for _, model := range []string{"bm25", "lsa"} {
		b.Run("vaswani/"+model, func(b *testing.B) {
			r := open(b, Settings{Corpus: c.corpus, Model: model})
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Retrieve(b.Context(), c.topics[i%len(c.topics)], 100); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
