package convert

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// Options decide what an import cannot decide by itself. Those with a flag are refused where they change
// nothing. The zero value decides nothing: what would need a decision is an error that names the option.
type Options struct {
	Name    string // of the set; empty: from the source
	Version string // empty: v1

	Map    Map            `flag:"map"`    // labels to grades; with it every label needs one
	Invert bool           `flag:"invert"` // grade 1 is the best: grades above 0 are turned around
	Scale  testsets.Scale `flag:"scale"`  // nil: from the grades that occur

	Duplicates  string `flag:"duplicates" of:"highest lowest last"` // contradictory judgments; "": an error
	AllZero     string `flag:"all-zero" of:"unjudged refusal drop"` // queries with grade 0 alone; "": an error
	WithoutText string `flag:"without-text" of:"keep drop"`         // judged queries without a text; "": an error
	Unjudged    string `flag:"unjudged" of:"keep drop"`             // queries without judgments; "": keep

	Judge      string `flag:"judge"` // of several judges, the one that counts
	LabelsOnly bool   // make label files and no set

	Columns    string `flag:"columns"`        // of tables: query=Anfrage,doc=Dokument,grade=Note, or numbers
	Lists      string `flag:"list-separator"` // of tables: what is between the entries of a cell; none: a cell is one entry
	Clicks     string `flag:"clicks"`         // clicks to grades: 10=3,3=2,1=1, or ctr:0.2=2,0.05=1
	StrataFrom string `flag:"strata-from"`    // column or key whose values are the query types

	DocField   string `flag:"doc-field"`                 // of records: ids of documents, or A=2,B=1 for fields with a grade each
	Level      string `flag:"level" of:"document chunk"` // what these ids are of; "": document
	GradeField string `flag:"grade-field"`               // of records: a grade for each document, or an object of documents and grades
	QueryField string `flag:"query-field"`               // of records: the id of the query
	TextField  string `flag:"text-field"`                // of records: the text of the query
	GroupField string `flag:"group-field"`               // of records: the group of the query

	TopicField string `flag:"topic-field"`                    // of TREC topics: title, desc, narr, query, question, narrative
	QueryText  string `flag:"query-text"`                     // of Elasticsearch requests: a jq expression for the text
	Split      string `flag:"qrels-split"`                    // of BEIR: which qrels
	Answers    string `flag:"answers" of:"drop must-contain"` // of RAG sets; "": drop

	QueryIDs string `flag:"query-ids" of:"exact number position"` // how judgments name queries; "": exact
	DocIDs   string `flag:"doc-ids" of:"exact number"`            // how judgments name documents of the collection; "": exact
	Corpus   string `flag:"corpus"`                               // collection to look judged documents up in

	FilePath func(string) string // of registries of files: the spelling that files are matched by; nil: as they are

	Stdin io.Reader // what the source - is
}

// Validate names every setting that is none.
func (o Options) Validate() error {
	var errs prose.Faults
	for f, value := range reflect.ValueOf(o).Fields() {
		of := choices(f)
		errs.If(len(of) > 0 && !value.IsZero() && !slices.Contains(of, value.String()), "--%s %q: want %s", f.Tag.Get("flag"), value, strings.Join(of, ", "))
	}
	errs.If(o.Invert && len(o.Map) > 0, "--invert and --map say what grades mean in two ways: give one of them")
	return errs.Join()
}

// ExportOptions are what formats ask for that a set does not say.
type ExportOptions struct {
	Index string `flag:"index"` // Elasticsearch: the index of the documents
	Field string `flag:"field"` // Elasticsearch: the field that the query is matched with; empty: text
	Tabs  bool   // csv: tabs in place of commas
}

const (
	keep          = "keep"
	drop          = "drop"
	highest       = "highest"
	lowest        = "lowest"
	last          = "last"
	unjudged      = "unjudged"
	refusal       = "refusal"
	mustContain   = "must-contain"
	levelDocument = "document"
	levelChunk    = "chunk"
	number        = "number"
	position      = "position"
)

// Choices returns the values of the options that have a few, by their flags.
func Choices() map[string][]string {
	fields := slices.Collect(reflect.TypeFor[Options]().Fields())
	few := ordered.Where(fields, func(f reflect.StructField) bool { return f.Tag.Get("of") != "" })
	return ordered.Map(few, func(f reflect.StructField) (string, []string) { return f.Tag.Get("flag"), choices(f) })
}

func choices(f reflect.StructField) []string { return strings.Fields(f.Tag.Get("of")) }

// A Map has grades for labels as they are written.
type Map map[string]int

// ParseMap reads "relevant=2,partly=1,not=0". A comma without a = before the next
// one belongs to the label, so that 1,5=2 is the label 1,5.
func ParseMap(text string) (Map, error) {
	m := Map{}
	label := ""
	for part := range strings.SplitSeq(text, ",") {
		at := strings.LastIndexByte(part, '=')
		if at < 0 {
			label += part + ","
			continue
		}
		label += part[:at]
		grade, err := strconv.Atoi(strings.TrimSpace(part[at+1:]))
		switch _, again := m[label]; {
		case err != nil:
			return nil, fmt.Errorf("grade %q of label %q is not an integer; write label=grade", part[at+1:], label)
		case again:
			return nil, fmt.Errorf("label %q has two grades", label)
		}
		m[label], label = grade, ""
	}
	if label != "" {
		return nil, fmt.Errorf("%q has no grade; write label=grade", strings.TrimSuffix(label, ","))
	}
	return m, nil
}

// ParseScale reads "0-3", or "0=not relevant,1=relevant".
func ParseScale(text string) (testsets.Scale, error) {
	if low, high, ok := strings.Cut(text, "-"); ok && !strings.Contains(text, "=") {
		from, err := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if err != nil || err2 != nil || from != 0 || to < 1 || to > 100 {
			return nil, fmt.Errorf("scale %q: write 0-3, or 0=not relevant,1=relevant", text)
		}
		return scaleTo(0, to), nil
	}
	var s testsets.Scale
	for part := range strings.SplitSeq(text, ",") {
		grade, word, _ := strings.Cut(part, "=")
		g, err := strconv.Atoi(grade)
		if err != nil {
			return nil, fmt.Errorf("scale: %q is no grade; write 0-3, or 0=not relevant,1=relevant", grade)
		}
		s = append(s, testsets.Level{Grade: g, Word: word})
	}
	ordered.Stable(s, func(a, b testsets.Level) int { return a.Grade - b.Grade })
	return s, nil
}
