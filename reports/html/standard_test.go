package html

import (
	"html/template"
	"reflect"
	"strings"
	"testing"
)

// hostile has what ends a text, an attribute, a tag, a style sheet or a script, and an
// action that must stay text.
const hostile = `"><script>alert(1)</script></style></title>' onload=x javascript:{{.Title}} &amp;+` + "`\x00\u2028"

// fill gives each text of v a hostile value, each list two elements and each pointer
// something to point to. Ids of articles and figures, which are our own, stay plain.
func fill(v reflect.Value, yes bool) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(hostile)
	case reflect.Bool:
		v.SetBool(yes)
	case reflect.Int:
		v.SetInt(1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), yes)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), yes)
	case reflect.Struct:
		for field, f := range v.Fields() {
			own := field.Name == "ID" && (v.Type() == reflect.TypeFor[pairView]() || v.Type() == reflect.TypeFor[figure]())
			switch drawn := field.Type == reflect.TypeFor[template.HTML]() || field.Type == reflect.TypeFor[template.CSS](); {
			case own || drawn:
				f.SetString("ours")
			case f.CanSet() || field.Anonymous:
				fill(f, yes)
			}
		}
	}
}

// TestAsStandardLibrary writes pages full of hostile texts and empty pages, and
// compares them with what the standard library makes of the same templates: the one
// that is linked is a copy of it that calls no methods.
func TestAsStandardLibrary(t *testing.T) {
	for name, page := range map[string]any{"page.html": &page{}, "sweep.html": &sweepPage{}, "evaluation.html": &evaluationPage{}, "review.html": &reviewPage{}} {
		for _, variant := range []string{"empty", "filled", "filled, all true"} {
			if variant != "empty" {
				fill(reflect.ValueOf(page).Elem(), variant == "filled, all true")
			}
			standard, err := template.New(name).Funcs(functions).ParseFS(templates, "parts.html", name)
			if err != nil {
				t.Fatal(err)
			}
			var got, want strings.Builder
			if err := standard.Execute(&want, page); err != nil {
				t.Fatal(err)
			}
			if err := execute(&got, name, page); err != nil {
				t.Fatal(err)
			}
			if got.String() != want.String() {
				t.Errorf("%s, %s:\n%s\nwant, as by html/template:\n%s", name, variant, got.String(), want.String())
			}
			if filled := variant != "empty"; strings.Contains(got.String(), "alert(1)") != filled || strings.Contains(got.String(), "<script") {
				t.Errorf("%s, %s: no hostile text is in it, or a script:\n%s", name, variant, got.String())
			}
		}
	}
}
