package result_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/testsets/history"
	"github.com/rankduel/rankduel/testsets/lint"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

var update = flag.Bool("update", false, "write the schemas of documents in ../../schemas")

// enums are the values of types of text.
var enums = map[reflect.Type][]string{
	reflect.TypeFor[result.Verdict]():        {string(result.Better), string(result.Worse), string(result.Equivalent), string(result.Inconclusive), string(result.NoVerdict)},
	reflect.TypeFor[result.ObjectiveState](): {string(result.ObjectiveMet), string(result.ObjectiveMissed), string(result.ObjectiveOpen)},
	reflect.TypeFor[result.Severity]():       {string(result.SeverityNote), string(result.SeverityWarning), string(result.SeverityFault)},
	reflect.TypeFor[lint.Severity]():         {string(lint.Note), string(lint.Warning), string(lint.Fault)},
	reflect.TypeFor[history.Link]():          {string(history.Whole), string(history.Back), string(history.Changed), string(history.Other), string(history.First), string(history.Sibling)},
	reflect.TypeFor[near.Kind]():             {string(parts.Grouped), string(near.Same), string(near.Stems), string(near.Similar)},
	reflect.TypeFor[result.LabelState]():     {string(result.LabelsOpen), string(result.LabelsDecided), string(result.LabelsFutile), string(result.LabelsUsed)},
	reflect.TypeFor[result.Role]():           {string(result.RoleConfig), string(result.RoleComponent)},
	reflect.TypeFor[result.Status]():         {string(result.Scored), string(result.Missing), string(result.Failed)},
	reflect.TypeFor[result.InputRole]():      {string(result.InputRun), string(result.InputScores), string(result.InputStoredRun), string(result.InputQrels), string(result.InputTestSet), string(result.InputPaths), string(result.InputExperiment), string(result.InputPart)},
}

// rooms are the folders of documents that are not results.
var rooms = map[string]string{
	reflect.TypeFor[history.Diff]().PkgPath(): "../../testsets/history",
	reflect.TypeFor[lint.Report]().PkgPath():  "../../testsets/lint",
	reflect.TypeFor[parts.Report]().PkgPath(): "../../testsets/parts",
}

// The schemas of documents say what the types say: a new field has to be
// written into them, with -update, and so is seen by anyone who reads the change.
func TestSchemas(t *testing.T) {
	own := readComments(t, ".", "../../retrieval/fusion")
	for file, c := range map[string]struct {
		title, name string
		of          reflect.Type
	}{
		"evaluation":   {"Evaluation", result.EvaluationSchema, reflect.TypeFor[result.Evaluation]()},
		"comparison":   {"Comparison", result.ComparisonSchema, reflect.TypeFor[result.Comparison]()},
		"agreement":    {"Agreement", result.AgreementSchema, reflect.TypeFor[result.Agreement]()},
		"judge-labels": {"Where labels of a judge are from", result.JudgeOriginSchema, reflect.TypeFor[result.JudgeOrigin]()},
		"judges":       {"Labels of judges", result.JudgesSchema, reflect.TypeFor[result.Judges]()},
		"doctor":       {"What files are", result.DiagnosisSchema, reflect.TypeFor[result.Diagnosis]()},
		"impact":       {"Impact", result.ImpactSchema, reflect.TypeFor[result.Impact]()},
		"sweep":        {"Sweep", result.SweepSchema, reflect.TypeFor[result.Sweep]()},
		"bridge":       {"Bridge", result.BridgeSchema, reflect.TypeFor[result.Bridge]()},

		"label-progress":   {"Progress of labels", result.LabelProgressSchema, reflect.TypeFor[result.LabelProgress]()},
		"kebab-comparison": {"Comparison of two runs of kebab", result.KebabComparisonSchema, reflect.TypeFor[result.KebabComparison]()},
		"store-copy":       {"Copy of a store", result.StoreCopySchema, reflect.TypeFor[result.StoreCopy]()},
		"conversion":       {"Conversion", result.ConversionSchema, reflect.TypeFor[result.Conversion]()},

		"testset-review": {"Review of a test set", result.ReviewSchema, reflect.TypeFor[result.Review]()},
		"testset-diff":   {"Difference of two test sets", "rankduel/testset-diff/v1", reflect.TypeFor[history.Diff]()},
		"testset-log":    {"Versions of test sets", "rankduel/testset-log/v1", reflect.TypeFor[history.Log]()},
		"testset-lint":   {"Findings about a test set", "rankduel/testset-lint/v1", reflect.TypeFor[lint.Report]()},
		"testset-split":  {"Parts of a test set", "rankduel/testset-split/v1", reflect.TypeFor[parts.Report]()},
	} {
		comments := own
		if folder, ok := rooms[c.of.PkgPath()]; ok {
			comments = readComments(t, folder, "../../testsets")
		}
		w := schemaWriter{comments: comments, defs: map[string]any{}}
		root := w.object(c.of)
		root["properties"].(map[string]any)["schema"] = map[string]any{"const": c.name}
		root["$schema"], root["title"], root["$defs"] = "https://json-schema.org/draft/2020-12/schema", c.title, w.defs
		want := indented(t, root)
		path := filepath.Join("../../schemas", file+".schema.json")
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the types say (%v); run go test ./experiment/result -update and review the difference", path, err)
		}
	}
}

