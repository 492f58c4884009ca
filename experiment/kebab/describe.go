package kebab

import (
	"encoding/json"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// Listed returns what a list says of a run: nothing of its rows is read.
func Listed(run result.KebabRun) result.KebabDescription {
	d := result.KebabDescription{
		RunID: run.ID, Suite: run.Suite, CommitHash: run.CommitHash, CreatedAt: run.CreatedAt,
		Config: document(run.Config), Aggregate: json.RawMessage("null"),
		Rows: result.KebabRowCounts{Queries: run.Queries}, Settings: settings(run.Config),
	}
	if run.Aggregated() {
		d.Aggregate = document(run.Aggregate)
		a, err := scoring.ParseKebabAggregate(run.Aggregate)
		if d.Unreadable = err != nil; err == nil {
			d.Figures = figures(a)
		}
	}
	return d
}

// Describe reads the rows of a run and says what is in them.
func Describe(run Run) (*result.KebabDescription, error) {
	d := Listed(run.KebabRun)
	d.Schema = result.KebabRunSchema
	rows := []result.KebabQuery{}
	var failed, empty, answered int
	_, err := run.scan(ranksOnly, func(r runfile.Result) error {
		q := result.KebabQuery{QueryID: r.QueryID, Hits: len(r.Hits), LatencyMS: r.LatencyMS, Error: r.Error}
		if r.Error != "" {
			failed++
		}
		if len(r.Hits) == 0 {
			empty++
		} else { // of a row only this is kept
			q.First, q.Document = strings.Clone(r.Hits[0].ID), strings.Clone(r.Hits[0].Document)
		}
		if r.Answer != nil {
			answered++
			q.Answer = "refused"
			if r.Answer.Grounded {
				q.Answer = "grounded"
			}
		}
		rows = append(rows, q)
		return nil
	})
	d.Rows = result.KebabRowCounts{Queries: len(rows), Failed: &failed, Empty: &empty, Answered: &answered}
	d.PerQuery = &rows
	return &d, err
}

// document returns stored JSON, null where there is none.
func document(text []byte) json.RawMessage {
	if !json.Valid(text) {
		return json.RawMessage("null")
	}
	return text
}

// deciding are the entries of a configuration that change rankings or answers, by their paths.
var deciding = []string{
	"chunker_version", "embedding.model", "embedding.version", "embedding.dimensions", "embedding.provider", "index_version",
	"rrf_k", "eval_k", "score_gate", "prompt_template_version", "llm.model_id", "llm.provider",
}

// settings reads those of a configuration that are set.
func settings(config []byte) []result.KebabSetting {
	var all map[string]any
	if json.Unmarshal(config, &all) != nil {
		return nil
	}
	var list []result.KebabSetting
	for _, path := range deciding {
		var value any = all
		for name := range strings.SplitSeq(path, ".") {
			object, _ := value.(map[string]any)
			value = object[name]
		}
		if value == nil {
			continue
		}
		text, isText := value.(string)
		if !isText {
			written, err := json.Marshal(value)
			if err != nil {
				continue
			}
			text = string(written)
		}
		list = append(list, result.KebabSetting{Name: path, Value: text})
	}
	return list
}
