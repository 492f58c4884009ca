package refresh

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

func (w *Workflow) target(asked string) string {
	if asked != "" {
		return asked
	}
	old := withoutEnding(w.setPath())
	return filepath.Join(filepath.Dir(old), renamed(filepath.Base(old), w.Plan.From.Version, w.Plan.To)+".yaml")
}

// renamed puts one version in place of another at the end of a name.
func renamed(name, from, to string) string {
	for _, between := range []string{"_", "-", "@"} {
		if stem, ok := strings.CutSuffix(name, between+from); ok {
			return stem + between + to
		}
	}
	return name + "_" + to
}

// changelogPath returns the file next to a set that says what every version changed.
func changelogPath(set string, from SetRef) string {
	base := withoutEnding(set)
	name := filepath.Base(base)
	if next := renamed(name, from.Version, ""); next != name+"_" {
		name = next[:len(next)-1]
	}
	return filepath.Join(filepath.Dir(base), name+".CHANGELOG.md")
}

const provenanceEnding = ".provenance.jsonl"

func provenancePath(set string) string { return withoutEnding(set) + provenanceEnding }

func withoutEnding(path string) string {
	for _, ending := range []string{".gz", ".zst", ".yaml", ".yml", ".json", ".jsonl", ".ndjson"} {
		path = strings.TrimSuffix(path, ending)
	}
	return path
}

var counted = pattern.Lazy(`^(.*?)(\d{1,9})$`)

// next returns the version after one that ends in a number: v1, v2. After any other no one knows.
func next(version string) string {
	m := counted().FindStringSubmatch(version)
	if m == nil {
		return ""
	}
	n, err := strconv.Atoi(m[2])
	if err != nil {
		return ""
	}
	return m[1] + strconv.Itoa(n+1)
}

// relative returns a file's path from a folder, so that both can be moved together.
func relative(dir, file string) (string, error) {
	base, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(base, abs)
	if err != nil {
		return abs, nil //nolint:nilerr // on another drive the whole path has to do
	}
	return filepath.ToSlash(rel), nil
}
