package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"slices"
	"strings"
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
	Origin    []string
	Command   string
	Version   string
	Glossary  []entry
	Explorer  bool
	NoText    bool
	Shortened []string // what was left out of the lists to keep the file small, or is next to it
	Snippets  bool
}

type entry struct{ Word, Meaning string }

func newFrame(title string, set result.TestSetInfo, origin []string, d *reports.Data, o Options, data *encoded) frame {
	style := styleOf(set.SHA256)
	f := frame{
		Title: title, Policy: policy(style, data != nil && data.beside), Style: template.CSS(style),
		TestSet: document.Printable(testSetLabel(set)), Queries: set.Queries,
		Origin: origin, Command: d.Command, Version: d.Version, NoText: o.NoText, Explorer: data != nil,
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

// isolated returns a name, already printable, that is next to signs and numbers in
// a line: one that is written from right to left would take these with it, and
// "baseline → candidate" would read as candidate → baseline. Marks around it keep
// its direction to itself; other names have none.
func isolated(name string) string {
	for _, r := range name {
		if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam) {
			return "\u2068" + name + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return name
}

//go:embed page.css
var style string

// script is the bundle that `make web` builds from web/.
//
//go:embed web/dist/explorer.js
var script string

// styleOf returns the style sheet with what is at the foot of every printed page:
// of a sheet that is found alone it says what it belongs to.
func styleOf(testSet string) string {
	hexadecimal := func(r rune) rune {
		if strings.ContainsRune("0123456789abcdef", r) {
			return r
		}
		return -1 // it is in quotes
	}
	short := strings.Map(hexadecimal, testSet)
	return style + `@page{@bottom-left{content:"rankduel · test set ` + short[:min(8, len(short))] +
		`";font:9px sans-serif}@bottom-right{content:counter(page) " / " counter(pages);font:9px sans-serif}}` + "\n"
}

// policy allows the script and the style sheet of the page by their hashes, and
// nothing else: no request leaves it.
func policy(style string, beside bool) string {
	self := ""
	if beside { // the scripts of the folder next to the page
		self = " 'self'"
	}
	return "default-src 'none'; script-src " + hashOf(script) + self + "; style-src " + hashOf(style) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
