package silver_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/stats/silver"
)

// clusteredItems are "cluster:grade of the judge:grade of people", −1 where people gave none.
const clusteredItems = `0:2:2 0:2:3 0:1:2 1:2:1 1:0:0 1:0:1 1:2:1 2:1:2 2:0:1 2:0:0 2:2:1 2:1:0 3:2:1 3:2:2 3:1:1 3:1:1 3:1:2 3:2:3
4:2:2 4:1:2 4:1:0 5:2:-1 5:0:-1 5:2:-1 5:1:-1 6:0:0 6:1:0 6:0:0 6:2:2 6:2:3 7:2:2 7:1:1 7:0:0 7:1:0 7:2:1 7:0:0 8:2:3 8:2:1 8:2:2
9:1:0 9:1:2 9:1:0 9:1:0 10:2:3 10:0:0 10:2:3 10:2:2 10:0:1 11:1:-1 11:0:-1 11:0:-1 11:1:-1 11:2:-1 11:1:-1 12:1:2 12:2:2 12:1:1
13:0:0 13:1:1 13:1:0 13:0:0 14:1:2 14:1:1 14:1:2 14:1:1 14:1:1 15:1:1 15:1:2 15:2:1 15:1:1 15:1:0 15:0:0 16:2:1 16:1:2 16:2:1
17:0:-1 17:2:-1 17:0:-1 17:0:-1 18:1:2 18:0:0 18:1:0 18:2:3 18:1:2 19:1:2 19:2:2 19:0:0 19:1:0 19:2:3 19:0:0 20:0:0 20:1:2 20:2:2
21:1:1 21:0:0 21:2:2 21:0:0 22:2:1 22:2:3 22:1:1 22:2:2 22:1:0 23:1:-1 23:2:-1 23:0:-1 23:0:-1 23:2:-1 23:1:-1`

// Expected: numpy 1.24.2 and scipy 1.10.1 (linregress, t) from the items themselves: the
// table of grades with six items more of each at the judge's own grade, then FEW-LABELS
// A2 with means of clusters.
func TestCorrect(t *testing.T) {
	var clusters [][]silver.Item
	for _, text := range strings.Fields(clusteredItems) {
		var c, judge, human int
		if _, err := fmt.Sscanf(text, "%d:%d:%d", &c, &judge, &human); err != nil {
			t.Fatal(err)
		}
		for len(clusters) <= c {
			clusters = append(clusters, nil)
		}
		clusters[c] = append(clusters[c], silver.Item{Judge: judge, Human: human, Both: human >= 0})
	}
	clusters = append(clusters, nil) // one of which nothing is known counts for nothing
	e, judge, err := silver.Correct(clusters, .95)
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]float64{
		"judge": {judge, 1.1222222222222222}, "mean": {e.Mean, 1.1673920243715636},
		"low": {e.Interval().Low, 0.9382309383669627}, "high": {e.Interval().High, 1.3965531103761646},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 { // quantiles of t agree that far
			t.Errorf("%s %v, scipy %v", what, pair[0], pair[1])
		}
	}
	if e.N != 20 || e.M != 24 {
		t.Errorf("%d of %d labelled, counted 20 of 24", e.N, e.M)
	}
	if _, _, err := silver.Correct(clusters[:1], .95); err == nil {
		t.Error("one labelled cluster is enough")
	}
}
