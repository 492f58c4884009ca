package sets

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/agreement"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
	"github.com/rankduel/rankduel/testsets/refresh"
)

func newRefreshAgreementCommand() *cobra.Command {
	var opts agreementOptions
	cmd := flags.Verb("agreement DIR", oneFolder, opts.ofRefresh)
	opts.add(cmd)
	return cmd
}

func (o *agreementOptions) ofRefresh(cmd *cobra.Command, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	w, err := flags.OpenLabelFolder(args[0])
	if err != nil {
		return err
	}
	people, err := labelsOf(w)
	if err != nil {
		return err
	}
	a, err := agreement.Of(people, agreement.Question{
		Scale: w.Scale, Threshold: w.Plan.Threshold, Evidence: cmp.Or(o.evidence, w.Plan.Evidence), Worst: o.worst, Pool: w.Pool, Stratum: stratumOf(w),
	})
	if err != nil {
		return err
	}
	for i := range a.Labellers { // the same wherever the folder is
		a.Labellers[i].File = "labels/" + filepath.Base(a.Labellers[i].File)
	}
	kept, err := report(a)
	if err != nil {
		return err
	}
	if err := w.Flow.KeepAgreement(kept); err != nil {
		return err
	}
	return o.Write(cmd.OutOrStdout(), output.Of(a, sets.WriteAgreement))
}

// labelsOf returns the labels of everybody, all of them there.
func labelsOf(w *flags.LabelFolder) ([]labelfile.Labels, error) {
	journals, err := label.ReadFinished(w.Pool, w.Journals, w.Plan.Labellers, w.Scale)
	if errors.Is(err, label.ErrUnfinished) {
		err = fmt.Errorf("%w\ntestset agreement compares what is there", err)
	}
	if err != nil {
		return nil, err
	}
	people := make([]labelfile.Labels, len(journals))
	for i, j := range journals {
		people[i] = labelfile.Of(j)
		people[i].Person = w.Plan.Labellers[i]
	}
	return people, nil
}

// stratumOf returns that of a new query, nil where none has one.
func stratumOf(w *flags.LabelFolder) func(string) string {
	for _, q := range w.Queries {
		if q.Type != "" {
			return func(id string) string { return w.Queries[id].Type }
		}
	}
	return nil
}

// report returns how people agree, in the forms that are kept.
func report(a *result.Agreement) (refresh.Report, error) {
	var json, page bytes.Buffer
	err := errors.Join(sets.WriteAgreement(&json, a, reports.JSON, reports.Options{}), sets.WriteAgreement(&page, a, reports.Markdown, reports.Options{}))
	return refresh.Report{JSON: json.Bytes(), Markdown: page.Bytes()}, err
}
