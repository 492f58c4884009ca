package metrics_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Three hits of 40, 20 and 40 characters, 10, 5 and 12 tokens, with 30, 0 and 10 of 80 relevant characters:
// shares are counted by hand.
func TestCharactersAndBudgets(t *testing.T) {
	j := metrics.Judged{
		Retrieved: 3, Ideal: []int{2, 1}, Hits: []metrics.Hit{{Rank: 1, Grade: 1}, {Rank: 3, Grade: 2}},
		Text: &metrics.Text{Relevant: 80, Hits: []metrics.TextHit{{1, 40, 10, 30}, {2, 20, 5, 0}, {3, 40, 12, 10}}},
	}
	for text, want := range map[string]float64{
		"CharR@1": 30. / 80, "CharR@2": 30. / 80, "CharR": 40. / 80, "CharP@1": 30. / 40, "CharP@2": 30. / 60, "CharP": 40. / 100,
		"CharR@9tok": 0, "CharP@9tok": 0, "CharR@10tok": 30. / 80, "CharP@15tok": 30. / 60, "CharP@26tok": 30. / 60, "CharP@27tok": 40. / 100,
		"R@26tok": 0.5, "R@27tok": 1, "R@9tok": 0, "R(rel=2)@26tok": 0, "nDCG(gain=linear)@9tok": 0,
	} {
		m := mustParse(t, text)
		if got, defined := m.Score(&j); got != want || !defined {
			t.Errorf("%s = %v (%v), want %v", m, got, defined, want)
		}
		if metrics.LevelOf(m) != metrics.ChunkLevel || metrics.DirectionOf(m) != metrics.HigherIsBetter {
			t.Errorf("%s is of level %q", m, metrics.LevelOf(m))
		}
		if again := mustParse(t, m.String()); again.String() != m.String() {
			t.Errorf("%s is read as %s", m, again)
		}
		if _, ok := metrics.Bounds(m, &j, 3); ok {
			t.Errorf("%s has bounds, though an unjudged hit has no characters", m)
		}
	}
	j.Text.Hits[1].New = 25 // of quotes that two passages share: precision counts the 20 characters that there are
	if got, _ := mustParse(t, "CharP@2").Score(&j); got != 50./60 {
		t.Errorf("CharP@2 = %v of shared quotes, want 50/60", got)
	}
	j.Text.Hits[2] = metrics.TextHit{Rank: 3, New: 10}
	for text, want := range map[string]bool{"CharP@2": true, "CharP@3": false, "CharR@3": true, "R@15tok": false, "R@9tok": true} {
		if _, defined := mustParse(t, text).Score(&j); defined != want {
			t.Errorf("%s of a hit of unknown length: defined is %v", text, defined)
		}
	}
	j.Text = nil
	for _, text := range []string{"CharP", "CharR@3", "R@15tok"} {
		if _, defined := mustParse(t, text).Score(&j); defined {
			t.Errorf("%s is defined where ids are judged", text)
		}
	}
}

// A budget is of chunks, and of few measures.
func TestBudgetsAreRead(t *testing.T) {
	list, err := metrics.ParseList("R@4000tok,10 nDCG@500tok")
	if got := strings.Join(metrics.Texts(list), " "); err != nil || got != "R(level=chunk)@4000tok R@10 nDCG(gain=exp,level=chunk)@500tok" {
		t.Errorf("%s, %v", got, err)
	}
	for text, want := range map[string]string{
		"P@400tok": "P takes no budget", "R@0tok": `"0tok" is not a cutoff`, "R@10000000000tok": "10000000000tok is more than 2147483647; leave the cutoff out to look at all hits", "R@tok": `"tok" is not a cutoff`, "R@-1tok": "is not a cutoff",
		"R(level=document)@9tok": "a budget of tokens is of chunks", "NumQ@9tok": "has no cutoff",
	} {
		if _, err := metrics.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
