package refresh

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/querylog"
)

// A row of entering.csv as people edit it.
func TestEntrantOfARow(t *testing.T) {
	set := &testsets.TestSet{Strata: []string{"exact", "complex"}}
	usual := map[string]string{
		"query_id": "v2-001", "query_text": "ankle swelling", "query_type": "exact", "frequency": "6", "clients": "2", "band": "torso",
		"probability": "0.500000", "masked": "", "near": "q7 (0.91)", "need": "", "decision": "keep",
	}
	whole := Entrant{ID: "v2-001", Text: "ankle swelling", Type: "exact", Frequency: 6, Clients: 2, Band: querylog.Torso, Probability: new(0.5), Near: "q7 (0.91)", Decision: enter}
	with := func(change func(*Entrant)) *Entrant {
		e := whole
		change(&e)
		return &e
	}
	for _, tt := range []struct {
		name  string
		cells map[string]string
		want  *Entrant // nil: refused
		says  string
	}{
		{"as it was written", nil, &whole, ""},
		{"in capitals, with blanks", map[string]string{"decision": " Keep ", "query_type": " complex ", "need": " why "}, with(func(e *Entrant) { e.Type, e.Need = "complex", "why" }), ""},
		{"a decimal comma", map[string]string{"probability": "0,25"}, with(func(e *Entrant) { e.Probability = new(0.25) }), ""},
		{"certain", map[string]string{"probability": "1"}, with(func(e *Entrant) { e.Probability = new(1.0) }), ""},
		{"in reserve", map[string]string{"probability": "", "decision": "reserve"}, with(func(e *Entrant) { e.Probability, e.Decision = nil, reserve }), ""},
		{"no clients", map[string]string{"clients": ""}, with(func(e *Entrant) { e.Clients = 0 }), ""},
		{"masked and undecided", map[string]string{"masked": "phone email", "decision": ""}, with(func(e *Entrant) { e.Masked, e.Decision = []querylog.Kind{"phone", "email"}, "" }), ""},
		{"dropped, of no stratum", map[string]string{"query_type": "odd", "decision": "drop"}, with(func(e *Entrant) { e.Type, e.Decision = "odd", drop }), ""},
		{"of no stratum", map[string]string{"query_type": "odd"}, nil, `query_type "odd", want one of exact, complex`},
		{"undecided", map[string]string{"decision": ""}, nil, `decision "", want keep, drop or reserve`},
		{"another decision", map[string]string{"decision": "maybe"}, nil, `decision "maybe"`},
		{"another decision, masked", map[string]string{"decision": "maybe", "masked": "phone"}, nil, `decision "maybe"`},
		{"no frequency", map[string]string{"frequency": "six"}, nil, `frequency "six"`},
		{"no number of clients", map[string]string{"clients": "two"}, nil, `clients "two"`},
		{"never", map[string]string{"probability": "0"}, nil, `probability "0" is not above 0 and at most 1`},
		{"more than certain", map[string]string{"probability": "1.000001"}, nil, "at most 1"},
		{"not a probability", map[string]string{"probability": "often"}, nil, `probability "often"`},
		{"all at once", map[string]string{"frequency": "x", "clients": "y", "decision": "z"}, nil, "frequency \"x\" is not a number\nclients \"y\" is not a number\ndecision \"z\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			row := maps.Clone(usual)
			maps.Copy(row, tt.cells)
			got, err := entrantOf(row, set)
			switch {
			case tt.want == nil:
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("error %v, want %q", err, tt.says)
				}
			case err != nil:
				t.Error(err)
			default:
				if diff := cmp.Diff(*tt.want, got); diff != "" {
					t.Errorf("the row (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// What was written is read back, and what a hash of ids and texts holds is nothing that people edit.
func TestEnteringTable(t *testing.T) {
	list := []Entrant{
		{ID: "v2-001", Text: "=1+1", Type: "exact", Frequency: 6, Clients: 2, Band: querylog.Head, Probability: new(0.25), Need: "n", Decision: enter},
		{ID: "v2-002", Text: "call [phone]", Type: "exact", Frequency: 1, Band: querylog.Tail, Probability: new(1.0), Masked: []querylog.Kind{"phone", "email"}, Near: "q1 (same words)"},
		{ID: "v2-003", Text: "more", Type: "exact", Frequency: 1, Band: querylog.Tail, Decision: reserve},
	}
	data, err := enteringTable(list)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "e.csv")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	table, err := readTable(path, enteringColumns)
	if err != nil {
		t.Fatal(err)
	}
	var got []Entrant
	for _, row := range table.rows {
		e, err := entrantOf(row, &testsets.TestSet{Strata: []string{"exact"}})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	if diff := cmp.Diff(list, got); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	before := frozen(table.rows)
	table.rows[0]["decision"], table.rows[0]["frequency"] = drop, "6,0"
	if frozen(table.rows) != before {
		t.Error("a decision counts as a change of what was drawn")
	}
	table.rows[0]["query_text"] = "=1+2"
	if frozen(table.rows) == before {
		t.Error("another text does not")
	}
}

// Every query of the set has one row that says whether it leaves, and as many leave as are replaced.
func TestLeavingRows(t *testing.T) {
	for _, tt := range []struct {
		name, rows string
		want       []string
		says       string
	}{
		{"as many as are replaced", "a,leave\nb, Keep \nc,LEAVE\n", []string{"a", "c"}, ""},
		{"fewer", "a,leave\nb,keep\nc,keep\n", nil, "1 query to leave, and 2 to be replaced"},
		{"of another set", "a,leave\nb,keep\nc,leave\nd,keep\n", nil, `.csv:5: "d" is no query of s@v1`},
		{"twice", "a,leave\nb,keep\nc,leave\na,leave\n", nil, `.csv:5: query "a" again`},
		{"undecided", "a,leave\nb,\nc,leave\n", nil, `.csv:3: query "b": decision "", want leave or keep`},
		{"one without a row", "a,leave\nb,leave\n", nil, `query "c" has no row any more`},
		{"behind a cell of two lines", "a,leave\nb,\"ke\nep\"\nx,leave\nc,leave\n", nil, `.csv:5: "x" is no query`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &Workflow{Dir: t.TempDir(), Plan: &Plan{Replace: 2}}
			if err := os.WriteFile(w.path(leavingFile), []byte("query_id,decision\n"+tt.rows), 0o644); err != nil {
				t.Fatal(err)
			}
			got, err := w.leaving(setOf("a", "b", "c"))
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("error %v, want %q", err, tt.says)
				}
				return
			}
			want := map[string]string{}
			for _, id := range tt.want {
				want[id] = "decided by a person"
			}
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// What leaving.csv says of a query is empty where it is not known.
func TestLeavingTable(t *testing.T) {
	data, err := leavingTable([]Leaver{
		{ID: "a", Type: "exact", Split: testsets.HeldOut, Decision: keep},
		{ID: "b", AgeDays: new(0), Runs: 3, Ceiling: 0, Floor: 3, Spread: new(0.0), Reason: "at the floor", Decision: leave},
		{ID: "c", AgeDays: new(12), Runs: 2, Ceiling: 1, Spread: new(0.12346), Decision: keep},
	})
	want := "query_id,query_type,split,age_days,ceiling,floor,spread,reason,decision\na,exact,heldout,,,,,,keep\nb,,,0,0,3,0.0000,at the floor,leave\nc,,,12,1,0,0.1235,,keep\n"
	if diff := cmp.Diff(want, string(data)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// Of several faults a line has the first, and how many more there are.
func TestOneLine(t *testing.T) {
	if got := oneLine(errors.Join(errors.New("a"), errors.New("b"), errors.New("c"))); got != "a; and 2 more faults" {
		t.Errorf("three faults in a line: %q", got)
	}
	if got := oneLine(errors.New("a")); got != "a" {
		t.Errorf("one fault in a line: %q", got)
	}
}
