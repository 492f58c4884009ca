package main

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
)

// A profile says by file which stretches of code the tests ran.
type profile map[string][]block

type block struct {
	fromLine, fromCol, toLine, toCol int
	ran                              bool
}

// readProfile reads what go test -coverprofile writes.
func readProfile(r io.Reader) (profile, error) {
	p := profile{}
	lines := bufio.NewScanner(r)
	lines.Scan() // the mode
	for lines.Scan() {
		// import/path/file.go:12.34,15.2 3 1
		var b block
		var statements, count int
		line := lines.Text()
		colon := strings.LastIndexByte(line, ':')
		if colon < 0 {
			return nil, fmt.Errorf("coverage profile: %q", line)
		}
		if _, err := fmt.Sscanf(line[colon:], ":%d.%d,%d.%d %d %d",
			&b.fromLine, &b.fromCol, &b.toLine, &b.toCol, &statements, &count); err != nil {
			return nil, fmt.Errorf("coverage profile: %q: %w", line, err)
		}
		b.ran = count > 0
		name := path.Base(line[:colon])
		p[name] = append(p[name], b)
	}
	return p, lines.Err()
}

// reaches reports whether a test runs the code of a mutant. The profile has no
// block for the values of a case; they count as run where anything in their
// function is. Code outside of functions runs whenever the program starts.
func (p profile) reaches(m mutant) bool {
	held, inScope := false, m.scope == span{}
	for _, b := range p[filepath.Base(m.path)] {
		if b.holds(m.pos.Line, m.pos.Column) {
			if b.ran {
				return true
			}
			held = true
		}
		inScope = inScope || b.ran && m.scope.from <= b.fromLine && b.toLine <= m.scope.to
	}
	return !held && inScope
}

func (b block) holds(line, col int) bool {
	afterStart := line > b.fromLine || line == b.fromLine && col >= b.fromCol
	beforeEnd := line < b.toLine || line == b.toLine && col < b.toCol
	return afterStart && beforeEnd
}
