package topics_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/topics"
)

// Every code of a finding and every reason of a verdict that the source declares
// is explained, so that a new one cannot be forgotten, and no other is.
func TestEveryCodeIsExplained(t *testing.T) {
	known := map[string]bool{}
	for _, topic := range topics.Topics() {
		known[topic.Kind+" "+topic.Name] = true
	}
	for _, source := range []struct {
		file, prefix, kind string
		least              int
	}{
		{"../../../experiment/result/findings.go", "Finding", "finding", 20},
		{"../../../stats/decision.go", "Reason", "reason", 14},
	} {
		codes := constants(t, source.file, source.prefix)
		if len(codes) < source.least {
			t.Fatalf("only %d constants %s… in %s", len(codes), source.prefix, source.file)
		}
		for _, code := range codes {
			if !known[source.kind+" "+code] {
				t.Errorf("%s %s is not explained", source.kind, code)
			}
		}
		for _, topic := range topics.Topics() {
			if topic.Kind == source.kind && !slices.Contains(codes, topic.Name) {
				t.Errorf("%s %s is explained, and %s has no such code", topic.Kind, topic.Name, source.file)
			}
		}
	}
}

// constants reads the values of the string constants of a file whose names begin
// with prefix.
func constants(t *testing.T, path, prefix string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(spec.Names[0].Name, prefix) {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				values = append(values, s)
			}
		}
		return true
	})
	return values
}
