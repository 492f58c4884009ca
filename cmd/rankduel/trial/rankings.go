package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/runfile"
)

// writeRankings writes a run file for each system, and says what its form has
// no place for. One that cannot be written does not keep the others from it.
func writeRankings(ctx context.Context, stderr io.Writer, runner *run.Prepared, recorder result.Recorder, dir string, as runfile.Format) error {
	var errs []error
	for _, f := range rankingFiles(runner, dir, as) {
		tied := 0
		loss, err := output.WriteRun(nil, f.path, as, tagOf(f.system), countTied(runner.RankingsAgain(ctx, recorder, f.system, f.repeat), &tied))
		if err != nil {
			errs = append(errs, fmt.Errorf("rankings of %s: %w", f.system, err))
			continue
		}
		if said := lost(loss, tied, as); said != "" {
			fmt.Fprintf(stderr, "rankings of %s: %s; --rankings-format jsonl keeps all of it\n", f.system, said)
		}
	}
	if len(errs) > 0 {
		return &result.StoreError{Err: errors.Join(errs...)} // it was measured, and not kept
	}
	return nil
}

// A rankingFile is a system, or one of its repeats, and where its rankings are written.
type rankingFile struct {
	system, path string
	repeat       int
}

// rankingFiles lists SYSTEM.FORMAT, or with repeats SYSTEM.1.FORMAT, SYSTEM.2.FORMAT and so on.
func rankingFiles(runner *run.Prepared, dir string, as runfile.Format) (files []rankingFile) {
	repeats := max(1, runner.Plan().Retrieve.Repeats)
	for _, system := range runner.Systems() {
		for repeat := range repeats {
			name := url.PathEscape(system)
			if repeats > 1 {
				name += fmt.Sprint(".", repeat+1)
			}
			files = append(files, rankingFile{system, filepath.Join(dir, name+"."+string(as)), repeat})
		}
	}
	return files
}

// keepInputs refuses a folder for rankings in which one would be written over an input.
func (o *runOptions) keepInputs(runner *run.Prepared, as runfile.Format, inputs []string) error {
	if o.rankings == "" {
		return nil
	}
	keep := func(f rankingFile) error { return output.KeepFrom("--rankings: "+f.path, f.path, inputs) }
	return errors.Join(ordered.Each(rankingFiles(runner, o.rankings, as), keep)...)
}

// lost says what a run file does not hold, "" when it is all there.
func lost(loss runfile.Loss, tied int, as runfile.Format) string {
	var parts prose.Notes
	parts.If(loss.Failed > 0, "%d failed queries are left out", loss.Failed)
	parts.If(loss.Empty > 0, "%d queries without a hit are left out", loss.Empty)
	parts.If(tied > 0 && as != runfile.JSONL, "%d hits tie with the hit before, and readers order them by id", tied)
	return strings.Join(parts, ", ")
}

// countTied counts, while they go by, the hits with the score of the hit before.
func countTied(results iter.Seq2[runfile.Result, error], tied *int) iter.Seq2[runfile.Result, error] {
	return func(yield func(runfile.Result, error) bool) {
		for r, err := range results {
			for i := 1; i < len(r.Hits); i++ {
				if r.Hits[i].Score == r.Hits[i-1].Score {
					*tied++
				}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// tagOf makes a name a run's tag, which has no blanks.
func tagOf(name string) string { return strings.Join(strings.Fields(name), "_") }
