package document

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Footnotes number the warnings of one block. The same warning keeps its
// number in every table of the block and is spelled out once, under the first.
type Footnotes struct {
	list []result.Warning
	told int // how many are spelled out
}

// Marks returns the numbers of the warnings, each after a blank: " ¹ ²".
func (f *Footnotes) Marks(warnings []result.Warning) string {
	var b strings.Builder
	for _, w := range warnings {
		i := slices.Index(f.list, w)
		if i < 0 {
			i = len(f.list)
			f.list = append(f.list, w)
		}
		b.WriteString(" " + superscript(i+1))
	}
	return b.String()
}

// Tell returns the lines of the footnotes that are not spelled out yet.
func (f *Footnotes) Tell(safe func(string) string) []string {
	var lines []string
	for i := f.told; i < len(f.list); i++ {
		lines = append(lines, superscript(i+1)+" "+safe(f.list[i].Text)+CodeOf(safe, f.list[i].Code))
	}
	f.told = len(f.list)
	return lines
}

// CodeOf puts the code that programs know a finding by behind its text.
func CodeOf(safe func(string) string, code string) string {
	if code == "" {
		return ""
	}
	return " (" + safe(code) + ")"
}

func superscript(n int) string {
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}

// Letters name the systems by their places, and stand behind the means of those
// that are better. There is no superscript q.
var Letters = []rune("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")

// PlainLetters are the same, not raised.
const PlainLetters = "abcdefghijklmnoprstuvwxyz"
