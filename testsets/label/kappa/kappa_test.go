package kappa_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

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
	return b.Judge(testsets.DefaultScale(), rule(t, ""))
}

func rule(t *testing.T, evidence string) kappa.Rule {
	t.Helper()
	r, err := kappa.ParseRule(kappa.DefaultThreshold, evidence)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// repeated returns what two people said of queries that all have the same two rows
// of grades.
func repeated(queries int, a, b string) *kappa.Both {
	out := &kappa.Both{}
	for q := range queries {
		for i := range a {
			p := label.Pair{Query: fmt.Sprint("q", q), Doc: fmt.Sprint("d", q, "-", i)}
			out.Add(p, int(a[i]-'0'), int(b[i]-'0'))
		}
	}
	return out
}

// Ten documents of each of 20 queries, one of them relevant, on which two people
// never differ: .925933122747 is the lower end of the reference values of the
// rule, and of 12 queries with 3 of 5 relevant it is .904778409435. Evidence
// passes from ten queries on, and never where one grade was given throughout;
// the default rule passes all of these.
func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		name    string
		b       *kappa.Both
		low     float64
		shows   string
		needed  int
		basis   string
		planned string
	}{
		{"20 queries", repeated(20, "1000000000", "1000000000"), .925933122747, "shown", 10, "lower end 0.9259 (one-sided 95 %, by query), 200 documents of 20 queries: they show a kappa above 0.6", "10 queries of 10 documents show one above 0.6"},
		{"12 queries", repeated(12, "11100", "11100"), .904778409435, "shown", 10, "lower end 0.9048 (", "grades taken as two: 1, 60 % of all"},
		{"9 queries", repeated(9, "11100", "11100"), math.NaN(), "few_queries", 10, "45 documents of 9 queries: fewer than 10 queries show little, whatever the lower end", "if the true kappa is 1, 10 queries of 5 documents"},
		{"10 queries", repeated(10, "11100", "11100"), math.NaN(), "shown", 10, "50 documents of 10 queries: they show", ""},
		{"one grade", repeated(12, "000", "000"), math.NaN(), "undefined", 0, "kappa is undefined: both gave one grade throughout 36 documents of 12 queries, which counts as 1 and shows nothing", "different grades are needed"},
	} {
		for _, evidence := range []string{"", kappa.Required} {
			r, err := c.b.Judge(testsets.DefaultScale(), rule(t, evidence))
			if err != nil {
				t.Fatal(err)
			}
			if want := evidence == "" || c.shows == "shown"; r.Passes != want || r.Shows != c.shows {
				t.Errorf("%s, evidence %q: passes %v, %s; want %v, %s", c.name, evidence, r.Passes, r.Shows, want, c.shows)
			}
			if c.low == c.low && (r.Low == nil || math.Abs(*r.Low-c.low) > 1e-9) {
				t.Errorf("%s: lower end %v, want %v", c.name, r.Low, c.low)
			}
			if (r.Needed == nil) != (c.needed == 0) || r.Needed != nil && *r.Needed != c.needed {
				t.Errorf("%s: %v queries needed, want %d", c.name, r.Needed, c.needed)
			}
			if !strings.Contains(r.Basis("0.6"), c.basis) || !strings.Contains(r.Plan("0.6"), c.planned) {
				t.Errorf("%s:\n%s\n%s\nwant %q and %q", c.name, r.Basis("0.6"), r.Plan("0.6"), c.basis, c.planned)
			}
		}
	}
}

// In four queries of 20 documents, half of them relevant, 70 of 80 labels are equal:
// kappa is (.875 − .5)/.5 = .75, and by the formula V = .25·(.25·(−.5) + .75·1.25/.5) = .4375 and n = 6.18·.4375/.0225 = 120.2
// documents, 7 queries: at least ten are needed. With a threshold of .7 it is
// n = 6.18·.4375/.0025 = 1081.5, 55 queries. Of a kappa that is not above the
// threshold no number of queries shows that it is.
func TestPlan(t *testing.T) {
	b := repeated(4, "11111111110000000000", "11111111100000000001")
	b.B[0], b.B[78] = 0, 1 // two more of 80 differ, one each way
	for _, c := range []struct {
		threshold string
		needed    int
		says      string
	}{
		{"0.6", 10, "if the true kappa is 0.75, 10 queries of 20 documents"},
		{"0.7", 55, "55 queries of 20 documents show one above 0.7 in 80 of 100 cases where errors on documents of one query are independent (grades taken as two: 0, 50 % of all, and the others); they seldom are, and it takes more"},
		{"0.8", 0, "if the true kappa is 0.75, no number of queries shows one above 0.8"},
	} {
		rule, err := kappa.ParseRule(c.threshold, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Judge(testsets.DefaultScale(), rule)
		if err != nil {
			t.Fatal(err)
		}
		if *r.Kappa != .75 || (r.Needed == nil) != (c.needed == 0) || r.Needed != nil && *r.Needed != c.needed || !strings.Contains(r.Plan(c.threshold), c.says) {
			t.Errorf("above %s: kappa %v, %v queries\n%s\nwant %d and %q", c.threshold, *r.Kappa, r.Needed, r.Plan(c.threshold), c.needed, c.says)
		}
	}
}

// Of 16 queries of 20 documents, half of them relevant, four have all 40 errors, half
// of their documents each: kappa is (280/320 − .5)/.5 = .75, for which 121 independent
// documents would do, and yet the labels do not show that it is above .6.
func TestPlanOfErrorsTogether(t *testing.T) {
	b := repeated(16, "11111111110000000000", "11111111110000000000")
	for i := range b.B[:80] {
		b.B[i] = i % 2
	}
	r, err := b.Judge(testsets.DefaultScale(), rule(t, kappa.Required))
	if err != nil {
		t.Fatal(err)
	}
	if *r.Kappa != .75 || !r.Above || r.Passes || *r.Needed != 10 || !strings.HasSuffix(r.Plan("0.6"), "; these 16 do not, so they go together here") {
		t.Errorf("%+v\n%s", r.Evidence, r.Plan("0.6"))
	}
}

func TestParseRule(t *testing.T) {
	if r, err := kappa.ParseRule("0.7", "required"); err != nil || !r.Required || r.Threshold.String() != "0.7" {
		t.Errorf("%+v, %v", r, err)
	}
	for _, c := range [][2]string{{"60%", ""}, {"0.6", "yes"}, {"0.6", "Required"}} {
		if _, err := kappa.ParseRule(c[0], c[1]); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
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
	if *r.Kappa != 0.6 || r.Passes || r.WithBlanks == nil || math.Abs(*r.WithBlanks-35.0/83) > 1e-15 {
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
		{"one grade", "0000", "0000", ""},
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
		if got := strings.Join(codes, " "); got != c.codes || r.Kappa != nil && *r.Kappa != 1 || !r.Passes {
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
