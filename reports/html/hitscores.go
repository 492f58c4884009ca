package html

import (
	"bytes"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
)

// writeScores appends which hits are tied with the one before them, and the
// scores of the first ones, their bytes in planes: the high ones are much alike.
func writeScores(b *bytes.Buffer, hits []result.JudgedHit, most int) {
	b.Write(tiesOf(hits))
	hits = hits[:min(most, len(hits))]
	for shift := 0; shift < 32; shift += 8 {
		for _, h := range hits {
			b.WriteByte(byte(math.Float32bits(float32(h.Score)) >> shift))
		}
	}
}

// tiesOf marks the hits whose score is that of the hit before. A list of zeros
// alone comes from a system that gives no scores: nothing in it is tied.
func tiesOf(hits []result.JudgedHit) []byte {
	ties := make([]byte, len(hits))
	if !scored(hits) {
		return ties
	}
	for i := 1; i < len(hits); i++ {
		if hits[i].Score == hits[i-1].Score {
			ties[i] = 1
		}
	}
	return ties
}

func scored(hits []result.JudgedHit) bool {
	return slices.ContainsFunc(hits, func(h result.JudgedHit) bool { return h.Score != 0 })
}

// anyScores tells whether a system gives scores at all.
func (co *cohort) anyScores() bool {
	for _, s := range co.systems {
		for q := range s.Queries {
			if scored(s.Queries[q].Hits) {
				return true
			}
		}
	}
	return false
}
