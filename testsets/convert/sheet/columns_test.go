package sheet_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

// Names as they stand in files of people, with what they hold.
func TestColumns(t *testing.T) {
	for header, want := range map[string]map[string]int{
		"query,docid,rating":                                    {sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2},
		"Query ID,Query,Doc ID,Label":                           {sheet.ID: 0, sheet.Query: 1, sheet.Doc: 2, sheet.Grade: 3},
		"Suchbegriff;Artikel-Nr.;Bewertung;Typ":                 {sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2, sheet.Type: 3},
		"Nr.;Suchanfrage;Treffer-URL;Bewertung (0-3);Bemerkung": {sheet.Query: 1, sheet.Doc: 2, sheet.Grade: 3},
		"Requête;Identifiant;Pertinence":                        {sheet.Query: 0, sheet.Grade: 2},
		"domanda;documento;giudizio":                            {sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2},
		"zoekopdracht;document;beoordeling":                     {sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2},
		"consulta;documento;avaliação":                          {sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2},
		"query_text,doc_id,title,text,grade":                    {sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 4},
		"text,query,url,product_id,score,relevanz":              {sheet.Query: 1, sheet.Doc: 3, sheet.Grade: 5},
	} {
		table, err := sheet.Read("x.csv", header+"\n")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := table.Columns(""); err != nil || !maps.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", header, got, err, want)
		}
	}
}

// A number is a place: the grade of a first row that is not a header may be the
// same number.
func TestColumnsByNumber(t *testing.T) {
	table, err := sheet.Read("x.csv", "a,d1,1\nb,d2,3\n")
	if err != nil {
		t.Fatal(err)
	}
	const declared = "query=1,doc=2,grade=3"
	got, err := table.Columns(declared)
	if want := (map[string]int{sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2}); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if !table.Headless(declared, got, func(label string) bool { return label == "1" || label == "3" }) || len(table.Rows) != 2 {
		t.Errorf("the first row is no judgment among %v", table.Rows)
	}
}

func TestLaterHeader(t *testing.T) {
	for text, want := range map[string]int{
		"Labels of spring,,\nquery,document,label\na,d,1\n": 2,
		"Labels,,\n,,\nFrage;Dokument;Note\n":               0, // cells of another dialect name nothing
		"query,document,label\na,d,1\n":                     0,
		"a,b,c\nquery,d,1\n":                                0,
	} {
		table, err := sheet.Read("x.csv", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.LaterHeader(); got != want {
			t.Errorf("%q: line %d, want %d", text, got, want)
		}
	}
}

func TestDeclaredColumns(t *testing.T) {
	table, err := sheet.Read("x.csv", "a,2,c\n1,2,3\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := table.Columns("query=a,doc=2,grade=3")
	if want := (map[string]int{sheet.Query: 0, sheet.Doc: 1, sheet.Grade: 2}); err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for declared, want := range map[string]string{"query": "role=column", "colour=a": "role=column", "query=z": `"a", "2", "c"`, "query=9": "no such column"} {
		if _, err := table.Columns(declared); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", declared, err, want)
		}
	}
}
