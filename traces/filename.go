package traces

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/pattern"
)

var (
	// lineNumber is how searches show a line next to its file, which then is not a name.
	lineNumber = pattern.Lazy(`[-:]\d+[-:]`)
	// shownLine is the same where a dash and a number are taken for a part of names.
	shownLine = pattern.Lazy(`:\d+(:|$)`)

	ending   = pattern.Lazy(`\.[\pL\pN_+~-]+$`)
	bareName = pattern.Lazy(`^([A-Z][A-Za-z]*file|[A-Z][A-Z_]+|makefile|justfile|gradlew|mvnw|Kbuild|Kconfig|SConstruct|SConscript|License|Readme)$`)
)

// File returns a path in the one spelling, and whether it looks like that of a file: its
// last part ends in a dot and letters, or is a name that files have without them, such as
// Makefile, and it is neither an address nor a line of code. The shipped program wants
// a dot, and none of the characters of code.
func (c Convention) File(name string) (file string, looks bool) {
	file = c.Path(name)
	if n := utf8.RuneCountInString(file); n < 2 || n > 200 || isAddress(file) || strings.Contains(file, "  ") {
		return file, false
	}
	code := strings.ContainsAny(file, "(){}=;#\\")
	last := lastPart(file)
	if c.Code {
		return file, !code && strings.Contains(last, ".") && !lineNumber().MatchString(file)
	}
	if code && strings.ContainsAny(file, " \t\\") || shownLine().MatchString(file) {
		return file, false
	}
	return file, ending().MatchString(last) || bareName().MatchString(lastPart(strings.TrimSpace(name)))
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func isAddress(text string) bool {
	return slices.ContainsFunc([]string{"http:", "https:", "ftp:"}, func(scheme string) bool { return strings.HasPrefix(text, scheme) })
}
