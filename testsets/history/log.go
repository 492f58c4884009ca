package history

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// logSchema names the JSON document of a Log.
const logSchema = "rankduel/testset-log/v1"

// A Log is the versions of test sets in a folder, each after the one it was made from.
type Log struct {
	Schema   string   `json:"schema"`
	Folder   string   `json:"folder"`
	Versions []Entry  `json:"versions"`
	Broken   []string `json:"broken"` // links that do not hold, in words
	Unread   []Unread `json:"unread"` // files that are no test sets, or have faults
}

// An Entry is one version.
type Entry struct {
	Version
	Family  string           `json:"set"` // the name without the version
	Created string           `json:"created,omitempty"`
	HeldOut int              `json:"heldout_queries"`
	Parent  *testsets.Parent `json:"parent"`
	Link    Link             `json:"link"`
	Added   int              `json:"added"` // against the parent, where it is there
	Gone    int              `json:"removed"`
	Changed int              `json:"changed"` // kept queries that say something else
}

// An Unread is a file that could not be read as a set.
type Unread struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// ReadLog reads the sets of a folder. With a set, only those are kept that have its name, or stand in a chain with it.
func ReadLog(folder string, of *testsets.TestSet) (*Log, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	log := &Log{Schema: logSchema, Folder: folder, Versions: []Entry{}, Broken: []string{}, Unread: []Unread{}}
	var sets []*version
	for _, e := range entries {
		if e.IsDir() || !testsets.IsFileName(e.Name()) || isBeside(e.Name()) {
			continue
		}
		path := filepath.Join(folder, e.Name())
		set, err := testsets.Load(path)
		if err != nil {
			text, _, _ := strings.Cut(err.Error(), "\n")
			log.Unread = append(log.Unread, Unread{File: path, Error: text})
			continue
		}
		sets = append(sets, &version{set: set, sha256: set.SHA256()})
	}
	if of != nil {
		sets = related(sets, of)
	}
	log.follow(sets)
	return log, nil
}

// isBeside tells the files that are kept next to a set, which are none.
func isBeside(name string) bool {
	return strings.HasSuffix(name, ".looks.jsonl") || strings.HasSuffix(name, ".provenance.jsonl")
}

// A version is a set of a log with its parent, as far as that is there.
type version struct {
	set    *testsets.TestSet
	sha256 string
	parent *version
	link   Link
}

// family returns the name of a set without its version, which files often end in.
func family(t *testsets.TestSet) string {
	for _, separator := range []string{"_", "-"} {
		if name, ok := strings.CutSuffix(t.Name, separator+t.Version); ok && t.Version != "" {
			return name
		}
	}
	return t.Name
}

// related returns the sets of the same family and whatever is linked to one of them.
func related(sets []*version, of *testsets.TestSet) []*version {
	in := map[*version]bool{}
	hashes := map[string]bool{of.SHA256(): true}
	for more := true; more; {
		more = false
		for _, v := range sets {
			p := v.set.Parent
			if in[v] || family(v.set) != family(of) && !hashes[v.sha256] && (p == nil || !hashes[p.SHA256]) {
				continue
			}
			in[v], more = true, true
			hashes[v.sha256] = true
			if p != nil {
				hashes[p.SHA256] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(sets), func(v *version) bool { return !in[v] })
}

// follow links the versions and orders them.
func (l *Log) follow(sets []*version) {
	byHash := map[string]*version{}
	for _, v := range sets {
		if other := byHash[v.sha256]; other == nil {
			byHash[v.sha256] = v
		}
	}
	for _, v := range sets {
		v.link = First
		if p := v.set.Parent; p != nil {
			v.parent = byHash[p.SHA256]
			v.link = l.check(v, p, sets)
		}
	}
	l.twice(sets)
	ordered.Stable(sets, func(a, b *version) int {
		return cmp.Or(cmp.Compare(family(a.set), family(b.set)), cmp.Compare(a.depth(), b.depth()), cmp.Compare(a.set.Created, b.set.Created), compareVersions(a.set.Version, b.set.Version))
	})
	for _, v := range sets {
		l.Versions = append(l.Versions, v.entry())
	}
}

// check says whether the parent is there, and what is wrong where it is not.
func (l *Log) check(v *version, p *testsets.Parent, sets []*version) Link {
	if v.parent != nil {
		if v.parent.set.Version != p.Version {
			l.Broken = append(l.Broken, fmt.Sprintf("%s names its parent %s, and that content is version %s in %s", v.set.File, p.Version, v.parent.set.Version, v.parent.set.File))
		}
		return Whole
	}
	for _, other := range sets {
		if other != v && other.set.Version == p.Version && family(other.set) == family(v.set) {
			l.Broken = append(l.Broken, fmt.Sprintf("%s was made from %s with sha256 %.12s, and %s has %.12s: it was changed since; restore it from version control",
				v.set.File, p.Version, p.SHA256, other.set.File, other.sha256))
			return Changed
		}
	}
	l.Broken = append(l.Broken, fmt.Sprintf("%s was made from %s with sha256 %.12s, which is not here", v.set.File, p.Version, p.SHA256))
	return Other
}

// twice names versions that two files have with different content.
func (l *Log) twice(sets []*version) {
	first := map[string]*version{}
	for _, v := range sets {
		key := family(v.set) + "@" + v.set.Version
		if v.set.Version == "" {
			continue
		}
		if other := first[key]; other == nil {
			first[key] = v
		} else if other.sha256 != v.sha256 {
			l.Broken = append(l.Broken, fmt.Sprintf("%s and %s are both version %s, with different content; give one another version", other.set.File, v.set.File, v.set.Version))
		}
	}
}

// depth returns how many versions a version is from the first; chains that go in
// circles, which hashes do not allow, end.
func (v *version) depth() int {
	n := 0
	for p := v.parent; p != nil && p != v && n < 10_000; p = p.parent {
		n++
	}
	return n
}

func (v *version) entry() Entry {
	e := Entry{Version: versionOf(v.set), Family: family(v.set), Created: v.set.Created, Parent: v.set.Parent, Link: v.link, HeldOut: v.set.Counts().HeldOut}
	if v.parent == nil {
		return e
	}
	d := Compare(v.parent.set, v.set)
	e.Added, e.Gone = len(d.Added), len(d.Gone)
	changed := map[string]bool{}
	for _, c := range slices.Concat(d.Reword, d.Retype, d.Split, d.Other) {
		changed[c.QueryID] = true
	}
	for _, c := range slices.Concat(d.Grades, d.Judged, d.Lost) {
		changed[c.QueryID] = true
	}
	e.Changed = len(changed)
	return e
}
