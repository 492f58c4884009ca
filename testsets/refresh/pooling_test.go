package refresh

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// The pool is the first hits of all rankings, each pair once, with who found it and where.
func TestUnion(t *testing.T) {
	entrants := []Entrant{{ID: "q2", Text: "two"}, {ID: "q1", Text: "one"}}
	a := Ranking{Config: "a", SHA256: "1", Docs: map[string][]string{"q1": {"d3", "d1", "d9"}, "q2": {"d5"}}}
	b := Ranking{Config: "b", Docs: map[string][]string{"q1": {"d1", "d2"}, "q7": {"d1"}}}
	pairs, configs, warnings, err := union(entrants, []Ranking{a, b}, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []label.KeyLine{
		{QueryID: "q1", DocID: "d1", By: []label.FoundBy{{Config: "a", Rank: 2}, {Config: "b", Rank: 1}}}, {QueryID: "q1", DocID: "d2", By: []label.FoundBy{{Config: "b", Rank: 2}}}, {QueryID: "q1", DocID: "d3", By: []label.FoundBy{{Config: "a", Rank: 1}}}, {QueryID: "q2", DocID: "d5", By: []label.FoundBy{{Config: "a", Rank: 1}}},
	}
	if diff := cmp.Diff(want, pairs); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]RunRef{{Name: "a", SHA256: "1", Queries: 2}, {Name: "b", Queries: 1}}, configs); diff != "" {
		t.Errorf("systems (-want +got):\n%s", diff)
	}
	if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "b answers 1 of 2 queries") {
		t.Errorf("warnings %q", warnings)
	}
	if _, _, _, err := union(entrants, []Ranking{a, {Config: "c", Docs: map[string][]string{"q7": {"d1"}, "q1": {}}}}, 2); err == nil || !strings.HasPrefix(err.Error(), "c answers none of the queries (q2, …)") {
		t.Errorf("none answered: %v", err)
	}
}

// Rankings that were not asked for this refresh have to be of its queries, and as deep as the pool.
func TestRankingsThatFit(t *testing.T) {
	entrants := []Entrant{{ID: "q1", Text: "one"}, {ID: "q2", Text: "two"}}
	for _, tt := range []struct {
		name string
		r    Ranking
		says string
	}{
		{"asked for", Ranking{}, ""},
		{"as deep", Ranking{Kept: 10}, ""},
		{"shallower", Ranking{Kept: 9}, "c: the first 9 hits of its rankings are known, and the pool takes 10; give its run file, or --depth 9"},
		{"the same texts", Ranking{Texts: map[string]string{"q1": "one", "q2": "two", "q3": "x"}}, ""},
		{"another text", Ranking{Texts: map[string]string{"q1": "one", "q2": "too"}}, `c: its query "q2" is "too", and here it is "two"`},
		{"a text less", Ranking{Texts: map[string]string{"q1": "one"}}, ""},
	} {
		tt.r.Config = "c"
		err := tt.r.fits(entrants, 10)
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
	}
}

func TestPoolRequests(t *testing.T) {
	one, two := Ranking{Config: "a"}, Ranking{Config: "b"}
	for _, tt := range []struct {
		name string
		r    PoolRequest
		says string
	}{
		{"one", PoolRequest{Rankings: []Ranking{one}}, ""},
		{"two", PoolRequest{Rankings: []Ranking{one, two}, Depth: 1}, ""},
		{"none", PoolRequest{}, "no rankings to pool"},
		{"below nothing", PoolRequest{Rankings: []Ranking{one}, Depth: -1}, "depth -1, want at least 1"},
		{"of one name", PoolRequest{Rankings: []Ranking{one, two, one}}, "two rankings are called a"},
	} {
		err := tt.r.check()
		if (err == nil) != (tt.says == "") || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
	}
}

