package reports

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Footnotes number the warnings of one block. The same warning keeps its
// number in every table of the block and is spelled out once, under the first.
type footnotes struct {
	list []result.Warning
	told int // how many are spelled out
}

// marks returns the numbers of the warnings, each after a blank: " ¹ ²".
func (f *footnotes) marks(warnings []result.Warning) string {
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

// tell returns the lines of the footnotes that are not spelled out yet.
func (f *footnotes) tell(safe func(string) string) []string {
	var lines []string
	for i := f.told; i < len(f.list); i++ {
		lines = append(lines, superscript(i+1)+" "+safe(f.list[i].Text)+codeOf(safe, f.list[i].Code))
	}
	f.told = len(f.list)
	return lines
}

// codeOf puts the code that programs know a finding by behind its text.
func codeOf(safe func(string) string, code string) string {
	if code == "" {
		return ""
	}
	return " (" + safe(code) + ")"
}

func superscript(n int) string {
	return strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
