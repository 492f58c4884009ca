package kappa_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// labels returns those of d0, d1, …, a character each: a grade, x for a document that
// they could not judge, - for one of which they said nothing.
func labels(text string) kappa.Labels {
	return func(p label.Pair) (*int, bool) {
		var i int
		if _, err := fmt.Sscanf(p.Doc, "d%d", &i); err != nil || text[i] == '-' {
			return nil, false
		}
		g := int(text[i] - '0')
		if text[i] == 'x' {
			return nil, true
		}
		return &g, true
	}
}

func both(a, b string) *kappa.Both {
	pairs := make([]label.Pair, len(a))
	for i := range pairs {
		pairs[i] = label.Pair{Query: "q", Doc: fmt.Sprint("d", i)}
	}
	return kappa.Of(pairs, labels(a), labels(b))
}

func judge(t *testing.T, b *kappa.Both) (kappa.Ruling, error) {
	t.Helper()
	threshold, err := agreement.ParseKappaThreshold(kappa.DefaultThreshold)
	if err != nil {
		t.Fatal(err)
	}
	return b.Judge(testsets.DefaultScale(), threshold)
}

// Kappa by hand. Of 10 pairs in halves 8 are equal, and half would be by chance:
// (.8 − .5)/.5 = .6, which does not exceed .6. With a blank each way as a third
// label 8 of 12 are equal, and with margins of 6, 5 and 1 and of 5, 6 and 1 by
// chance 61 of 144: (96 − 61)/(144 − 61) = 35/83.
func TestByHand(t *testing.T) {
	b := both("0000033333"+"0x-", "0000330333"+"x3-")
	if len(b.Pairs) != 10 || b.Blanks != 2 {
		t.Fatalf("%d pairs and %d blanks, want 10 and 2", len(b.Pairs), b.Blanks)
	}
	r, err := judge(t, b)
	if err != nil {
		t.Fatal(err)
	}
	if r.Kappa != 0.6 || r.Passes || !r.Measured || r.WithBlanks == nil || math.Abs(*r.WithBlanks-35.0/83) > 1e-15 {
		t.Errorf("%+v, want .6, which does not pass, and 35/83", r)
	}
	c := b.Warnings(r, "ada and ben")
	if len(c) != 1 || c[0].Code != "many_blanks" || !strings.Contains(c[0].Text, "ada and ben left 2 of 12 documents without a grade") || !strings.HasSuffix(c[0].Text, "it is 0.4217, not 0.6") {
		t.Errorf("%+v", c)
	}
}

func TestCautions(t *testing.T) {
	for _, c := range []struct{ name, a, b, codes string }{
		{"a tenth is not over a tenth", "000033333x", "0000333330", ""},
		{"over a tenth", "00003333x", "000033330", "many_blanks"},
		{"one grade", "0000", "0000", "one_label"},
		{"what nobody was asked about is no blank", "00330-", "003300", ""},
		{"blanks of both are equal", "0033xx", "0033xx", "many_blanks"},
	} {
		b := both(c.a, c.b)
		r, err := judge(t, b)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var codes []string
		for _, caution := range b.Warnings(r, "they") {
			codes = append(codes, caution.Code)
		}
		if got := strings.Join(codes, " "); got != c.codes || r.Kappa != 1 || !r.Passes {
			t.Errorf("%s: %q and %+v, want %q", c.name, got, r, c.codes)
		}
	}
}

func TestNothing(t *testing.T) {
	if _, err := judge(t, both("0x-", "x00")); !errors.Is(err, kappa.ErrNothing) {
		t.Errorf("%v", err)
	}
	if _, err := judge(t, both("07", "00")); err == nil || !strings.Contains(err.Error(), "outside the scale") {
		t.Errorf("%v", err)
	}
}
