package refresh

import (
	"cmp"
	"fmt"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
)

// noteNear says of each drawn query which one of the set, or drawn before it, is nearest. Nothing is merged: madison
// county tn and madison county fl are near. A person who keeps a query with a kept one's words makes a family of both.
func noteNear(drawn []Entrant, old []testsets.Query) {
	texts := make([]string, 0, len(old)+len(drawn))
	names := make([]string, 0, cap(texts))
	for _, q := range old {
		texts, names = append(texts, q.Text), append(names, q.ID)
	}
	for _, e := range drawn {
		texts, names = append(texts, e.Text), append(names, e.ID)
	}
	for _, p := range near.Pairs(texts, near.Options{}) { // nearest first
		if p.B < len(old) || drawn[p.B-len(old)].Near != "" {
			continue
		}
		text := fmt.Sprintf("%s (%.2f)", names[p.A], p.Similarity)
		if p.Kind != near.Similar {
			text = names[p.A] + " (same words)"
		}
		drawn[p.B-len(old)].Near = text
	}
}

// families puts new queries that say the same words as another of the new version into one family, so that
// no split parts them. A family that is there already takes them in.
func families(next []testsets.Query) {
	texts := make([]string, len(next))
	lang := make([]string, len(next))
	for i := range next {
		texts[i], lang[i] = next[i].Text, next[i].Lang
	}
	for _, p := range near.Pairs(texts, near.Options{Lang: func(i int) string { return lang[i] }}) {
		a, b := &next[p.A], &next[p.B]
		if p.Kind == near.Similar || b.Source != fromLog || b.Family != "" {
			continue
		}
		a.Family = cmp.Or(a.Family, "near-"+a.ID)
		b.Family = a.Family
	}
}

// fromLog is the source of queries that entered from a log.
const fromLog = "query log"