// Labellers read title and text; who found a document is in the other file.
func TestPoolFiles(t *testing.T) {
	pairs := []label.KeyLine{{QueryID: "q1", DocID: "d1", By: []label.FoundBy{{Config: "bm25", Rank: 1}}}, {QueryID: "q1", DocID: "d<2>", By: []label.FoundBy{{Config: "dense", Rank: 2}}}}
	texts := map[string]Document{"d1": {"Title", ""}, "d<2>": {"", "a < b"}, "blank": {" ", "\n"}}
	text := func(id string) (Document, bool) { d, ok := texts[id]; return d, ok }
	lines, keys, err := PoolFiles(pairs, nil, text)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"query_id":"q1","doc_id":"d1","title":"Title","text":""}` + "\n" + `{"query_id":"q1","doc_id":"d<2>","title":"","text":"a < b"}` + "\n"; string(lines) != want {
		t.Errorf("the pool is\n%s, want\n%s", lines, want)
	}
	if want := `{"query_id":"q1","doc_id":"d1","by":[{"config":"bm25","rank":1}]}` + "\n" + `{"query_id":"q1","doc_id":"d<2>","by":[{"config":"dense","rank":2}]}` + "\n"; string(keys) != want {
		t.Errorf("its key is\n%s, want\n%s", keys, want)
	}
	lacking := append(pairs, label.KeyLine{QueryID: "q1", DocID: "z"}, label.KeyLine{QueryID: "q1", DocID: "blank"}, label.KeyLine{QueryID: "q2", DocID: "blank"})
	if _, _, err := PoolFiles(lacking, nil, text); err == nil || !strings.Contains(err.Error(), `3 pairs of documents without text in the corpus: "blank", "z"; give the corpus`) {
		t.Errorf("without text: %v", err)
	}
}

// What is warned of before anybody grades: fewer than four systems, and needs that no one wrote down.
func TestCautionsOfAPool(t *testing.T) {
	for _, tt := range []struct {
		name     string
		systems  int
		entrants []Entrant
		want     []string
	}{
		{"nothing", 4, []Entrant{{Need: "n"}}, nil},
		{"one system", 1, nil, []string{"1 system; 4 are better"}},
		{"three systems", 3, nil, []string{"3 systems; 4 are better"}},
		{"needs", 5, []Entrant{{}, {Need: "n"}, {}}, []string{"without a need written: 2 of 3 queries"}},
		{"both", 2, []Entrant{{}}, []string{"2 systems", "without a need written: 1 of 1 query"}},
	} {
		got := (&Pooled{Systems: make([]string, tt.systems), PerQuery: 3}).warnings(tt.entrants)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
			continue
		}
		for i, want := range tt.want {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: %q, want %q", tt.name, got[i], want)
			}
		}
	}
}

// A drawn query says which one it is nearest to: one of the set, or one drawn before.
func TestNear(t *testing.T) {
	old := []testsets.Query{{ID: "q1", Text: "how long does it take a broken wrist to heal without surgery"}, {ID: "q2", Text: "what is a tooth abscess"}}
	drawn := []Entrant{{ID: "n1", Text: "Tooth abscess: what is a?"}, {ID: "n2", Text: "how long does it take a broken ankle to heal without surgery"}, {ID: "n3", Text: "something else entirely"}, {ID: "n4", Text: "entirely something else"}}
	noteNear(drawn, old)
	for i, want := range []string{"q2 (same words)", "q1 (0.", "", "n3 (same words)"} {
		if got := drawn[i].Near; !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s is near %q, want %q", drawn[i].ID, got, want)
		}
	}
}

// New queries of the same words as another one are of its family, so that no split parts them; kept ones stay as they were.
func TestFamiliesOfWords(t *testing.T) {
	next := []testsets.Query{
		{ID: "k1", Text: "tooth abscess"},
		{ID: "k2", Text: "abscess tooth", Family: "teeth"},
		{ID: "k3", Text: "gout attack"},
		{ID: "k4", Text: "attack gout"},
		{ID: "k5", Text: "how long does it take a broken wrist to heal without surgery"},
		{ID: "n1", Text: "Gout, attack!", Source: fromLog},
		{ID: "n2", Text: "swollen ankle", Source: fromLog},
		{ID: "n3", Text: "ankle swollen", Source: fromLog},
		{ID: "n4", Text: "how long does it take a broken ankle to heal without surgery", Source: fromLog},
	}
	families(next)
	got := map[string]string{}
	for _, q := range next {
		got[q.ID] = q.Family
	}
	if got["k2"] != "teeth" || got["k1"] != "" || got["k4"] != "" && got["k4"] != got["n1"] {
		t.Errorf("kept queries have the families %v", got)
	}
	if got["n1"] == "" || got["n1"] != got["k3"] && got["n1"] != got["k4"] {
		t.Errorf("n1 is of family %q, want that of k3 or k4: %v", got["n1"], got)
	}
	if got["n2"] != "near-n2" || got["n3"] != "near-n2" {
		t.Errorf("n2 and n3 are of the families %q and %q, want near-n2", got["n2"], got["n3"])
	}
	if got["n4"] != "" {
		t.Errorf("n4, of similar words, is of family %q", got["n4"])
	}
}

// Queries are numbered across strata, reserves last; one that was masked waits for a person.
func TestDrawn(t *testing.T) {
	of := func(texts ...string) (list []querylog.Query) {
		for i, text := range texts {
			q := querylog.Query{Text: text, Frequency: 10 - i, Clients: 2 + i, Band: querylog.Torso}
			if strings.HasPrefix(text, "[") {
				q.Masked = []querylog.Kind{"phone"}
			}
			list = append(list, q)
		}
		return list
	}
	got := draw([]pond{{StratumQuota{"a", 2}, of("a1", "[a2]")}, {StratumQuota{"b", 1}, of("b1", "b2", "b3")}}, "v7", 3)
	if len(got) != 4 {
		t.Fatalf("%d drawn, want 3 and one in reserve", len(got))
	}
	seen := map[string]bool{}
	for i, e := range got {
		if want := []string{"v7-001", "v7-002", "v7-003", "v7-004"}[i]; e.ID != want || e.Type != []string{"a", "a", "b", "b"}[i] {
			t.Errorf("%+v, want %s", e, want)
		}
		if seen[e.Text] {
			t.Errorf("%s is drawn twice", e.Text)
		}
		seen[e.Text] = true
		decision := map[bool]string{true: "", false: enter}[e.Text == "[a2]"]
		if i == 3 {
			decision = reserve
		}
		if e.Decision != decision || (e.Probability == nil) != (i == 3) {
			t.Errorf("%+v, want the decision %q", e, decision)
		}
		// of two queries both are drawn; of three one, by its share of the searches
		if e.Type == "a" && *e.Probability != 1 {
			t.Errorf("%s was drawn with probability %v, want 1", e.Text, *e.Probability)
		}
	}
}

// Where queries of the log go: those of too few people, those that the set has and those without a stratum are counted.
func TestPonds(t *testing.T) {
	set := &testsets.TestSet{Queries: []testsets.Query{{ID: "q1", Text: "Known one"}}}
	counted := []querylog.Query{
		{Text: "a one", Normal: "a one", Clients: 2},
		{Text: "a two", Normal: "a two", Clients: 1},
		{Text: "known ONE", Normal: "known one", Clients: 3},
		{Text: "b one", Normal: "b one", Clients: 2},
		{Text: "c one", Normal: "c one", Clients: 9},
		{Text: "z one", Normal: "z one", Clients: 9},
	}
	rule := func(text string) TypeRule {
		r, err := ParseTypeRule(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	texts := func(list []pond) (out []string) {
		for _, p := range list {
			line := p.share.Name + ":"
			for _, q := range p.queries {
				line += " " + q.Text
			}
			out = append(out, line)
		}
		return out
	}
	shares := []StratumQuota{{"A", 1}, {"B", 2}}
	log := &LogRef{MinClients: 2}
	got := ponds(counted, set, shares, []TypeRule{rule("A=^a"), rule("B=^b"), rule("C=^c")}, log)
	if diff := cmp.Diff([]string{"A: a one", "B: b one"}, texts(got)); diff != "" || *log != (LogRef{MinClients: 2, TooFewClients: 1, InSet: 1, NoStratum: 2}) {
		t.Errorf("%+v (-want +got):\n%s", *log, diff)
	}
	log = &LogRef{MinClients: 2}
	got = ponds(counted, set, shares, nil, log) // strata are written in by hand
	if diff := cmp.Diff([]string{": a one b one c one z one"}, texts(got)); diff != "" || got[0].share.Replace != 3 || log.NoStratum != 0 {
		t.Errorf("without rules %+v, %d to be replaced (-want +got):\n%s", *log, got[0].share.Replace, diff)
	}
	if got = ponds(counted, set, shares[:1], nil, &LogRef{}); len(got) != 1 || got[0].share.Name != "A" || len(got[0].queries) != 5 {
		t.Errorf("of one stratum: %q", texts(got))
	}
	// a pond with as many as are wanted is enough
	if err := shortages([]pond{{StratumQuota{"A", 1}, counted[:1]}}, log); err != nil {
		t.Errorf("one of one: %v", err)
	}
	if err := shortages([]pond{{StratumQuota{"A", 1}, counted[:1]}, {StratumQuota{"", 7}, counted[:6]}}, log); err == nil || !strings.HasSuffix(err.Error(), ": the set: 6 of 7") {
		t.Errorf("six of seven: %v", err)
	}
}
