package testsets

import (
	"cmp"
	"fmt"
	"strings"
)

// A checker applies the rules of a set to its values, with the lines of its file where it has any.
type checker struct {
	set    *TestSet
	file   string
	at     *places // nil for a set that was not read
	faults *faultList
}

func (c *checker) add(code Code, line int, query, remedy, format string, args ...any) {
	c.faults.add(Fault{Code: code, File: c.file, Line: line, Query: query, Remedy: remedy}, format, args...)
}

// addIf adds a fault where something is wrong.
func (c *checker) addIf(wrong bool, code Code, line int, query, remedy, format string, args ...any) {
	if wrong {
		c.add(code, line, query, remedy, format, args...)
	}
}

// headerLine returns the line of a key of the header, else the header's own.
func (c *checker) headerLine(key string) int {
	if c.at == nil {
		return 0
	}
	return cmp.Or(c.at.header[key], c.at.header[""])
}

func (c *checker) lines(i int) queryPlaces {
	if c.at == nil || i >= len(c.at.queries) {
		return queryPlaces{}
	}
	return c.at.queries[i]
}

// texts checks a list of texts: none blank, none twice. Lists that were read never have such entries.
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

// firstOn returns the other place of a repetition, for sets that have lines.
func firstOn(line int) string { return onLine(", first", line) }

func lineAt(lines []int, i, otherwise int) int {
	if i < len(lines) {
		return lines[i]
	}
	return otherwise
}

// onLine returns words with a line, for sets that have lines.
func onLine(words string, line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("%s on line %d", words, line)
}
