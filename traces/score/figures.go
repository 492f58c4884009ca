package score

import (
	"errors"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/traces"
)

// Figures returns those of all tasks below folders: every document is measured, and
// where there are figures without their document these are taken. An execution
// counts once; notes say which files are left out for that. It reports every file
// that cannot be read.
func Figures(dirs []string, o Options) (tasks []*traces.TaskMetrics, notes []string, err error) {
	seen := traces.Seen{}
	var errs []error
	for _, dir := range dirs {
		paths, err := sourcesOf(dir)
		if err != nil {
			errs = append(errs, err)
		}
		for _, path := range paths {
			t, err := taskOf(path, o)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			if note, again := seen.Again(path, t.Provenance); again {
				notes = append(notes, note)
				continue
			}
			tasks = append(tasks, t)
		}
	}
	return tasks, notes, errors.Join(errs...)
}

// sourcesOf returns the documents below a folder, and the figures that have none.
func sourcesOf(dir string) ([]string, error) {
	documents, err := traces.Files(dir, traces.EventsEnding)
	if err != nil {
		return nil, err
	}
	figures, err := traces.Files(dir, traces.MetricsEnding)
	if err != nil {
		return nil, err
	}
	measured := make(map[string]bool, len(documents))
	for _, path := range documents {
		measured[strings.TrimSuffix(path, traces.EventsEnding)] = true
	}
	return slices.Concat(documents, slices.DeleteFunc(figures, func(path string) bool {
		return measured[strings.TrimSuffix(path, traces.MetricsEnding)]
	})), nil
}

func taskOf(path string, o Options) (*traces.TaskMetrics, error) {
	if strings.HasSuffix(path, traces.MetricsEnding) {
		return traces.ReadMetrics(path)
	}
	d, err := traces.ReadDocument(path)
	if err != nil {
		return nil, err
	}
	return Task(d, o)
}
