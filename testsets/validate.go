package testsets

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/pattern"
)

// Validate checks a set that a program put together; one that came out of Parse
// is valid. The error is an [Errors] with every fault.
func (t *TestSet) Validate() error {
	return t.check("", nil).sorted()
}

// A checker applies the rules of a set to its values, with the lines of its
// file where it has any.
type checker struct {
	set    *TestSet
	file   string
	at     *places // nil for a set that was not read
	faults Errors
}

func (t *TestSet) check(file string, at *places) Errors {
	c := &checker{set: t, file: file, at: at}
	c.header()
	c.scale()
	c.strata()
	if len(t.Queries) == 0 {
		c.add(CodeEmpty, 0, "", "add some", "the set has no queries")
	}
	docs := map[string]int{}
	for i := range t.Queries {
		c.query(i, docs)
	}
	c.duplicates()
	c.splits()
	c.groups()
	c.families()
	return c.faults
}

func (c *checker) add(code Code, line int, query, remedy, format string, args ...any) {
	c.faults = append(c.faults, Fault{
		Code: code, File: c.file, Line: line, Query: query,
		Text: fmt.Sprintf(format, args...), Remedy: remedy,
	})
}

// headerLine returns the line of a key of the header, else the header's own.
func (c *checker) headerLine(key string) int {
	if c.at == nil {
		return 0
	}
	if line, ok := c.at.header[key]; ok {
		return line
	}
	return c.at.header[""]
}

// lines returns the lines of query i.
func (c *checker) lines(i int) queryPlaces {
	if c.at == nil || i >= len(c.at.queries) {
		return queryPlaces{}
	}
	return c.at.queries[i]
}

var sha256Text = pattern.Lazy(`^[0-9a-f]{64}$`)

func (c *checker) header() {
	t := c.set
	if strings.ContainsAny(t.Name, "@/") {
		c.add(CodeValue, c.headerLine("name"), "", "rename it: sets are asked for as name@version", "name %q has a @ or /", t.Name)
	}
	if c.at == nil && t.Version == "" && t.hasHeader() {
		c.add(CodeMissingKey, 0, "", "set one", "the set has no version")
	}
	if t.Created != "" && !isDate(t.Created) {
		c.add(CodeValue, c.headerLine("created"), "", "write 2026-03-01 or 2026-03-01T12:00:00Z", "created %q is not a date", t.Created)
	}
	if p := t.Parent; p != nil {
		if c.at == nil && p.Version == "" {
			c.add(CodeMissingKey, 0, "", "set it", "parent has no version")
		}
		if p.SHA256 != "" && !sha256Text().MatchString(p.SHA256) || p.SHA256 == "" && c.at == nil {
			c.add(CodeValue, c.headerLine("parent"), "", "copy it from testset show", "sha256 of parent is not 64 lower-case hexadecimal digits")
		}
	}
	c.beside()
	if t.Format != Native && t.Format != Golden {
		c.add(CodeValue, c.headerLine("format"), "", "write golden, or remove it", "unknown format %q", t.Format)
	}
	if c.at == nil && !utf8.ValidString(t.Name+t.Version+t.Description+t.Profile) {
		c.add(CodeEncoding, 0, "", "convert it", "name, version, description or profile is not UTF-8")
	}
}

// next to checks what the header says of the provenance and the draw.
func (c *checker) beside() {
	if p := c.set.Provenance; p != nil {
		if c.at == nil && (strings.TrimSpace(p.File) == "" || !utf8.ValidString(p.File)) {
			c.add(CodeMissingKey, 0, "", "set it", "provenance has no file")
		}
		if p.SHA256 != "" && !sha256Text().MatchString(p.SHA256) || p.SHA256 == "" && c.at == nil {
			c.add(CodeValue, c.headerLine("provenance"), "", "write the SHA-256 of the file", "sha256 of provenance is not 64 lower-case hexadecimal digits")
		}
	}
	if d := c.set.Draw; d != nil {
		if c.at == nil && !isRatio(d.Ratio) {
			c.add(CodeValue, 0, "", "write a share between 0 and 1, such as 0.2", "ratio %v of split is not a share", d.Ratio)
		}
		if d.By != "" && d.By != ByGroup && d.By != ByQuery {
			c.add(CodeValue, c.headerLine("split"), "", "write group or query, or remove it", "unknown by %q of split", d.By)
		}
	}
}

// isRatio reports a share between 0 and 1; NaN is not one.
func isRatio(v float64) bool { return v > 0 && v < 1 }

func isDate(s string) bool {
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return true
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

// hasHeader reports whether the set says something that a bare list of queries
// has no place for. The name is not counted: a bare list takes its file's.
func (t *TestSet) hasHeader() bool {
	return t.Version != "" || t.Description != "" || t.Created != "" || t.Profile != "" || t.Parent != nil ||
		t.Provenance != nil || t.Draw != nil ||
		t.hasOwnScale() || !sameTexts(t.Strata, bareStrata(t))
}

func (c *checker) scale() {
	s := c.set.scale()
	line := c.headerLine("scale")
	if !s.Has(0) {
		c.add(CodeScale, line, "", "add 0: irrelevant", "the scale has no grade 0")
	}
	if s.Max() <= 0 {
		c.add(CodeScale, line, "", "add 1: relevant", "the scale has no grade above 0")
	}
	for i := 1; i < len(s); i++ {
		if s[i].Grade <= s[i-1].Grade {
			c.add(CodeScale, line, "", "sort the grades, each once", "grade %d comes after grade %d", s[i].Grade, s[i-1].Grade)
		}
	}
}

func (c *checker) strata() {
	line := c.headerLine("strata")
	if c.set.Format == Golden && len(c.set.Strata) > 0 {
		c.add(CodeFormat, line, "", "remove strata", "entries of a golden list have no query type")
	}
	c.texts("strata", c.set.Strata, line, "")
}

// texts checks a list of texts: none blank, none twice. Lists that were read
// never have such entries.
func (c *checker) texts(key string, list []string, line int, query string) {
	if c.at != nil || len(list) == 0 {
		return
	}
	seen := make(map[string]bool, len(list))
	for _, s := range list {
		switch {
		case strings.TrimSpace(s) == "":
			c.add(CodeValue, line, query, "remove it", "%s has an empty entry", key)
		case seen[s]:
			c.add(CodeValue, line, query, "keep one", "%s has %q twice", key, s)
		}
		seen[s] = true
	}
}
