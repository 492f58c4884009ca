package service

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/server/labels"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// labelFlags say what people label on a server.
type labelFlags struct{ folders []string }

func (l *labelFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&l.folders, "labels", nil, "folder of a refresh, or with a pool.jsonl, that people label and adjudicate on the page; may be given again")
}

// open reads what is labelled, nil where nothing is.
func (l *labelFlags) open() (*labels.Labels, error) {
	if len(l.folders) == 0 {
		return nil, nil
	}
	var tasks []labels.Task
	var faults []error
	for _, folder := range l.folders {
		t, err := taskIn(folder)
		if err != nil {
			faults = append(faults, fmt.Errorf("--labels: %w", err))
			continue
		}
		tasks = append(tasks, t)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	out, err := labels.New(tasks, time.Now, 0)
	if err != nil {
		return nil, fmt.Errorf("--labels: %w", err)
	}
	return out, nil
}

// taskIn returns what is labelled in a folder. Its name is the folder's.
func taskIn(folder string) (labels.Task, error) {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return labels.Task{}, err
	}
	t := labels.Task{Name: filepath.Base(whole), File: filepath.Join(folder, "pool.jsonl")}
	w, err := flags.OpenLabelFolder(folder)
	switch {
	case errors.Is(err, refresh.ErrNoRefresh):
		t.Pool, err = flags.OpenLabelPool(t.File, "")
		if errors.Is(err, fs.ErrNotExist) {
			return t, fmt.Errorf("%s holds neither a refresh nor a pool.jsonl; rankduel testset refresh start and pool make one", folder)
		}
		if err != nil {
			return t, err
		}
		t.Folder, t.Seed = flags.LabelJournals(t.File), flags.LabelSeed
	case err != nil:
		return t, err
	default:
		t.Pool, t.Folder, t.Seed, t.Scale = w.Pool, w.Journals, w.Plan.Seed, w.Scale
		t.Labellers, t.Rule, t.Table = w.Plan.Labellers, adjudicate.Rule(w.Plan.Rule), filepath.Join(folder, "adjudicated.csv")
	}
	if text, err := unpack.ReadFile(filepath.Join(folder, "guideline.md")); err == nil { // it can be done without
		t.Guideline = string(text)
	}
	return t, nil
}
