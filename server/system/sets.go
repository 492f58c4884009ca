package system

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/testsets"
)

// Sets are the test sets that may be asked for by name: that of the experiment,
// and those in the folder testsets next to its file. No name leads anywhere else.
type Sets struct {
	dir string // of the experiment
	own string // as the experiment names its set
}

// A Named set is one that was found, or what keeps it from being read.
type Named struct {
	Set *testsets.TestSet
	Err error
}

// All reads the sets, that of the experiment first. A file that is not a set comes with its error.
func (s Sets) All() []Named {
	own, err := s.Own()
	list := []Named{{own, err}}
	folder := filepath.Join(s.dir, judgments.TestSetsDir)
	for _, path := range s.files(folder) {
		set, err := testsets.Load(path)
		if err == nil && own != nil && set.SHA256() == own.SHA256() && set.Name == own.Name {
			continue
		}
		list = append(list, Named{set, told(filepath.Base(path), err)})
	}
	return list
}

// told returns what is wrong with a file, for clients: where the server keeps it is not for them.
func told(name string, err error) error {
	var faults testsets.Errors
	var file *fs.PathError
	switch {
	case errors.As(err, &faults):
		faults = slices.Clone(faults)
		for i := range faults {
			faults[i].File = filepath.Base(faults[i].File)
		}
		return faults
	case errors.Is(err, testsets.ErrNotFound):
		return fmt.Errorf("%s: %w", name, testsets.ErrNotFound)
	case errors.As(err, &file):
		return fmt.Errorf("%s: %w", name, file.Err)
	}
	return err
}

// Own reads the set of the experiment as it is now, for clients.
func (s Sets) Own() (*testsets.TestSet, error) {
	set, err := s.ownSet()
	return set, told(filepath.Base(s.own), err)
}

// ownSet reads the set of the experiment, as it is now.
func (s Sets) ownSet() (*testsets.TestSet, error) { return judgments.OpenTestSet(s.dir, s.own) }

func (s Sets) files(folder string) []string {
	entries, _ := os.ReadDir(folder) // there need not be one
	var paths []string
	for _, e := range entries {
		if testsets.IsFileName(e.Name()) && !e.IsDir() {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths
}

// Open returns the set of a name, or name@version. It is looked for among what
// the sets say of themselves: the text that was asked for never becomes a path.
func (s Sets) Open(ref string) (*testsets.TestSet, error) {
	var found []*testsets.TestSet
	for _, n := range s.All() {
		if n.Set != nil && (ref == n.Set.Name || ref == n.Set.Label()) {
			found = append(found, n.Set)
		}
	}
	switch len(found) {
	case 0:
		return nil, &AskError{fmt.Errorf("test set %q: %w", ref, testsets.ErrNotFound)}
	case 1:
		return found[0], nil
	}
	return nil, &AskError{errors.New("several test sets are called so; ask for NAME@VERSION")}
}

// mostName bounds names and versions of sets that are sent: lists show them, and a longer one could not be asked for.
const mostName = 140

// ReadSent reads a set that a client sent, and refuses one that is larger than the server takes.
func ReadSent(name string, body []byte, sent testsets.Sent) (*testsets.TestSet, error) {
	set, err := testsets.ParseSent(name, body, sent)
	var beyond *testsets.LimitError
	switch {
	case errors.As(err, &beyond):
		return nil, &AskError{fmt.Errorf("the test set has %d queries, and this server takes %d; send a part of it, or have `rankduel run` evaluate it", beyond.Queries, beyond.Most)}
	case err != nil:
		return nil, err
	}
	return set, checkLabel(set)
}

// checkLabel refuses names that lists cannot show or stores cannot keep.
func checkLabel(set *testsets.TestSet) error {
	if n := max(len(set.Name), len(set.Version)); n > mostName {
		return &AskError{fmt.Errorf("the test set's name or version has %d bytes, and this server takes %d; give it a shorter one", n, mostName)}
	}
	if strings.ContainsRune(set.Label(), 0) {
		return &AskError{fmt.Errorf("the test set's name or version %q has a NUL byte, and not every store keeps one; give it another", set.Label())}
	}
	return nil
}
