package kebab

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Export says of a run file what kebab keeps next to its rankings.
type Export struct {
	Settings  map[string]string // of the configuration, by the names of SettingNames
	Texts     map[string]string // of the queries, by their ids
	CreatedAt time.Time
}

// An Exported is a run in kebab's form. What kebab needs and a run file has no word of is counted.
type Exported struct {
	Run     result.KebabRun
	Rows    []result.KebabRow // by query id
	NoText  int               // queries of which no one said the text
	NoLines int               // hits of which no one knows the lines
	Spans   int               // that were left out: a citation of kebab has one
}

// SettingNames returns those of the settings of an [Export].
func SettingNames() []string { return append([]string{modeSetting}, deciding...) }

// modeSetting is not part of kebab's configuration: it is in each row.
const modeSetting = "mode"

// Of makes a run of kebab of a run file of any format. The rows of one that is kebab's already are taken as they are.
func (e Export) Of(ctx context.Context, src trec.Source) (*Exported, error) {
	config, err := e.config()
	if err != nil {
		return nil, err
	}
	run, stats, err := runfile.Read(ctx, src, runfile.Options{})
	if err != nil {
		return nil, err
	}
	x := &Exported{}
	deepest := 0
	for r := range run.Results() {
		deepest = max(deepest, len(r.Hits))
		if stats.Format == runfile.Kebab {
			continue
		}
		row, err := x.row(e, r)
		if err != nil {
			return nil, fmt.Errorf("%s: query %q: %w", src.Name, r.QueryID, err)
		}
		x.Rows = append(x.Rows, row)
	}
	if stats.Format == runfile.Kebab {
		if err := x.takeRows(e, src, config); err != nil {
			return nil, fmt.Errorf("%s: %w", src.Name, err)
		}
	}
	ordered.Stable(x.Rows, func(a, b result.KebabRow) int { return strings.Compare(a.QueryID, b.QueryID) })
	if config["eval_k"] == nil {
		config["eval_k"] = deepest
	}
	x.Run = result.KebabRun{Suite: "golden", Aggregate: []byte("{}"), CreatedAt: e.CreatedAt.UTC().Format(time.RFC3339), Queries: len(x.Rows)}
	if x.Run.Config, err = json.Marshal(config); err != nil {
		return nil, err
	}
	x.Run.ID = x.id()
	return x, nil
}

func (x *Exported) id() string {
	h := sha256.New()
	h.Write(x.Run.Config)
	for _, row := range x.Rows {
		h.Write(row.JSON)
	}
	return "run_" + hex.EncodeToString(h.Sum(nil))[:32]
}

// config returns kebab's snapshot of a configuration, with what is known of it.
func (e Export) config() (map[string]any, error) {
	config := map[string]any{"config": map[string]any{}, "index_version": nil, "made_by": "rankduel"}
	var errs prose.Faults
	for _, name := range slices.Sorted(maps.Keys(e.Settings)) {
		text := e.Settings[name]
		if name == modeSetting {
			errs.If(!slices.Contains(modes, text), "mode %q: want one of %s", text, strings.Join(modes, ", "))
			continue
		}
		if !slices.Contains(deciding, name) {
			errs = append(errs, fmt.Errorf("no setting %q: want one of %s", name, strings.Join(SettingNames(), ", ")))
			continue
		}
		object, key := config, name
		if group, inner, ok := strings.Cut(name, "."); ok {
			if config[group] == nil {
				config[group] = map[string]any{}
			}
			object, key = config[group].(map[string]any), inner
		}
		object[key] = text
		if numeric[name] {
			object[key] = json.Number(text)
			f, err := json.Number(text).Float64()
			errs.If(err != nil || !json.Valid([]byte(text)) || f < 0, "setting %s %q: want a number, 0 or more", name, text)
		}
	}
	return config, errs.Join()
}

var (
	modes   = []string{"hybrid", "lexical", "vector"}
	numeric = map[string]bool{"embedding.dimensions": true, "eval_k": true, "rrf_k": true, "score_gate": true}
)

// takeRows takes the rows of a file of kebab's, and the chunker that they name.
func (x *Exported) takeRows(e Export, src trec.Source, config map[string]any) (err error) {
	if e.Texts != nil || e.Settings[modeSetting] != "" {
		return errors.New("its rows are kebab's and stay as they are: leave out --golden and --set")
	}
	if x.Rows, err = rowsAsTheyAre(src); err != nil || config["chunker_version"] != nil {
		return err
	}
	version, err := chunkerOf(src)
	if version != "" {
		config["chunker_version"] = version
	}
	return err
}

// rowsAsTheyAre returns the lines of a per_query.jsonl that has been read without a fault.
func rowsAsTheyAre(src trec.Source) (rows []result.KebabRow, err error) {
	in, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	decoder := json.NewDecoder(in)
	for {
		var text json.RawMessage
		if err := decoder.Decode(&text); errors.Is(err, io.EOF) {
			return rows, nil
		} else if err != nil {
			return nil, err
		}
		var row struct {
			QueryID string `json:"query_id"`
		}
		if err := json.Unmarshal(text, &row); err != nil {
			return nil, err
		}
		rows = append(rows, result.KebabRow{QueryID: row.QueryID, JSON: text})
	}
}

// WriteRows writes rows as kebab's per_query.jsonl, a line each.
func WriteRows(w io.Writer, rows func(yield func(result.KebabRow, error) bool)) error {
	var line bytes.Buffer
	for row, err := range rows {
		if err != nil {
			return err
		}
		line.Reset()
		if err := json.Compact(&line, row.JSON); err != nil {
			return fmt.Errorf("query %q: its row is not JSON: %w", row.QueryID, err)
		}
		line.WriteByte('\n')
		if _, err := w.Write(line.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
