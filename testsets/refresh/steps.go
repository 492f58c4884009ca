package refresh

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/unpack"
)

// record puts a step into the plan, in place of the last time that it was done, and writes the plan.
func (w *Workflow) record(s Step) error {
	i := slices.IndexFunc(w.Plan.Steps, func(t Step) bool { return t.Name == s.Name })
	if i < 0 {
		w.Plan.Steps = append(w.Plan.Steps, s)
	} else {
		w.Plan.Steps[i] = s
	}
	return w.savePlan()
}

// step returns what was written of a step, nil when it was not done.
func (w *Workflow) step(name string) *Step {
	for i := range w.Plan.Steps {
		if w.Plan.Steps[i].Name == name {
			return &w.Plan.Steps[i]
		}
	}
	return nil
}

// hashes returns those of files of the refresh, by name; files that are not there have none.
func (w *Workflow) hashes(names ...string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range names {
		data, err := unpack.ReadFile(w.path(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[name] = hashOf(data)
	}
	return out, nil
}

// staleness says which file is not what a step read or wrote, "" when all are.
// What is outside of the folder, the log and run files, may be gone.
func (w *Workflow) staleness(name string) (string, error) {
	step := w.step(name)
	if step == nil {
		return "it was not done yet", nil
	}
	for _, part := range []struct {
		what  string
		files map[string]string
	}{{"read", step.Read}, {"wrote", step.Wrote}} {
		what, files := part.what, part.files
		names := slices.Sorted(maps.Keys(files))
		now, err := w.hashes(names...)
		if err != nil {
			return "", err
		}
		for _, file := range names {
			got, there := now[file]
			switch {
			case strings.HasPrefix(file, "run "):
			case !there:
				return fmt.Sprintf("%s, which it %s, is gone", file, what), nil
			case got != files[file]:
				return fmt.Sprintf("%s, which it %s, was changed since", file, what), nil
			}
		}
	}
	return "", nil
}
