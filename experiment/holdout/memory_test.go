package holdout_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/result"
)

var noon = time.Date(2026, 5, 10, 12, 0, 0, 0, time.UTC)

// chain makes a ledger in memory, of looks an hour apart at some queries.
func chain(t *testing.T, at []result.HeldOutQuery, hashes ...string) holdout.Ledger {
	t.Helper()
	path := t.TempDir() + "/looks.jsonl"
	for i, hash := range hashes {
		one := look(hash)
		one.Time, one.TestSet.Queries, one.TestSet.HeldOut = noon.Add(time.Duration(i)*time.Hour), at, hashOf(at)
		if _, err := add(path, one); err != nil {
			t.Fatal(err)
		}
	}
	l, err := holdout.ReadLedger(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sealed returns what a store remembers of a ledger.
func sealed(t *testing.T, l holdout.Ledger) []result.Sealed {
	t.Helper()
	m, err := holdout.Remember(holdout.Ledger{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var facts []result.Sealed
	for _, look := range l.Looks {
		more, err := m.Sealed(look, l.Looks[0].TestSet.Queries)
		if err != nil {
			t.Fatal(err)
		}
		facts = append(facts, more...)
	}
	return facts
}

// What the ledger lost the store has, and the other way round; a look is counted
// once, wherever its set is, as long as a query is the same.
func TestMemory(t *testing.T) {
	whole := chain(t, queries("q1", "q2"), "a", "b", "a", "c")
	facts := sealed(t, whole)
	for name, c := range map[string]struct {
		ledger holdout.Ledger
		facts  []result.Sealed
		at     []result.HeldOutQuery
		looks  int
		lost   int
		shown  int
	}{
		"both":                  {whole, facts, queries("q1", "q2"), 4, 0, 3},
		"the ledger alone":      {whole, nil, queries("q1", "q2"), 4, 0, 3},
		"the store alone":       {holdout.Ledger{}, facts, queries("q1", "q2"), 4, 4, 3},
		"a shorter ledger":      {holdout.Ledger{Looks: whole.Looks[:1]}, facts, queries("q1", "q2"), 4, 3, 3},
		"another ledger":        {chain(t, queries("q1", "q2"), "d"), facts, queries("q1", "q2"), 5, 4, 4},
		"one query is left":     {holdout.Ledger{}, facts, queries("q2", "q7"), 4, 4, 3},
		"other queries":         {whole, facts, queries("q7"), 0, 0, 0},
		"the same id, reworded": {whole, facts, []result.HeldOutQuery{holdout.QueryOf("q1", "others"), holdout.QueryOf("q2", "others")}, 0, 0, 0},
	} {
		m, err := holdout.Remember(c.ledger, c.facts)
		if err != nil {
			t.Fatal(err)
		}
		looks, lost := m.Looks(c.at)
		if n := len(holdout.Configurations(looks)); len(looks) != c.looks || len(lost) != c.lost || n != c.shown {
			t.Errorf("%s: %d looks, %d lost, %d configurations; want %d, %d and %d", name, len(looks), len(lost), n, c.looks, c.lost, c.shown)
		}
		if c.looks > 0 && !slices.IsSortedFunc(looks, func(a, b result.Look) int { return a.Time.Compare(b.Time) }) {
			t.Errorf("%s: looks are not by time", name)
		}
	}
	m, err := holdout.Remember(holdout.Ledger{}, facts)
	if held := m.HeldOut(queries("q7", "q2", "q8")); err != nil || !slices.Equal(held, queries("q2")) {
		t.Errorf("held out once: %v, %v; want q2", held, err)
	}
}

// A fact of the store that was edited is named.
func TestEditedMemory(t *testing.T) {
	facts := sealed(t, chain(t, queries("q1", "q2"), "a"))
	for i := range facts {
		edited := slices.Clone(facts)
		edited[i].Fact = []byte(strings.Replace(string(facts[i].Fact), "q1", "q9", 1))
		if edited[i].Kind == "look" {
			edited[i].Fact = []byte(strings.Replace(string(facts[i].Fact), `"who":"a"`, `"who":"x"`, 1))
		}
		if _, err := holdout.Remember(holdout.Ledger{}, edited); err == nil || !strings.Contains(err.Error(), edited[i].Kind) {
			t.Errorf("%s edited: %v", edited[i].Kind, err)
		}
		edited[i].Fact = []byte("{")
		if _, err := holdout.Remember(holdout.Ledger{}, edited); err == nil {
			t.Errorf("%s that is not JSON: no error", edited[i].Kind)
		}
	}
}

func run(id, config, part string, role result.Role, at time.Time) result.StoredRun {
	aggregate, _ := json.Marshal(map[string]any{"role": role})
	return result.StoredRun{ID: id, Config: []byte(config), Aggregate: aggregate, CreatedAt: at, TestSet: result.TestSetInfo{SHA256: "set", Part: part}}
}

// A configuration is late when it was there only after others were shown: by a run,
// by a sweep, or by a look at itself it would have been there before.
func TestLate(t *testing.T) {
	l := chain(t, queries("q1"), "a", "b") // at noon and at one
	const early, later = `{"components":{"x":1},"top_k":10,"measures":["RR"]}`, `{"components":{"x":2},"top_k":10}`
	m, err := holdout.Remember(l, holdout.SealTried("set", []string{"swept"}, noon.Add(-time.Minute)))
	if err != nil {
		t.Fatal(err)
	}
	m.AddRuns([]result.StoredRun{
		run("r1", early, "evaluation", result.RoleConfig, noon.Add(300*time.Millisecond)), // in the second of the look
		run("r2", later, "evaluation", result.RoleConfig, noon.Add(time.Second)),
		run("r3", `{"components":{"x":3}}`, "evaluation", result.RoleComponent, noon),
		run("r4", `{"components":{"x":4}}`, "heldout", result.RoleConfig, noon),
		run("r5", `{"mode":"of another program"}`, "evaluation", result.RoleConfig, noon),
	})
	of := func(config string) string {
		hash, err := holdout.ConfigurationOf([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	looks, _ := m.Looks(queries("q1"))
	for hash, want := range map[string]bool{of(early): false, of(later): true, "swept": false, "a": false, "b": true, "unknown": true} {
		if at, late := m.Late(looks, hash); late != want || !at.Equal(noon) {
			t.Errorf("%.8s: late %v since %v, want %v", hash, late, at, want)
		}
		if _, late := m.Late(nil, hash); late {
			t.Errorf("%.8s: late before any look", hash)
		}
	}
	// Tried on the evaluation part: r1, r2 and the swept one; of these one may be the
	// baseline.
	for baseline, want := range map[string]int{"": 3, of(early): 2, "unknown": 3} {
		if n := m.Tried("set", baseline); n != want {
			t.Errorf("baseline %.8s: %d tried, want %d", baseline, n, want)
		}
	}
	if n := m.Tried("another", ""); n != 1 {
		t.Errorf("of another set %d tried, want 1", n)
	}
}

// A configuration is what makes its rankings: not the set that they were scored
// by, nor the measures, nor the order of the keys.
func TestConfigurationOf(t *testing.T) {
	const one = `{"format":1,"components":{"a":{"run":"x"}},"fusion":{"m":"rrf"},"top_k":10,"measures":["RR"],"test_set":{"part":"evaluation"},"profile":"default"}`
	same, err := holdout.ConfigurationOf([]byte(one))
	if err != nil {
		t.Fatal(err)
	}
	for config, want := range map[string]bool{
		`{"top_k":10,"fusion":{"m":"rrf"},"components":{"a":{"run":"x"}},"measures":["R@5"],"test_set":{"part":"heldout"}}`: true,
		strings.Replace(one, `"top_k":10`, `"top_k":20`, 1):                                                                 false,
		strings.Replace(one, `"rrf"`, `"wsum"`, 1):                                                                          false,
		strings.Replace(one, `"top_k":10`, `"top_k":10,"rerank":"f"`, 1):                                                    false,
	} {
		if hash, err := holdout.ConfigurationOf([]byte(config)); err != nil || (hash == same) != want {
			t.Errorf("%s: the same %v, %v; want %v", config, hash == same, err, want)
		}
	}
	for _, config := range []string{`{}`, `[]`, `{"mode":"lexical"}`} {
		if _, err := holdout.ConfigurationOf([]byte(config)); err == nil {
			t.Errorf("%s: no error", config)
		}
	}
}
