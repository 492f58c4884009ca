package main

import "testing"

// likePeers returns cells of 10,000 samples with exactly the peers' figures, .95
// where they have none, and a headline and tests well within their limits.
func likePeers(t *testing.T) ([]cell, peers) {
	t.Helper()
	sources, err := readDistributions()
	if err != nil {
		t.Fatal(err)
	}
	p, err := readPeers()
	if err != nil {
		t.Fatal(err)
	}
	var cells []cell
	for _, n := range sizes {
		for _, d := range sources {
			c := cell{source: d, n: n, tally: tally{samples: 10_000}}
			for i := range c.covered {
				c.covered[i] = 9500
				if x, ok := p.coverage.figure(c.name(), peerOf(i)); ok {
					c.covered[i] = int(x*10_000 + .5)
				}
			}
			for i := range c.rejected {
				c.tested[i], c.rejected[i] = 10_000, 500
			}
			cells = append(cells, c)
		}
	}
	return cells, p
}

// Each line is met by the peers' own figures, tolerates 3 standard errors,
// and is missed beyond.
func TestAcceptance(t *testing.T) {
	at := func(cells []cell, name string) *tally {
		for i := range cells {
			if cells[i].name() == name {
				return &cells[i].tally
			}
		}
		t.Fatalf("no cell %s", name)
		return nil
	}
	for _, c := range []struct {
		name    string
		change  func([]cell)
		heldOut int
		line    string // that changes
		want    verdict
	}{
		{name: "peers", heldOut: 500, want: met},
		// |difference| .02 = .007 + 4.4 standard errors of √(2 · .95 · .05/10⁴) = .0031
		{"t far", func(cs []cell) { at(cs, "200,rr_gain").covered[studentZero] -= 200 }, 500, "coverage of t or [0,0], distance to the peers'", missed},
		{"BCa near", func(cs []cell) { at(cs, "200,rr_gain").covered[bca] -= 100 }, 500, "coverage of bca, distance to the peers'", within},
		{"headline low", func(cs []cell) { at(cs, "10,rare_loss").covered[headline] = 9200 }, 500, "coverage of the headline, every cell", missed},
		{"headline nearly", func(cs []cell) { at(cs, "10,rare_loss").covered[headline] = 9290 }, 500, "coverage of the headline, every cell", within},
		{"headline wide", func(cs []cell) {
			for i := range cs {
				cs[i].covered[headline] = 9700
			}
		}, 500, "mean abs. deviation of the headline's coverage from .95, n ≥ 200", missed},
		{"sign flips at n = 10", func(cs []cell) { at(cs, "10,rr_sym_null").rejected[flipTest] = 566 }, 500, "Type I error of randomization, symmetric nulls", missed},
		{"asymmetric null", func(cs []cell) { at(cs, "50,recall_asym_null").rejected[flipTest] = 900 }, 500, "", met},
		{"t rejects", func(cs []cell) { at(cs, "1000,ndcg_sym_null").rejected[studentTest] = 620 }, 500, "Type I error of t, symmetric nulls, n ≥ 25", missed},
		{"t rejects a little", func(cs []cell) { at(cs, "1000,ndcg_sym_null").rejected[studentTest] = 560 }, 500, "Type I error of t, symmetric nulls, n ≥ 25", within},
		{"proof", func(cs []cell) { at(cs, "25,rare_loss").proven[robustUnitBound] = 800 }, 500, "false proofs of non-inferiority, robust unit bound, n ≥ 25", missed},
		{"proof at n = 10", func(cs []cell) { at(cs, "10,rare_loss").proven[robustUnitBound] = 800 }, 500, "", met},
		{"held out", nil, 700, "held-out difference in differences, Type I error", missed},
	} {
		t.Run(c.name, func(t *testing.T) {
			cells, p := likePeers(t)
			if c.change != nil {
				c.change(cells)
			}
			for _, l := range accept(cells, p, c.heldOut, 10_000) {
				want := met
				if l.what == c.line {
					want = c.want
				}
				if l.verdict != want {
					t.Errorf("%s: %s (%.4f at %s), want %s", l.what, l.verdict, l.measured, l.where, want)
				}
			}
		})
	}
}

func TestBins(t *testing.T) {
	for changed, want := range map[int]int{0: -1, 1: 0, 4: 0, 5: 1, 9: 1, 10: 2, 19: 2, 20: 3, 49: 3, 50: 4, 1000: 4} {
		if got := binOf(changed); got != want {
			t.Errorf("binOf(%d) = %d, want %d", changed, got, want)
		}
	}
}
