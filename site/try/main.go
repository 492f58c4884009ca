// Command try is the program of the page that reads files in a browser: doctor, eval and compare, for files that need
// no store. It knows nothing of browsers: the page gives it what is asked for, files and a standard output.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/doctor"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/reports"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "rankduel: %s\n", strings.ReplaceAll(err.Error(), "\n", "\n  "))
		os.Exit(2)
	}
}

// A command is a line of a terminal that the page took apart, which gives no setting that needs more than is here.
type command struct {
	Verb     string
	Files    []string
	Settings map[string]json.RawMessage // by their keys
	Format   reports.Format
	inputs.Against
}

// run does what is asked for as JSON. An error may come after a result, which then has no verdict.
func run(ctx context.Context, line string, out io.Writer) error {
	a := command{Format: reports.Text}
	if err := json.Unmarshal([]byte(line), &a); err != nil {
		return err
	}
	options := reports.Options{Width: 80, Now: time.Now()}
	if a.Verb == "doctor" {
		d, err := doctor.Examine(ctx, a.Files)
		if err != nil {
			return err
		}
		return reports.Diagnosis(out, d, a.Format, options)
	}
	tables, settings, err := a.tables(ctx)
	if err != nil {
		return err
	}
	if a.Verb == "eval" {
		tables, fault := compare.Arms(tables)
		if tables == nil {
			return fault
		}
		return errors.Join(fault, reports.Evaluation(out, scoring.NewEvaluation(tables[0].TestSet, tables[0].Profile.Name, tables, false), a.Format, options))
	}
	c, err := compare.Against(tables[0], tables[1:], settings)
	if c == nil {
		return err
	}
	return errors.Join(err, reports.Comparison(out, c, a.Format, options))
}

// tables reads scores, or scores runs.
func (a *command) tables(ctx context.Context) (tables []*scoring.Table, settings compare.Settings, err error) {
	rows := request.Of(compare.OfEvaluation | compare.OfRunFiles | compare.OfScoreFiles)
	r, err := request.Read(rows, a.Settings)
	for _, row := range rows {
		row.Put(r, row.Get(r)) // as usual where nothing was given
	}
	files, unnamed := inputs.NameFiles(a.Files)
	if err = errors.Join(err, unnamed); err != nil {
		return nil, settings, err
	}
	if r.Systems.Scores {
		if tables, err = inputs.ReadSystems(ctx, r.Systems, files, r.Measures.Names, r.Has("margin")); err == nil {
			settings, err = inputs.SettingsOf(r, tables)
		}
		return tables, settings, err
	}
	profile, measures, err := a.Conventions(r)
	if err != nil {
		return nil, settings, err
	}
	tables, err = a.ScoreFiles(ctx, r, files, measures, profile, scoring.Options{KeepRanks: a.Verb == "compare"})
	if a.Verb == "compare" && len(r.Measures.Names) == 0 {
		compare.WithoutCounts(tables)
	}
	settings, unread := r.Resolve(profile.Parse)
	return tables, settings, errors.Join(err, unread)
}
