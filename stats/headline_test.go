package stats_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

func TestHeadlineChoice(t *testing.T) {
	for _, c := range []struct {
		n, changed int
		method     string
	}{{199, 100, "robust"}, {200, 49, "robust"}, {200, 50, "t"}, {1000, 0, "robust"}, {1, 1, "robust"}} {
		b := make([]float64, c.n)
		for i := range c.changed {
			b[i] = 0.1 * float64(1+i%3)
		}
		d, err := stats.DifferencesOf(b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := stats.Headline(d, 0.95)
		if err != nil || got.Method != c.method {
			t.Errorf("n = %d, %d changed: %s, want %s, %v", c.n, c.changed, got.Method, c.method, err)
		}
	}
	if _, err := stats.Headline(stats.Differences{}, 0.95); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("empty: %v", err)
	}
}
