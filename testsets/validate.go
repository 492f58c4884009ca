package testsets

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/pattern"
)

// Validate checks a set that a program put together; one that came out of Parse
// is valid. The error is an [Errors] with every fault.
func (t *TestSet) Validate() error {
	var faults faultList
	t.check("", nil, &faults)
	return faults.err()
}

// check adds what is wrong with the set as a whole.
func (t *TestSet) check(file string, at *places, faults *faultList) {
	c := &checker{set: t, file: file, at: at, faults: faults}
	c.header()
	c.scale()
	c.strata()
	c.addIf(len(t.Queries) == 0, CodeEmpty, 0, "", "add some", "the set has no queries")
	docs := map[string]int{}
	for i := range t.Queries {
		c.query(i, docs)
	}
	c.duplicates()
	c.splits()
	c.groups()
	c.families()
}

var sha256Text = pattern.Lazy(`^[0-9a-f]{64}$`)

func (c *checker) header() {
	t := c.set
	c.addIf(strings.ContainsAny(t.Name, "@/"), CodeValue, c.headerLine("name"), "", "rename it: sets are asked for as name@version", "name %q has a @ or /", t.Name)
	c.addIf(c.at == nil && t.Version == "" && t.hasHeader(), CodeMissingKey, 0, "", "set one", "the set has no version")
	c.addIf(t.Created != "" && !isDate(t.Created), CodeValue, c.headerLine("created"), "", "write 2026-03-01 or 2026-03-01T12:00:00Z", "created %q is not a date", t.Created)
	if p := t.Parent; p != nil {
		c.addIf(c.at == nil && p.Version == "", CodeMissingKey, 0, "", "set it", "parent has no version")
		c.addIf(p.SHA256 != "" && !sha256Text().MatchString(p.SHA256) || p.SHA256 == "" && c.at == nil, CodeValue, c.headerLine("parent"), "", "copy it from testset show", "sha256 of parent is not 64 lower-case hexadecimal digits")
	}
	c.beside()
	c.addIf(t.Format != Native && t.Format != Golden, CodeValue, c.headerLine("format"), "", "write golden, or remove it", "unknown format %q", t.Format)
	c.addIf(c.at == nil && !utf8.ValidString(t.Name+t.Version+t.Description+t.Profile), CodeEncoding, 0, "", "convert it", "name, version, description or profile is not UTF-8")
}

// next to checks what the header says of the provenance and the draw.
func (c *checker) beside() {
	if p := c.set.Provenance; p != nil {
		c.addIf(c.at == nil && (strings.TrimSpace(p.File) == "" || !utf8.ValidString(p.File)), CodeMissingKey, 0, "", "set it", "provenance has no file")
		c.addIf(p.SHA256 != "" && !sha256Text().MatchString(p.SHA256) || p.SHA256 == "" && c.at == nil, CodeValue, c.headerLine("provenance"), "", "write the SHA-256 of the file", "sha256 of provenance is not 64 lower-case hexadecimal digits")
	}
	if d := c.set.Draw; d != nil {
		c.addIf(c.at == nil && !isRatio(d.Ratio), CodeValue, 0, "", "write a share between 0 and 1, such as 0.2", "ratio %v of split is not a share", d.Ratio)
		c.addIf(d.By != "" && d.By != ByGroup && d.By != ByQuery, CodeValue, c.headerLine("split"), "", "write group or query, or remove it", "unknown by %q of split", d.By)
	}
}

func isDate(s string) bool {
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return true
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

func (c *checker) scale() {
	s := c.set.scale()
	line := c.headerLine("scale")
	c.addIf(!s.Has(0), CodeScale, line, "", "add 0: irrelevant", "the scale has no grade 0")
	c.addIf(s.Max() <= 0, CodeScale, line, "", "add 1: relevant", "the scale has no grade above 0")
	for i := 1; i < len(s); i++ {
		if s[i].Grade <= s[i-1].Grade {
			c.add(CodeScale, line, "", "sort the grades, each once", "grade %d comes after grade %d", s[i].Grade, s[i-1].Grade)
		}
	}
}

func (c *checker) strata() {
	line := c.headerLine("strata")
	c.addIf(c.set.Format == Golden && len(c.set.Strata) > 0, CodeFormat, line, "", "remove strata", "entries of a golden list have no query type")
	c.texts("strata", c.set.Strata, line, "")
}
