package labels

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
)

// A Task is a pool that people label.
type Task struct {
	Name      string // that people know it by
	Pool      *label.Pool
	File      string // of the pool
	Folder    string // of the journals
	Seed      uint64 // of the orders
	Scale     testsets.Scale
	Guideline string

	// Labellers are who labels; nil lets everybody, and then nothing is adjudicated.
	Labellers []string
	Rule      adjudicate.Rule
	Table     string // of what was decided
}

// labelling returns the settings of a person's session.
func (t *Task) labelling(person string, now func() time.Time) label.Settings {
	return label.Settings{Person: person, Seed: t.Seed, Scale: t.Scale, Mode: "server", Now: now, Remade: true}
}

func (t *Task) adjudication(now func() time.Time) adjudicate.Settings {
	return adjudicate.Settings{
		Labellers: t.Labellers, Rule: t.Rule, Scale: t.Scale, Now: now,
		Save: func(table []byte) error { return outfile.Write(t.Table, table) },
	}
}

func (t *Task) adjudicated() bool { return t.Labellers != nil }

// labels tells whether someone is a labeller of this task.
func (t *Task) labels(person string) bool {
	return t.Labellers == nil || slices.Contains(t.Labellers, person)
}

// people returns who labels, or who did where everybody may.
func (t *Task) people() ([]string, error) {
	if t.Labellers != nil {
		return t.Labellers, nil
	}
	entries, err := os.ReadDir(t.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, e := range entries {
		if person, ok := strings.CutSuffix(e.Name(), ".jsonl"); ok && label.CheckName(person) == nil {
			out = append(out, person)
		}
	}
	return out, err
}

// A stamp tells whether files are as they were.
type stamp string

func stampOf(files ...string) stamp {
	var b strings.Builder
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			fmt.Fprintln(&b, errors.Is(err, fs.ErrNotExist))
			continue
		}
		fmt.Fprintln(&b, info.Size(), info.ModTime().UnixNano())
	}
	return stamp(b.String())
}

func (t *Task) journals() []string {
	return ordered.Each(t.Labellers, func(person string) string { return label.File(t.Folder, person) })
}
