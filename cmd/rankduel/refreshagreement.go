package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/experiment/agreement"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
	"github.com/rankduel/rankduel/testsets/refresh"
)

func newRefreshAgreementCommand() *cobra.Command {
	var opts agreementOptions
	cmd := &cobra.Command{
		Use:   "agreement DIR",
		Short: "Say how far the labellers of a refresh agree, and keep it",
		Long: `Say how far the labellers of a refresh agree once all are done, as testset
agreement does, and keep it as agreement.json and agreement.md in the folder.
Labellers, threshold, scale, strata and texts are those of the folder.` + "\n" + agreementExit,
		Example: `  rankduel testset refresh agreement refresh/done
  rankduel testset refresh agreement refresh/done --worst 20 --format markdown`,
		Args: oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			return agreementOfRefresh(cmd.OutOrStdout(), opts, args[0])
		},
	}
	opts.add(cmd)
	return cmd
}

func agreementOfRefresh(stdout io.Writer, opts agreementOptions, dir string) error {
	if err := opts.check(); err != nil {
		return err
	}
	w, err := openLabels(dir)
	if err != nil {
		return err
	}
	people, err := w.people()
	if err != nil {
		return err
	}
	a, err := agreement.Of(people, agreement.Question{
		Scale: w.scale, Threshold: w.plan.Threshold, Worst: opts.worst, Pool: w.pool, Stratum: w.stratum(),
	})
	if err != nil {
		return err
	}
	for i := range a.Labellers { // the same wherever the folder lies
		a.Labellers[i].File = "labels/" + filepath.Base(a.Labellers[i].File)
	}
	kept, err := report(a)
	if err != nil {
		return err
	}
	if err := w.flow.KeepAgreement(kept); err != nil {
		return err
	}
	return opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error { return reports.Agreement(w, a, f, o) })
}

// people are the labels of everybody, all of them there.
func (w *labelFolder) people() ([]labelfile.Labels, error) {
	journals, err := label.ReadFinished(w.pool, w.labels, w.plan.Labellers, w.scale)
	if errors.Is(err, label.ErrUnfinished) {
		err = fmt.Errorf("%w\ntestset agreement compares what is there", err)
	}
	if err != nil {
		return nil, err
	}
	people := make([]labelfile.Labels, len(journals))
	for i, j := range journals {
		people[i] = labelfile.Of(j)
		people[i].Person = w.plan.Labellers[i]
	}
	return people, nil
}

// stratum is that of a new query, nil where none has one.
func (w *labelFolder) stratum() func(string) string {
	for _, q := range w.queries {
		if q.Type != "" {
			return func(id string) string { return w.queries[id].Type }
		}
	}
	return nil
}

// report is how people agree, in the forms that are kept.
func report(a *result.Agreement) (refresh.Report, error) {
	var json, page bytes.Buffer
	err := errors.Join(reports.Agreement(&json, a, reports.JSON, reports.Options{}), reports.Agreement(&page, a, reports.Markdown, reports.Options{}))
	return refresh.Report{JSON: json.Bytes(), Markdown: page.Bytes()}, err
}
