// Package lint looks for what is allowed in a test set and makes its numbers say less than they seem to: queries that
// ask the same, grades that contradict each other, answers in the question, strata too small to show anything.
//
// It knows queries, judgments and, where one is given, a collection. It knows no
// scores; package experiment/review looks at those.
package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// A Severity says what a finding is good for.
type Severity string

// The severities.
const (
	Fault   Severity = "fault"   // results of the set would be wrong
	Warning Severity = "warning" // worth a change
	Note    Severity = "note"    // worth knowing
)

// A Finding is one kind of thing that was found, with every place.
type Finding struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`
	Remedy   string   `json:"remedy,omitempty"`
	Items    []Item   `json:"items"`
}

// An Item is one place. What it names depends on the finding.
type Item struct {
	QueryID string `json:"query_id,omitempty"`
	Other   string `json:"other_query_id,omitempty"`
	DocID   string `json:"doc_id,omitempty"`
	Stratum string `json:"stratum,omitempty"`
	Text    string `json:"text,omitempty"`
	Line    int    `json:"line,omitempty"` // of the query in its file
}

// A Report is all that was found in one set, gravest first.
type Report struct {
	Schema   string    `json:"schema"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	SHA256   string    `json:"sha256"`
	Queries  int       `json:"queries"`
	Corpus   bool      `json:"corpus"` // a collection was looked into
	Findings []Finding `json:"findings"`
}

// reportSchema names the JSON document of a Report.
const reportSchema = "rankduel/testset-lint/v1"

// Options say what to look into.
type Options struct {
	Has   func(doc string) bool   // whether the collection has a document; nil: no collection
	Title func(doc string) string // its title, "" for none
	Least float64                 // similarity from which texts are reported; 0 means near.Reported
}

// Faults counts the findings that make results wrong.
func (r *Report) Faults() int {
	return ordered.Count(r.Findings, func(f Finding) bool { return f.Severity == Fault })
}

// Check looks into a set.
func Check(set *testsets.TestSet, opts Options) *Report {
	c := &checker{set: set, opts: opts}
	c.stale()
	c.texts()
	c.contradictions()
	c.answers()
	c.damage()
	c.ids()
	c.grades()
	c.strata()
	c.parts()
	c.size()
	ordered.Stable(c.found, func(a, b Finding) int { return cmp.Compare(gravity(a.Severity), gravity(b.Severity)) })
	return &Report{
		Schema: reportSchema, Name: set.Name, Version: set.Version, SHA256: set.SHA256(), Queries: len(set.Queries),
		Corpus: opts.Has != nil, Findings: append([]Finding{}, c.found...),
	}
}

func gravity(s Severity) int { return slices.Index([]Severity{Fault, Warning, Note}, s) }

type checker struct {
	set    *testsets.TestSet
	opts   Options
	copies []int // of each query the first with its text
	found  []Finding
}

// add notes how many places were found, if any, and what is wrong with them.
func (c *checker) add(severity Severity, code string, items []Item, one, many, text, remedy string) {
	if len(items) > 0 {
		c.found = append(c.found, Finding{Code: code, Severity: severity, Text: count(len(items), one, many) + " " + text, Remedy: remedy, Items: items})
	}
}

// note says something about the set as a whole, where it is so.
func (c *checker) note(so bool, code, remedy, format string, args ...any) {
	if so {
		c.found = append(c.found, Finding{Code: code, Severity: Note, Text: fmt.Sprintf(format, args...), Remedy: remedy, Items: []Item{}})
	}
}

func (c *checker) at(i int) Item {
	q := &c.set.Queries[i]
	return Item{QueryID: q.ID, Text: q.Text, Line: q.Line}
}

func (c *checker) pair(a, b int, text string) Item {
	item := c.at(a)
	item.Other = c.set.Queries[b].ID
	if text != "" {
		item.Text = text
	}
	return item
}
