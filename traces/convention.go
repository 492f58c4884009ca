package traces

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/pattern"
)

// The names of the two conventions, which are those of the profiles that score
// what was read.
const (
	ProfileCSB     = "csb"      // as the specification says
	profileCSBCode = "csb-code" // as the shipped program does where it leaves its specification
)

// Profiles lists the names of the conventions, the default one first.
func Profiles() []string { return []string{ProfileCSB, profileCSBCode} }

// A Convention is how traces are read, where the specification and the program
// that was shipped with it part ways: paths, categories of tools, running
// totals, confidence, what is null. The zero value is the specification's.
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

// Path returns the one spelling of a path that files are matched by: blanks around it,
// the place of the repository in its container, a diff's a/ or b/ and slashes at
// the ends are taken off, and the rest is in lower case. The shipped program
// knows /workspace/ alone.
func (c Convention) Path(path string) string {
	path = strings.TrimSpace(path)
	for _, prefix := range c.Strip {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			path = rest
			break
		}
	}
	known := roots
	if c.Code {
		known = roots[:1]
	}
	for _, root := range known {
		path = strings.TrimPrefix(path, root)
	}
	path = strings.TrimPrefix(path, "workspace/")
	if strings.HasPrefix(path, "a/") || strings.HasPrefix(path, "b/") {
		path = path[2:]
	}
	return strings.ToLower(strings.Trim(path, "/"))
}

// Key returns what all spellings of a path share: files are matched by it. Documents
// have paths as Path left them, and the ground truth next to them as tasks write
// it; of a/b/x.go, or A/x.go, Path leaves what it would take off again. The
// shipped program does so.
func (c Convention) Key(path string) string {
	for {
		key := c.Path(path)
		if key == path || c.Code {
			return key
		}
		path = key
	}
}

// lineNumber is how searches show a line next to its file, which then is not a name.
var lineNumber = pattern.Lazy(`[-:]\d+[-:]`)

// LooksLikeFile tells whether a normalized path may name a file: its last part
// has a dot, and it is neither an address nor a line of code.
func LooksLikeFile(path string) bool {
	if n := utf8.RuneCountInString(path); n < 2 || n > 200 {
		return false
	}
	for _, scheme := range []string{"http:", "https:", "ftp:"} {
		if strings.HasPrefix(path, scheme) {
			return false
		}
	}
	if !strings.Contains(path[strings.LastIndexByte(path, '/')+1:], ".") {
		return false
	}
	return !strings.ContainsAny(path, "(){}=;#\\") && !strings.Contains(path, "  ") && !lineNumber().MatchString(path)
}
