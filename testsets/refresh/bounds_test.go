package refresh

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// Half as many as enter are in reserve, rounded up: of 3 it is 2.
func TestReserve(t *testing.T) {
	p := pond{share: StratumQuota{Replace: 3}}
	for i := range 9 {
		p.queries = append(p.queries, querylog.Query{Text: string(rune('a' + i)), Frequency: 1 + i})
	}
	n := map[string]int{}
	texts := map[string]bool{}
	for _, e := range draw([]pond{p}, "v2", 1) {
		n[e.Decision]++
		texts[e.Text] = true
	}
	if n[enter] != 3 || n[reserve] != 2 || len(texts) != 5 {
		t.Errorf("%v of %d texts, want 3 and 2 of 5", n, len(texts))
	}
}

// In a log that names clients a query of which no one knows who asked it may be
// one person's: it is not drawn from. A log without any has no such bound.
func TestUnknownClients(t *testing.T) {
	for text, want := range map[string]int{
		"query,client\none,a\none,b\ntwo,\ntwo,\nthree,c\n": 1,
		"query\none\ntwo\ntwo\nthree\n":                     3,
	} {
		l, err := querylog.Read("log.csv", strings.NewReader(text), querylog.Columns{})
		if err != nil {
			t.Fatal(err)
		}
		ref := LogRef{}
		if l.Clients {
			ref.MinClients = DefaultMinClients
		}
		got := ponds(l.Counted(), &testsets.TestSet{}, []StratumQuota{{Replace: 1}}, nil, &ref)
		if n := len(got[0].queries); n != want || ref.TooFewClients != 3-want {
			t.Errorf("%q: %d to draw from, %d of too few clients; want %d and %d", text, n, ref.TooFewClients, want, 3-want)
		}
	}
}

// Quotas that someone gives are whole, within the stratum, and add up.
func TestAskedQuotas(t *testing.T) {
	set := setOf("a1", "a2", "b1", "b2")
	set.Strata = []string{"a", "b"}
	for i := range set.Queries {
		set.Queries[i].Type = set.Queries[i].ID[:1]
	}
	got, err := quotasOf(set, 3, map[string]int{"a": 1, "b": 2})
	if err != nil || !slices.Equal(got, []StratumQuota{{"a", 1}, {"b", 2}}) {
		t.Errorf("%v, %v", got, err)
	}
	for want, asked := range map[string]map[string]int{
		"-1 queries of stratum a cannot leave, it has 2": {"a": -1, "b": 4},
		"3 queries of stratum b cannot leave, it has 2":  {"b": 3},
		"2 queries in all, and 3 are to be replaced":     {"a": 1, "b": 1},
		`the set has no stratum "c"`:                     {"c": 3},
	} {
		if _, err := quotasOf(set, 3, asked); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", asked, err, want)
		}
	}
}

// A new query has to have .7 of the documents that an old one has: 7 of 10 has.
func TestShallowPool(t *testing.T) {
	for per, want := range map[float64]bool{6.9: true, 7: false, 9: false} {
		p := Pooled{PerQuery: per, OldPerQuery: 10, Systems: make([]string, fewSystems)}
		warned := slices.ContainsFunc(p.warnings(nil), func(s string) bool { return strings.Contains(s, "a shallower pool") })
		if warned != want {
			t.Errorf("%v of 10 documents: warned %v, want %v", per, warned, want)
		}
	}
}

// A kept query without a mark stays without one where others are held out, and
// new ones are drawn by what the old set was drawn by.
func TestUnmarkedStays(t *testing.T) {
	old := &testsets.TestSet{Draw: &testsets.Draw{Seed: 3, Ratio: 0.5, By: testsets.ByQuery}}
	old.Queries = []testsets.Query{{Split: testsets.HeldOut}, {}}
	next := &testsets.TestSet{Name: "s", Version: "v2", Queries: []testsets.Query{
		{ID: "k1", Text: "one", Split: testsets.HeldOut},
		{ID: "k2", Text: "two"},
		{ID: "n1", Text: "three", Source: fromLog},
		{ID: "n2", Text: "four", Source: fromLog},
	}}
	divided, missed, err := divide(old, next, 9)
	if err != nil || len(missed) != 0 {
		t.Fatal(missed, err)
	}
	if q := divided.Queries; q[0].Split != testsets.HeldOut || q[1].Split != testsets.Unsplit || q[2].Split == q[3].Split {
		t.Errorf("%+v", q)
	}
	if d := divided.Draw; d == nil || *d != (testsets.Draw{Seed: 9, Ratio: 0.5, By: testsets.ByQuery}) {
		t.Errorf("drawn by %+v", d)
	}
}

// Of three people the kappa that a version is known by is the least of any two,
// of those whose kappa is defined.
func TestLeastKappa(t *testing.T) {
	w := &Workflow{Plan: &Plan{To: "v2"}}
	for _, order := range [][]*float64{{new(.7), new(.9), nil, new(.8)}, {nil, new(.9), new(.8), new(.7)}, {new(.7), nil}} {
		f := &Finished{}
		for _, k := range order {
			f.Agreements = append(f.Agreements, Agreement{Evidence: kappa.Evidence{Kappa: k, Low: k}})
		}
		data, err := (&material{known: &provenance{}}).provenance(w, &testsets.TestSet{}, f, nil, today)
		if err != nil {
			t.Fatal(err)
		}
		var pool poolOrigin
		if err := json.Unmarshal(data, &pool); err != nil || *pool.Kappa != .7 || *pool.Low != .7 {
			t.Errorf("%s, %v; want .7", data, err)
		}
	}
}
