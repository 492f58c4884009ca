package main

import (
	"bytes"
	"errors"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

var enabling = regexp.MustCompile(`(?m)^ +enable: \[(.*)\]$`)

// enabled returns the linters and formatters that settings name.
func enabled(settings string) (names []string) {
	for _, m := range enabling.FindAllStringSubmatch(settings, -1) {
		for name := range strings.SplitSeq(m[1], ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// shortened returns the source of a list of linters with those alone whose
// package has one of the names, or which are in a group (the standard one).
func shortened(source []byte, names []string) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, 0)
	if err != nil {
		return nil, err
	}
	kept := 0
	ast.Inspect(file, func(n ast.Node) bool {
		linters, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		linters.Elts = slices.DeleteFunc(linters.Elts, func(e ast.Expr) bool {
			name, grouped := linter(e)
			return !grouped && !slices.Contains(names, name)
		})
		kept += len(linters.Elts)
		return false
	})
	if kept == 0 {
		return nil, errors.New("found no list of linters: golangci-lint has changed its shape")
	}
	for _, i := range slices.Clone(file.Imports) {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(imported, upstream+"/pkg/golinters") && !astutil.UsesImport(file, imported) {
			astutil.DeleteImport(fset, file, imported)
		}
	}
	var out bytes.Buffer
	err = format.Node(&out, fset, file)
	return out.Bytes(), err
}

// linter returns the package of an element of the list, in which it is the first
// argument of the innermost call, and whether WithGroups is called on it.
func linter(element ast.Expr) (name string, grouped bool) {
	ast.Inspect(element, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		called, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch called.Sel.Name {
		case "WithGroups":
			grouped = true
		case "New":
			if id, ok := called.X.(*ast.Ident); ok {
				name = id.Name
			}
		}
		return true
	})
	return name, grouped
}