func indented(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A schemaWriter makes a JSON Schema of types; defs are those of structs.
type schemaWriter struct {
	comments map[string]string
	defs     map[string]any
}

// object returns the schema of a struct, with nothing next to its fields.
func (w schemaWriter) object(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	w.fields(t, properties, &required)
	schema := map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	if about := w.comments[t.Name()]; about != "" {
		schema["description"] = about
	}
	return schema
}

func (w schemaWriter) fields(t reflect.Type, properties map[string]any, required *[]string) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			w.fields(f.Type, properties, required)
			continue
		case name == "-" || !f.IsExported():
			continue
		}
		optional := strings.Contains(options, "omitempty")
		if !optional {
			*required = append(*required, name)
		}
		schema := w.of(f.Type, optional)
		if about := w.comments[t.Name()+"."+f.Name]; about != "" {
			schema["description"] = about
		}
		properties[name] = schema
	}
}

// of returns the schema of a value; what is left out when it is nil is never null.
func (w schemaWriter) of(t reflect.Type, optional bool) map[string]any {
	if values, ok := enums[t]; ok {
		return map[string]any{"enum": values}
	}
	if t == reflect.TypeFor[time.Time]() {
		return map[string]any{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		schema := w.of(t.Elem(), true)
		if optional {
			return schema
		}
		if kind, ok := schema["type"].(string); ok {
			schema["type"] = []string{kind, "null"}
			return schema
		}
		return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
	case reflect.Struct:
		if _, done := w.defs[t.Name()]; !done {
			w.defs[t.Name()] = nil // while it is being made
			w.defs[t.Name()] = w.object(t)
		}
		return map[string]any{"$ref": "#/$defs/" + t.Name()}
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return map[string]any{}
		}
		return map[string]any{"type": "array", "items": w.of(t.Elem(), false)}
	case reflect.Array:
		return map[string]any{"type": "array", "items": w.of(t.Elem(), false), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": w.of(t.Elem(), false)}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	}
	panic("no schema for " + t.String()) // a kind that no document has had so far
}

// readComments reads what the source says of types and fields, by their names.
func readComments(t *testing.T, folders ...string) map[string]string {
	t.Helper()
	comments := map[string]string{}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v, %d files", folder, err, len(paths))
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.TYPE {
					for _, spec := range d.Specs {
						readType(spec.(*ast.TypeSpec), d.Doc, comments)
					}
				}
				return true
			})
		}
	}
	return comments
}

func readType(spec *ast.TypeSpec, doc *ast.CommentGroup, comments map[string]string) {
	comments[spec.Name.Name] = oneLine(doc)
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		about := oneLine(f.Comment)
		if about == "" {
			about = oneLine(f.Doc)
		}
		for _, name := range f.Names {
			comments[spec.Name.Name+"."+name.Name] = about
		}
	}
}

func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
