package traces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/rankduel/rankduel/internal/plainjson"
)

// A RunSummary sums up the tasks of a run. Tasks for which something is not computable are in none of its figures.
type RunSummary struct {
	SchemaVersion string                `json:"schema_version"`
	GeneratedAt   string                `json:"generated_at"`
	EventFiles    int                   `json:"total_event_files"`
	Computable    int                   `json:"computable_tasks"`
	NoGroundTruth int                   `json:"skipped_no_ground_truth"`
	NoTrace       int                   `json:"skipped_no_trace,omitempty"`
	Unread        int                   `json:"skipped_unread_results,omitempty"`
	Unseen        int                   `json:"skipped_subagents_without_transcript,omitempty"`
	ChunkCapable  int                   `json:"chunk_capable_tasks"`
	FileLevel     FileAggregates        `json:"file_level_aggregates"`
	Utilization   UtilizationAggregates `json:"utilization_aggregates"`
	ErrorTaxonomy TaxonomyAggregates    `json:"error_taxonomy_aggregates"`
	Reading       *ReadingAggregates    `json:"reading,omitempty"`
}

// ReadingAggregates are the figures of readings over tasks, of which those without one count with their own.
type ReadingAggregates struct {
	Understanding
	WithShell *ShellAggregates `json:"with_shell,omitempty"`
}

// ShellAggregates are the figures with what was done in a shell.
type ShellAggregates struct {
	FileLevel   FileAggregates        `json:"file_level_aggregates"`
	Utilization UtilizationAggregates `json:"utilization_aggregates"`
}

// A Spread is a figure over tasks.
type Spread struct {
	Mean   float64 `json:"mean"`
	Std    float64 `json:"std"` // of a sample; 0 of one task
	Median float64 `json:"median"`
	N      int     `json:"n"`
}

// FileAggregates are the figures of files, in the order of reports. Without a
// task there are none, and their JSON is {"n_tasks": 0}.
type FileAggregates struct {
	Measures []NamedSpread
	Totals   *Totals
}

// A NamedSpread is a figure by its name in documents, such as ndcg@10.
type NamedSpread struct {
	Name string
	Spread
}

// Totals are mean sizes, to one decimal.
type Totals struct {
	Tasks       int     `json:"n_tasks"`
	Retrieved   float64 `json:"mean_retrieved"`
	GroundTruth float64 `json:"mean_ground_truth"`
	Overlap     float64 `json:"mean_overlap"`
}

// Of returns the figure of that name.
func (a FileAggregates) Of(name string) (s Spread, ok bool) {
	for _, m := range a.Measures {
		if m.Name == name {
			return m.Spread, true
		}
	}
	return Spread{}, false
}

// MarshalJSON writes {name: spread, …, "_totals": {…}}.
func (a FileAggregates) MarshalJSON() ([]byte, error) {
	if a.Totals == nil {
		return []byte(`{"n_tasks":0}`), nil
	}
	var o plainjson.Object
	for _, m := range a.Measures {
		o.Add(m.Name, m.Spread)
	}
	o.Add("_totals", a.Totals)
	return plainjson.Line(o)
}

// UnmarshalJSON reads what MarshalJSON writes, in its order.
func (a *FileAggregates) UnmarshalJSON(data []byte) error {
	*a = FileAggregates{}
	d := json.NewDecoder(bytes.NewReader(data))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.Join(errors.New("file_level_aggregates: want an object"), err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		switch name {
		case "n_tasks":
			var n json.RawMessage
			err = d.Decode(&n)
		case "_totals":
			err = d.Decode(&a.Totals)
		default:
			m := NamedSpread{Name: fmt.Sprint(name)}
			err = d.Decode(&m.Spread)
			a.Measures = append(a.Measures, m)
		}
		if err != nil {
			return fmt.Errorf("file_level_aggregates: %v: %w", name, err)
		}
	}
	return nil
}

// UtilizationAggregates are the probes over tasks; nil where no task has the
// probe, and empty as JSON where no task has any.
type UtilizationAggregates struct {
	ReadOverlap     *Spread `json:"util_read_overlap_with_relevant_files,omitempty"`
	WriteOverlap    *Spread `json:"util_write_overlap_with_relevant_files_proxy,omitempty"`
	ReferencedFiles *Spread `json:"util_referenced_file_correctness,omitempty"`
	EditOverlap     *Spread `json:"util_write_overlap_with_expected_edit_files,omitempty"`
	ReadBeforeWrite *Spread `json:"util_read_before_write_ratio,omitempty"`
	Tasks           *int    `json:"n_tasks_with_probes,omitempty"`
	EditTasks       *int    `json:"n_tasks_with_expected_edit_probe,omitempty"`
}

// TaxonomyAggregates are the counts of labels over tasks, and how many tasks are of which kind.
type TaxonomyAggregates struct {
	Irrelevant    *Spread                   `json:"irrelevant_retrieval,omitempty"`
	Missed        *Spread                   `json:"missed_key_evidence,omitempty"`
	WrongEvidence *Spread                   `json:"wrong_evidence_used,omitempty"`
	Unused        *Spread                   `json:"unused_correct_retrieval,omitempty"`
	NearMiss      *Spread                   `json:"ambiguity_near_miss,omitempty"`
	Slices        map[string]map[string]int `json:"slice_distributions,omitempty"`
}

// Of returns the place of a label.
func (a *TaxonomyAggregates) Of(label string) **Spread {
	return map[string]**Spread{
		Irrelevant: &a.Irrelevant, Missed: &a.Missed, WrongEvidence: &a.WrongEvidence, Unused: &a.Unused, NearMiss: &a.NearMiss,
	}[label]
}

// ReadSummary reads the summary of a run.
func ReadSummary(path string) (*RunSummary, error) {
	s := &RunSummary{}
	if err := readJSON(path, "summary of a run", s); err != nil {
		return nil, err
	}
	if err := checkVersion(s.SchemaVersion); err != nil {
		return nil, fmt.Errorf("%s: no summary of a run: %w", path, err)
	}
	return s, nil
}

// ReadMetrics reads the figures of a task.
func ReadMetrics(path string) (*TaskMetrics, error) {
	m := &TaskMetrics{}
	if err := readJSON(path, "figures of a task", m); err != nil {
		return nil, err
	}
	if err := checkVersion(m.SchemaVersion); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if m.Provenance.TaskName == "" || m.Provenance.ConfigName == "" {
		return nil, fmt.Errorf("%s: provenance names no task and configuration", path)
	}
	return m, nil
}

func readJSON(path, what string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), into); err != nil {
		return fmt.Errorf("%s: no %s: %w", path, what, err)
	}
	return nil
}
