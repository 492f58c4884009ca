package main

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The same flags give the same bytes whatever the number of workers.
func TestWorkersChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("calibration")
	}
	var first []byte
	for _, workers := range []string{"1", "3"} {
		var out bytes.Buffer
		code := run([]string{"-replicates", "52", "-resamples", "50", "-workers", workers}, &out, io.Discard)
		if code == 2 {
			t.Fatal("the study did not run")
		}
		if first == nil {
			first = out.Bytes()
		} else if !bytes.Equal(first, out.Bytes()) {
			t.Error("output differs between 1 and 3 workers")
		}
	}
	for _, want := range []string{"### Acceptance", "| 1000 | rare_loss |", "not part of this repository: 35 of its 50 cells"} {
		if !strings.Contains(string(first), want) {
			t.Errorf("output lacks %q", want)
		}
	}
	// Every row of a table has as many columns as its head.
	columns := 0
	for row := range strings.Lines(string(first)) {
		switch {
		case !strings.HasPrefix(row, "|"):
			columns = 0
		case columns == 0:
			columns = strings.Count(row, "|")
		case strings.Count(row, "|") != columns:
			t.Errorf("%d separators, want %d: %s", strings.Count(row, "|"), columns, row)
		}
	}
}

func TestRefusedFlags(t *testing.T) {
	for _, args := range [][]string{{"-replicates", "0"}, {"-resamples", "-1"}, {"-workers", "0"}, {"file"}, {"-nothing"}} {
		if code := run(args, io.Discard, io.Discard); code != 2 {
			t.Errorf("%v: exit code %d, want 2", args, code)
		}
	}
	if code := run([]string{"-h"}, io.Discard, io.Discard); code != 0 {
		t.Errorf("-h: exit code %d, want 0", code)
	}
}

// Share of zeros, standard deviation, skewness and mean as the protocol lists
// them for its distributions; the two of reciprocal rank share a row there.
func TestDistributions(t *testing.T) {
	sources, err := readDistributions()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name                  string
		zeros, sd, skew, mean float64
		null, symmetric       bool
	}{
		{"recall_sym_null", .80, .356, 0, 0, true, true},
		{"recall_asym_null", .77, .256, -2.6, 0, true, false},
		{"rr_sym_null", .69, .376, 0, 0, true, true},
		{"rr_gain", .69, .376, .2, .024, false, false},
		{"ndcg_sym_null", .30, .144, 0, 0, true, true},
		{"ndcg_asym", .25, .108, -2.5, -.0016, false, false},
		{"rare_loss", .96, .157, -4.8, -.02, false, false},
	} {
		d := sources[i]
		var mean, zeros, m2, m3 float64
		for at, x := range d.Values {
			mean += d.Probs[at] * x
			if x == 0 {
				zeros = d.Probs[at]
			}
		}
		for at, x := range d.Values {
			m2 += d.Probs[at] * (x - mean) * (x - mean)
			m3 += d.Probs[at] * (x - mean) * (x - mean) * (x - mean)
		}
		for what, c := range map[string][3]float64{
			"zeros": {zeros, want.zeros, .0085}, "sd": {math.Sqrt(m2), want.sd, .011},
			"skewness": {m3 / math.Pow(m2, 1.5), want.skew, .06}, "mean": {mean, want.mean, .00005},
			"stated mean": {d.Mean, mean, 1e-12},
		} {
			if abs(c[0]-c[1]) > c[2] {
				t.Errorf("%s: %s %.4f, want %.4f", d.Name, what, c[0], c[1])
			}
		}
		if d.Name != want.name || d.null() != want.null || d.symmetric() != want.symmetric {
			t.Errorf("%s: null %v, symmetric %v", d.Name, d.null(), d.symmetric())
		}
	}
}

// Draws have the distribution's own frequencies, within 5 standard errors.
func TestDraw(t *testing.T) {
	sources, err := readDistributions()
	if err != nil {
		t.Fatal(err)
	}
	d := sources[0]
	sample := make([]float64, 100_000)
	d.draw(sample, rand.New(rand.NewPCG(1, 1)))
	counts := make(map[float64]int)
	for _, x := range sample {
		counts[x]++
	}
	for i, x := range d.Values {
		got := share(counts[x], len(sample))
		if abs(got-d.Probs[i]) > 5*shareError(d.Probs[i], len(sample)) {
			t.Errorf("share of %v is %.4f, want %.4f", x, got, d.Probs[i])
		}
	}
	if len(counts) != len(d.Values) {
		t.Errorf("%d values drawn, want %d", len(counts), len(d.Values))
	}
}

func TestPeersCoverEveryCell(t *testing.T) {
	p, err := readPeers()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range sizes {
		for _, name := range distributionNames {
			c := cell{n: n, source: distribution{Name: name}}
			for i, column := range intervalNames {
				x, ok := p.coverage.figure(c.name(), peerOf(i))
				if (i != headline && !ok) || x < 0 || x > 1 {
					t.Errorf("%s %s: %v, %v", c.name(), column, x, ok)
				}
			}
		}
	}
	if len(p.coverage) != 35 || len(p.rejections) != 20 || len(p.changes) != len(changeBins) || len(p.proofs) != 4 || len(p.widths) != 5 {
		t.Errorf("%d, %d, %d, %d, %d rows", len(p.coverage), len(p.rejections), len(p.changes), len(p.proofs), len(p.widths))
	}
	// The row that the protocol's own text quotes: t covers .323 of rare_loss at n = 10.
	if x, _ := p.coverage.figure("10,rare_loss", "t"); x != .323 {
		t.Errorf("rare_loss at 10: %v", x)
	}
}
