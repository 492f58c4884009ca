package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A mutant is one change of the source: at offset, old becomes new.
type mutant struct {
	path     string // of the file on disk
	name     string // of the file below the package's folder's parent, for people
	pos      token.Position
	kind     string
	offset   int
	old, new string
	id       string // survives changes elsewhere in the file
	scope    span   // the function it is in; zero outside of functions
}

type span struct{ from, to int } // lines, both included

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s %s → %s", m.name, m.pos.Line, m.pos.Column, m.kind, brief(m.old), brief(m.new))
}

func brief(code string) string {
	code = strings.Join(strings.Fields(code), " ")
	if r := []rune(code); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return code
}

// A change is what may be done to an operator, under the names that gremlins
// and PIT use.
type change struct {
	kind string
	to   token.Token
}

var operators = map[token.Token][]change{
	token.LSS: {{"conditionals boundary", token.LEQ}, {"conditionals negation", token.GEQ}},
	token.LEQ: {{"conditionals boundary", token.LSS}, {"conditionals negation", token.GTR}},
	token.GTR: {{"conditionals boundary", token.GEQ}, {"conditionals negation", token.LEQ}},
	token.GEQ: {{"conditionals boundary", token.GTR}, {"conditionals negation", token.LSS}},
	token.EQL: {{"conditionals negation", token.NEQ}},
	token.NEQ: {{"conditionals negation", token.EQL}},

	token.ADD: {{"arithmetic base", token.SUB}},
	token.SUB: {{"arithmetic base", token.ADD}},
	token.MUL: {{"arithmetic base", token.QUO}},
	token.QUO: {{"arithmetic base", token.MUL}},
	token.REM: {{"arithmetic base", token.MUL}},

	token.AND:     {{"invert bitwise", token.OR}},
	token.OR:      {{"invert bitwise", token.AND}},
	token.XOR:     {{"invert bitwise", token.AND}},
	token.AND_NOT: {{"invert bitwise", token.AND}},
	token.SHL:     {{"invert bitwise", token.SHR}},
	token.SHR:     {{"invert bitwise", token.SHL}},

	token.LAND: {{"invert logical", token.LOR}},
	token.LOR:  {{"invert logical", token.LAND}},

	token.ADD_ASSIGN: {{"invert assignments", token.SUB_ASSIGN}, {"remove self-assignments", token.ASSIGN}},
	token.SUB_ASSIGN: {{"invert assignments", token.ADD_ASSIGN}, {"remove self-assignments", token.ASSIGN}},
	token.MUL_ASSIGN: {{"invert assignments", token.QUO_ASSIGN}, {"remove self-assignments", token.ASSIGN}},
	token.QUO_ASSIGN: {{"invert assignments", token.MUL_ASSIGN}, {"remove self-assignments", token.ASSIGN}},
	token.INC:        {{"increment decrement", token.DEC}},
	token.DEC:        {{"increment decrement", token.INC}},
	token.BREAK:      {{"invert loop control", token.CONTINUE}},
	token.CONTINUE:   {{"invert loop control", token.BREAK}},
}

// findIn lists the mutants of one file of a package.
func findIn(pkg goPackage, name string) ([]mutant, error) {
	path := filepath.Join(pkg.Dir, name)
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	found, err := find(path, source)
	for i := range found {
		found[i].name = filepath.ToSlash(filepath.Join(pkg.folder(), name))
	}
	return found, err
}

// find lists the mutants of a file by place.
func find(path string, source []byte) ([]mutant, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &finder{files: files, path: path, source: source, seen: map[string]int{}}
	for _, d := range file.Decls {
		f.function, f.scope = "", span{}
		if fn, ok := d.(*ast.FuncDecl); ok {
			f.function = fn.Name.Name
			f.scope = span{files.Position(fn.Pos()).Line, files.Position(fn.End()).Line}
		}
		ast.Inspect(d, f.visit)
	}
	return f.found, nil
}

type finder struct {
	files    *token.FileSet
	path     string
	source   []byte
	function string
	scope    span
	seen     map[string]int // how often a change was met in a function
	found    []mutant
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op != token.ADD || !joinsText(n) {
			f.operator(n.OpPos, n.Op)
		}
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			f.add(n.OpPos, "invert negatives", "-", "+")
		}
	case *ast.IncDecStmt:
		f.operator(n.TokPos, n.Tok)
	case *ast.BranchStmt:
		if n.Label == nil {
			f.operator(n.TokPos, n.Tok)
		}
	case *ast.AssignStmt:
		f.operator(n.TokPos, n.Tok)
		if n.Tok == token.ASSIGN && len(n.Lhs) == 1 && len(n.Rhs) == 1 && f.text(n.Lhs[0]) != "_" {
			// The right side stays, so that its variables are still used.
			f.add(n.Pos(), "drop assignment", f.text(n.Lhs[0]), "_")
		}
	case *ast.ExprStmt:
		if _, ok := n.X.(*ast.CallExpr); ok {
			f.add(n.Pos(), "drop call", f.text(n.X), "{}")
		}
	case *ast.IfStmt:
		switch n.Cond.(type) {
		case *ast.BinaryExpr: // has operators of its own to change
		default:
			f.add(n.Cond.Pos(), "negate condition", f.text(n.Cond), "!("+f.text(n.Cond)+")")
		}
	}
	return true
}

func (f *finder) operator(at token.Pos, op token.Token) {
	for _, c := range operators[op] {
		f.add(at, c.kind, op.String(), c.to.String())
	}
}

func (f *finder) add(at token.Pos, kind, before, after string) {
	pos := f.files.Position(at)
	id := strings.Join([]string{filepath.Base(f.path), f.function, kind, before, after}, "\x00")
	f.seen[id]++
	f.found = append(f.found, mutant{
		path: f.path, name: f.path, pos: pos, kind: kind, offset: pos.Offset, old: before, new: after,
		id: fmt.Sprintf("%s\x00%d", id, f.seen[id]), scope: f.scope,
	})
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.files.Position(n.Pos()).Offset:f.files.Position(n.End()).Offset])
}

// joinsText tells by a literal among the operands that + joins text here;
// other sums of text are found out by the compiler.
func joinsText(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return joinsText(e.X) || joinsText(e.Y)
	case *ast.BasicLit:
		return e.Kind == token.STRING
	}
	return false
}

// applied returns the source with the change made.
func (m mutant) applied(source []byte) ([]byte, error) {
	end := m.offset + len(m.old)
	if end > len(source) || string(source[m.offset:end]) != m.old {
		return nil, fmt.Errorf("%s changed while its mutants were tried", m.path)
	}
	return []byte(string(source[:m.offset]) + m.new + string(source[end:])), nil
}
