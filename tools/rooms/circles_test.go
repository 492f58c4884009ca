package main

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// Two nodes are in one component when each is reachable from the other, which
// Warshall's closure (1962), doi:10.1145/321105.321107, finds one by one.
func TestCirclesAgainstClosure(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + rng.IntN(9)
		reach := make([][]bool, n)
		to := map[string][]string{}
		for i := range reach {
			reach[i] = make([]bool, n)
			reach[i][i] = true
			for j := range reach {
				if j != i && rng.IntN(n) == 0 {
					reach[i][j] = true
					to[strconv.Itoa(i)] = append(to[strconv.Itoa(i)], strconv.Itoa(j))
				}
			}
		}
		for k := range reach {
			for i := range reach {
				for j := range reach {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		found := circles(to)
		together := func(i, j int) bool {
			return slices.ContainsFunc(found, func(c []string) bool {
				return slices.Contains(c, strconv.Itoa(i)) && slices.Contains(c, strconv.Itoa(j))
			})
		}
		for i := range reach {
			for j := range reach {
				if want := reach[i][j] && reach[j][i]; i != j && together(i, j) != want {
					t.Fatalf("%v: %d and %d in one component: %t, want %t", to, i, j, !want, want)
				}
			}
		}
	}
}
