package groundtruth

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// Heads of a patch, with the file as it is or as git quotes it.
var (
	afterChange  = pattern.Lazy(`(?m)^(?:diff --git a/.+ b/|\+{3} b/)(.+)$|^(?:diff --git .+ |\+{3} )("b/.+")\s*$`)
	beforeChange = pattern.Lazy(`(?m)^--- a/(.+)$|^--- ("a/.+")\s*$`)
)

// patched returns the files of a patch, or of one within a script: those that there
// are afterwards, then those that there were before.
func (t *task) patched(text string) []string {
	var files []string
	for _, heads := range []func() *regexp.Regexp{afterChange, beforeChange} {
		for _, m := range heads().FindAllStringSubmatch(text, -1) {
			if path := t.patchedFile(m[1], m[2]); path != "" && path != "/dev/null" {
				files = append(files, path)
			}
		}
	}
	return files
}

// patchedFile returns the file of a head. Behind a tab diff writes a time, and git quotes names outside of
// ASCII; the shipped program takes the one into the name, and does not see the other.
func (t *task) patchedFile(plain, quoted string) string {
	if t.convention.Code {
		return strings.TrimSpace(plain)
	}
	if quoted != "" {
		name, err := strconv.Unquote(quoted) // octal escapes are those of C and of Go
		if err != nil {
			return ""
		}
		return name[len("b/"):]
	}
	name, _, _ := strings.Cut(plain, "\t")
	return strings.TrimSpace(name)
}

// Paths as scripts and instructions mention them: below one of the usual folders,
// then anything with a slash and an ending.
var mentions = []func() *regexp.Regexp{
	pattern.Lazy("(?m)(?:^|[\\s`\"'])((?:src|lib|pkg|app|cmd|internal|test|tests|scripts|config|docs|benchmarks)/[a-zA-Z0-9_/.-]+\\.[a-zA-Z]{1,10})(?:[\\s`\"':]|$)"),
	pattern.Lazy("(?m)(?:^|[\\s`\"'])([a-zA-Z0-9_][a-zA-Z0-9_/.-]+/[a-zA-Z0-9_.-]+\\.[a-zA-Z]{1,10})(?:[\\s`\"':#,]|$)"),
}

// mentioned returns the paths that a text mentions, without those of the machine.
func mentioned(text string) []string {
	var files []string
	for _, mention := range mentions {
		for _, m := range mention().FindAllStringSubmatch(text, -1) {
			path := strings.Trim(strings.TrimSpace(m[1]), "'\"`)(")
			if !elsewhere(path) {
				files = append(files, path)
			}
		}
	}
	return files
}

// elsewhere tells whether a path is not of the repository.
func elsewhere(path string) bool {
	for _, prefix := range []string{"http", "/usr/", "/bin/", "/tmp/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return strings.Contains(path, "node_modules") || strings.Contains(path, ".lock")
}
