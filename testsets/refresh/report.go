package refresh

import (
	"errors"
	"fmt"
	"os"

	"github.com/rankduel/rankduel/internal/ordered"
)

// The files of a report of agreement.
const (
	agreementFile = "agreement.json"
	agreementPage = "agreement.md"
)

// A Report is how people agree, as it is kept in the folder.
type Report struct{ JSON, Markdown []byte }

// KeepAgreement writes a report of the labels as they are now, and notes which
// these were: when they change it is stale.
func (w *Workflow) KeepAgreement(r Report) error {
	read, err := w.hashes(append(ordered.Each(w.Plan.Labellers, journal), poolFile, enteringFile)...)
	if err != nil {
		return err
	}
	if err := errors.Join(w.write(w.path(agreementPage), r.Markdown), w.write(w.path(agreementFile), r.JSON)); err != nil {
		return err
	}
	return w.record(Step{Name: stepAgreement, Read: read, Wrote: map[string]string{agreementFile: hashOf(r.JSON), agreementPage: hashOf(r.Markdown)}})
}

// reported says whether the report of agreement is there, and why it is not one of the labels as they are now.
func (w *Workflow) reported() (there bool, stale string, err error) {
	if _, err := os.Stat(w.path(agreementFile)); err != nil {
		return false, "", nil //nolint:nilerr // without a report there is nothing to be stale
	}
	if w.step(stepAgreement) == nil {
		return true, agreementFile + " is there, and nothing says which labels it is about", nil
	}
	why, err := w.staleness(stepAgreement)
	if why != "" {
		why = agreementFile + " is stale: " + why
	}
	return true, why, err
}

// checkReport refuses a report of other labels, which is what a reviewer would
// read next to the new version, and has a warning where there is none.
func (w *Workflow) checkReport() (warning string, err error) {
	there, stale, err := w.reported()
	switch {
	case err != nil:
		return "", err
	case stale != "":
		return "", fmt.Errorf("%s; write it again: rankduel testset refresh agreement %s", stale, w.Dir)
	case !there:
		return fmt.Sprintf("no report of agreement was kept, so nobody can read next to the version which documents were disputed; rankduel testset refresh agreement %s writes one", w.Dir), nil
	}
	return "", nil
}
