package topics_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/topics"
	"github.com/rankduel/rankduel/experiment/compare"
)

// Every warning code, kind of bootstrap, correction, interval method and test
// name that the source of package stats spells out has a topic.
func TestTopicsCoverStats(t *testing.T) {
	known := map[string]bool{}
	for _, topic := range topics.Topics() {
		kind, _, _ := strings.Cut(topic.Kind, " ")
		known[kind+" "+topic.Name] = true
	}
	names := namesOfStats(t)
	if len(names["warning"]) < 13 || len(names["interval"]) < 15 || len(names["correction"]) < 9 || len(names["test"]) < 4 {
		t.Fatalf("too few names found in the source: %v", names)
	}
	names["test"] = append(names["test"], "tost", "non-inferiority", "heterogeneity", "tukey")
	names["correction"] = append(names["correction"], string(compare.CorrectionMaxT))
	for kind, list := range names {
		for _, name := range list {
			// Welch's interval is explained with its test.
			asTest := kind == "interval" && known["test "+name] // one topic for both
			if !known[kind+" "+name] && !asTest {
				t.Errorf("%s %s is not explained", kind, name)
			}
		}
	}
}

// namesOfStats reads the names from the source of package stats.
func namesOfStats(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("../../../stats/*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string][]string{}
	add := func(kind string, e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				names[kind] = append(names[kind], s)
			}
		}
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if len(n.Values) != 1 {
					break
				}
				if typ, ok := n.Type.(*ast.Ident); ok && typ.Name == "BootstrapKind" {
					add("interval", n.Values[0])
				} else if ok && typ.Name == "Correction" {
					add("correction", n.Values[0])
				} else if strings.HasPrefix(n.Names[0].Name, "Warn") {
					add("warning", n.Values[0])
				}
			case *ast.CompositeLit:
				if typ, ok := n.Type.(*ast.Ident); ok && typ.Name == "Interval" {
					for _, e := range n.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Method" {
							add("interval", kv.Value)
						}
					}
				}
			case *ast.FuncDecl:
				if n.Name.Name == "Name" && n.Recv != nil && len(n.Body.List) == 1 {
					if r, ok := n.Body.List[0].(*ast.ReturnStmt); ok {
						add("test", r.Results[0])
					}
				}
			}
			return true
		})
	}
	return names
}
