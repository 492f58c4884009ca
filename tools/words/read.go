package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A piece is a text of the tree with its place.
type piece struct {
	kind kind
	file string
	line int
	text string
}

// A finding is a piece that breaks a rule.
type finding struct {
	rule, file, text string
	line             int
}

func read(name string, content []byte) ([]piece, error) {
	if strings.HasSuffix(name, ".md") {
		return readPage(name, string(content)), nil
	}
	return readCode(name, content)
}

// readPage returns the lines of a page outside its fenced code.
func readPage(name, content string) []piece {
	var pieces []piece
	fenced := false
	line := 0
	for s := range strings.Lines(content) {
		line++
		if strings.HasPrefix(strings.TrimSpace(s), "```") {
			fenced = !fenced
			continue
		}
		if !fenced {
			pieces = append(pieces, piece{prose, name, line, strings.TrimSpace(s)})
		}
	}
	return pieces
}

// readCode returns comments by line, strings and declared names. The first
// line of a function's comment that begins with its name is preceded by the
// word func.
func readCode(file string, content []byte) ([]piece, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, content, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("read code: %w", err)
	}
	var pieces []piece
	add := func(k kind, pos token.Pos, text string) {
		pieces = append(pieces, piece{k, file, set.Position(pos).Line, text})
	}
	for _, group := range tree.Comments {
		for _, c := range group.List {
			add(comment, c.Pos(), strings.TrimSpace(strings.TrimPrefix(c.Text, "//")))
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.FuncDecl:
			add(name, x.Name.Pos(), x.Name.Name)
			if x.Doc != nil {
				if first, _, _ := strings.Cut(x.Doc.Text(), "\n"); strings.HasPrefix(first, x.Name.Name+" ") {
					add(comment, x.Doc.Pos(), "func "+first)
				}
			}
		case *ast.TypeSpec:
			add(name, x.Name.Pos(), x.Name.Name)
		case *ast.BasicLit:
			if x.Kind == token.STRING {
				add(message, x.Pos(), x.Value)
			}
		}
		return true
	})
	return pieces, nil
}

// findIn returns what breaks a rule. The doubled first line of a function's
// comment is held to its own rule alone.
func findIn(pieces []piece) []finding {
	var found []finding
	for _, p := range pieces {
		doubled := p.kind == comment && strings.HasPrefix(p.text, "func ")
		for _, r := range rules {
			if doubled != (r.name == "function is") || !applies(r, p.kind) {
				continue
			}
			for range r.breaches(p.text) {
				found = append(found, finding{r.name, p.file, p.text, p.line})
			}
		}
	}
	return found
}

// breaches returns how often a text breaks the rule.
func (r rule) breaches(text string) int {
	n := len(r.match.FindAllString(text, -1))
	if r.unless != nil {
		n -= len(r.unless.FindAllString(text, -1))
	}
	return n
}

func applies(r rule, k kind) bool {
	for _, in := range r.in {
		if in == k {
			return true
		}
	}
	return false
}
