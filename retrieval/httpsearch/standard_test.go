package httpsearch

import (
	"regexp"
	"strings"
	"testing"
	"text/template"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// sample has what params hold, read from YAML or given by a program.
var sample = data{Query: `a "b" & <c>`, ID: "q1", K: 10, Params: map[string]any{
	"text": "two words", "empty": "", "none": nil, "yes": true, "n": 3, "x": 1.5, "huge": uint64(1 << 63),
	"list": []any{"a", 2, nil, []any{}}, "words": []string{"u", "v"}, "map": map[string]any{"b": 1, "a": map[string]any{"c": "d"}},
	"day": time.Date(2024, 5, 17, 0, 0, 0, 0, time.UTC),
}}

// sameAsStandard renders a body as the program does and by the standard library, and
// compares what comes out or went wrong.
func sameAsStandard(t *testing.T, text string) {
	t.Helper()
	var got, want strings.Builder
	ours, err := parseTemplates("http://engine", Settings{Body: text + " "})
	if err == nil {
		err = ours.body.Execute(&got, sample)
	}
	standard, wantErr := template.New("body").Funcs(functions()).Option("missingkey=error").Parse(text + " ")
	if wantErr == nil {
		wantErr = standard.Execute(&want, sample)
	}
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || got.String() != want.String() {
		t.Errorf("%s: %q, %v\nwant, as by text/template: %q, %v", text, got.String(), err, want.String(), wantErr)
	}
}

var bodies = []string{
	"", "plain", "{{.}}", "{{.Query}} {{.ID}} {{.K}} {{.Repeat}}", "{{json .Query}}{{jsonpart .Query}}{{printable .Query}}{{path .K}}{{urlquery .Query 1}}",
	"{{.Params.text | printf \"%s-%d\" .Query | json}}", "{{json .Params}}", "{{.Params.day}}", "{{.Params.none}} {{.Params.list}} {{.Params.x}}",
	"{{if .Params.empty}}a{{else if .Params.yes}}b{{else}}c{{end}}", "{{if and .Params.yes (gt .K 5) (not .Params.none)}}x{{end}}{{or .Params.empty .K}}",
	"{{range $i, $v := .Params.list}}{{if $i}},{{end}}{{json $v}}{{else}}none{{end}}", "{{range .Params.map}}{{.}};{{end}}{{range 3}}{{.}}{{end}}",
	"{{range .Params.list}}{{if eq . 2}}{{break}}{{else}}{{continue}}{{end}}x{{end}}", "{{with $m := .Params.map}}{{$m.a.c}}{{.b}}{{end}}{{with .Params.empty}}{{else}}e{{end}}",
	"{{$n := 1}}{{range .Params.words}}{{$n = .}}{{end}}{{$n}}", `{{define "t"}}<{{.}}>{{end}}{{template "t" .K}}{{block "u" .ID}}{{.}}{{end}}`,
	"{{len .Params.list}} {{index .Params.list 1}} {{index .Params.map \"a\" \"c\"}} {{index .Params \"other\"}} {{slice .Query 2 4}} {{html .Query}}{{js .Query}}",
	"{{eq .K 1 10}}{{ne .ID \"q1\"}}{{lt .Params.n .K}}{{le 1.5 .Params.x}}{{ge .Params.huge .K}}{{eq .Params.none nil}}",
	"{{- /* left out */ -}} {{print 1 `a` 'b' 0x1F 1e3 2i true nil}}{{println .K}}",

	"{{.Text}}", "{{.Params.other}}", "{{.Params.text.deeper}}", "{{.K 1}}", "{{json}}", "{{jsonpart .K}}", "{{len .K}}", "{{index .Params.list 9}}",
	"{{eq .K .Query}}", "{{lt .Params.map 1}}", "{{range .Query}}{{end}}{{range .Params.x}}{{end}}", "{{template \"other\"}}", "{{nil}}", "{{call .Query}}",
	"\n\n{{if}}", "{{quote .Query}}", "{{.Query", "{{end}}", "{{$x}}", "{{define \"r\"}}{{template \"r\"}}{{end}}{{template \"r\"}}",
}

// The templates of users are executed by a copy of text/template that calls no
// methods; all else is the same, the messages as well.
func TestAsStandardLibrary(t *testing.T) {
	for _, text := range bodies {
		sameAsStandard(t, text)
	}
	method, err := parseTemplates("http://engine", Settings{Body: "{{.Params.day.Year}}", Params: sample.Params})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = method.render(retrieval.Query{ID: "1", Text: "x"}, 1); err == nil || !strings.Contains(err.Error(), "body:1:9") || !strings.Contains(err.Error(), "Year") {
		t.Errorf("a method: %v, want an error that says where it is", err)
	}
}

func FuzzAsStandardLibrary(f *testing.F) {
	for _, text := range bodies {
		f.Add(text)
	}
	endless := regexp.MustCompile(`[0-9_]{3}|0[a-zA-Z]|'`) // numbers that range would go through for long
	f.Fuzz(func(t *testing.T, text string) {
		if methods := strings.Contains(text, "day"); !methods && !endless.MatchString(text) {
			sameAsStandard(t, text)
		}
	})
}
