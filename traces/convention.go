package traces

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/pattern"
)

// The names of the two conventions, which are those of the profiles that score what was read.
const (
	ProfileCSB     = "csb"      // as the specification says
	profileCSBCode = "csb-code" // as the shipped program does where it leaves its specification
)

// Profiles lists the names of the conventions, the default one first.
func Profiles() []string { return []string{ProfileCSB, profileCSBCode} }

// A Convention is how traces are read, where the specification and the program that was shipped with it part ways:
// paths, categories of tools, running totals, confidence, what is null. The zero value is the specification's.
type Convention struct {
	// Code follows the shipped program.
	Code bool

	// Strip are prefixes of paths to take off besides those of the specification,
	// such as /app/ where tasks were run there.
	Strip []string
}

// ConventionOf returns the convention of a profile, csb if it is empty.
func ConventionOf(profile string) (Convention, error) {
	switch profile {
	case "", ProfileCSB:
		return Convention{}, nil
	case profileCSBCode:
		return Convention{Code: true}, nil
	}
	return Convention{}, fmt.Errorf("profile %q reads no traces: want one of %q", profile, Profiles())
}

// Profile returns the name of the convention.
func (c Convention) Profile() string {
	if c.Code {
		return profileCSBCode
	}
	return ProfileCSB
}

// roots are where containers hold the repository.
var roots = []string{"/workspace/", "/repo_full/", "/testbed/"}

// Path returns the one spelling of a path that files are matched by: blanks around it, dots and slashes that lead
// nowhere, the place of the repository in its container, a diff's a/ or b/ and slashes at the ends are taken off, and
// the rest is in lower case. The shipped program knows /workspace/ alone, and leaves dots.
func (c Convention) Path(name string) string {
	name = strings.TrimSpace(name)
	known := roots
	if c.Code {
		known = roots[:1]
	} else {
		name = tidy(name)
	}
	for _, prefix := range c.Strip {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			name = rest
			break
		}
	}
	for _, root := range known {
		name = strings.TrimPrefix(name, root)
	}
	for _, root := range known {
		name = strings.TrimPrefix(name, root[1:])
	}
	if strings.HasPrefix(name, "a/") || strings.HasPrefix(name, "b/") {
		name = name[2:]
	}
	return strings.ToLower(strings.Trim(name, "/"))
}

// tidy takes ./, // and folder/.. out of a path; a slash at its end stays.
func tidy(name string) string {
	if !strings.Contains(name, "/.") && !strings.Contains(name, "./") && !strings.Contains(name, "//") {
		return name
	}
	clean := path.Clean(name)
	if clean == "." {
		return ""
	}
	if strings.HasSuffix(name, "/") {
		clean += "/"
	}
	return clean
}

// Key returns what all spellings of a path share: files are matched by it. Documents have paths as Path
// left them, and the ground truth next to them as tasks write it; of a/b/x.go, or A/x.go, Path leaves what
// it would take off again. The shipped program does so.
func (c Convention) Key(path string) string {
	for {
		key := c.Path(path)
		if key == path || c.Code {
			return key
		}
		path = key
	}
}

var (
	// lineNumber is how searches show a line next to its file, which then is not a name.
	lineNumber = pattern.Lazy(`[-:]\d+[-:]`)
	// shownLine is the same where a dash and a number are taken for a part of names.
	shownLine = pattern.Lazy(`:\d+(:|$)`)

	ending   = pattern.Lazy(`\.[\pL\pN_+~-]+$`)
	bareName = pattern.Lazy(`^([A-Z][A-Za-z]*file|[A-Z][A-Z_]+|makefile|justfile|gradlew|mvnw|Kbuild|Kconfig|SConstruct|SConscript|License|Readme)$`)
)

// File returns a path in the one spelling, and whether it looks like that of a file: its last part ends in
// a dot and letters, or is a name that files have without them, such as Makefile, and it is neither an
// address nor a line of code. The shipped program wants a dot, and none of the characters of code.
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
