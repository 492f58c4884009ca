package html

import (
	"slices"
	"unicode"
	"unicode/utf8"

	template "github.com/DataDog/datadog-agent/pkg/template/html"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// A frame is what all pages have around what they show.
type frame struct {
	Title     string
	Policy    string
	Style     template.CSS
	TestSet   string
	Queries   int
	Command   string
	Version   string
	Glossary  []entry
	Explorer  bool
	NoText    bool
	Shortened []string // what was left out of the lists to keep the file small, or is next to it
	Snippets  bool
}

type entry struct{ Word, Meaning string }

func newFrame(title string, set result.TestSetInfo, d *reports.Data, o Options, data *encoded) frame {
	style := styleOf(set.SHA256)
	f := frame{
		Title: title, Policy: policy(style, data != nil && data.beside), Style: template.CSS(style),
		TestSet: document.Printable(testSetLabel(set)), Queries: set.Queries,
		Command: d.Command, Version: d.Version, NoText: o.NoText, Explorer: data != nil,
	}
	if data != nil {
		f.Shortened, f.Snippets = data.notes, data.snippets
	}
	return f
}

func testSetLabel(set result.TestSetInfo) string {
	label := set.Name
	if set.Version != "" {
		label += " " + set.Version
	}
	if len(set.SHA256) > 8 {
		label += " " + set.SHA256[:8]
	}
	return label
}

var functions = template.FuncMap{
	"cut":  func(s string) string { return cut(s, 200) },
	"add1": func(i int) int { return i + 1 },
	"sign": func(s result.Severity) string {
		return map[result.Severity]string{result.SeverityFault: "!!", result.SeverityWarning: "!", result.SeverityNote: "·"}[s]
	},
	"printable":  document.Printable,
	"score":      func(v float64) string { return document.Score(&v) },
	"signed":     func(v float64) string { return document.Signed(&v) },
	"won":        func(better int, difference float64) bool { return float64(better)*difference > 0 },
	"weightiest": reports.WeightiestFirst,
	"move":       move,
	"capital": func(s string) string {
		if s == "" {
			return s
		}
		first, size := utf8.DecodeRuneInString(s)
		return string(unicode.ToUpper(first)) + s[size:]
	},
}

// glossary explains words, each once.
func glossary(words []string, o Options) []entry {
	if o.Glossary == nil {
		return nil
	}
	var list []entry
	for _, word := range words {
		known := slices.ContainsFunc(list, func(e entry) bool { return e.Word == word })
		if meaning := o.Glossary(word); meaning != "" && !known {
			list = append(list, entry{word, meaning})
		}
	}
	return list
}
