package metrics_test

import (
	"bufio"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// The nicknames expand to what trec_eval 10 prints under them, in its order:
// the golden file has every measure of all_trec for each query.
func TestNicknames(t *testing.T) {
	profile, err := metrics.ProfileByName("trec")
	if err != nil {
		t.Fatal(err)
	}
	var want []string // in the order of the file
	scanner := bufio.NewScanner(open(t, "testdata/trec/small.A.trec_eval10.c.q.txt.gz"))
	for scanner.Scan() {
		f := strings.Fields(scanner.Text())
		if f[1] == "all" && f[0] != "runid" {
			want = append(want, f[0])
		}
	}
	measures, err := profile.ParseList("all_trec")
	if err != nil {
		t.Fatal(err)
	}
	if got := keys(profile, measures); !slices.Equal(got, want) {
		t.Errorf("all_trec is %v, want %v (trec_eval 10.0)", got, want)
	}
	slices.Reverse(measures)
	metrics.SortTrec(measures)
	if got := keys(profile, measures); !slices.Equal(got, want) {
		t.Errorf("sorted: %v, want %v (trec_eval 10.0)", got, want)
	}
	for _, m := range measures {
		name, _ := metrics.TrecName(m)
		if want := slices.Contains([]string{"num_q", "gm_map", "gm_bpref"}, name); metrics.SummaryOnly(m) != want {
			t.Errorf("SummaryOnly(%s) = %v, want %v", m, !want, want)
		}
	}
}

func keys(p metrics.Profile, measures []metrics.Measure) []string {
	var names []string
	for _, m := range measures {
		names = append(names, p.Key(m))
	}
	return names
}

// A name stands for a list of measures or for a measure, not for both.
func TestNicknamesParse(t *testing.T) {
	r := metrics.Builtin()
	for _, name := range []string{"official", "set", "all_trec"} {
		if _, taken := r.Lookup(name); taken {
			t.Errorf("the list %s is a measure, too", name)
		}
		measures, err := r.ParseList("RR " + name)
		if err != nil || len(measures) < 2 {
			t.Errorf("RR %s: %d measures, %v", name, len(measures), err)
		}
		if err := r.Register(metrics.Definition{Name: name}); err == nil {
			t.Errorf("a measure was registered under %s, too", name)
		}
	}
}
