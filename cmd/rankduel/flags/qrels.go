package flags

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
)

// ReadQrels reads judgments in TREC form, or in a form of another program that says the
// same without a decision: qrels of BEIR, a table with known columns, JSON. The path is
// where the source is.
func ReadQrels(ctx context.Context, path string, src trec.Source, o trec.QrelsOptions) (*judgments.Judgments, error) {
	judged, err := judgments.Read(ctx, src, o)
	if err == nil || path == "-" || ctx.Err() != nil {
		return judged, err
	}
	format, _ := convert.Detect(path) // what looks like none stays a fault of TREC
	switch format {
	case "", "trec":
		return nil, err
	case "rankduel", "kebab":
		return nil, fmt.Errorf("%s is a test set: give it with --test-set", src.Name)
	}
	imported, err := convert.Import(ctx, format, []string{path}, convert.Options{WithoutText: "keep"})
	if err != nil {
		return nil, fmt.Errorf("%s looks like the format %s: %w\n`rankduel testset import %s -o set.yaml`, with the flags that this names, makes a test set of it, for --test-set", src.Name, format, err, path)
	}
	lines, unlike := qrelsLines(imported.Set)
	if unlike != nil {
		return nil, fmt.Errorf("%s: %w: `rankduel testset import %s -o set.yaml` makes a test set of it, for --test-set", src.Name, unlike, path)
	}
	if judged, err = judgments.Read(ctx, trec.Bytes(src.Name, lines), o); err == nil {
		judged.Info.SHA256, err = src.SHA256(ctx)
	}
	return judged, err
}

// qrelsLines writes the judgments of a set whose queries have ids of their own.
func qrelsLines(set *testsets.TestSet) ([]byte, error) {
	var b bytes.Buffer
	numbered := true
	for i, q := range set.Queries {
		numbered = numbered && q.Text != q.ID && q.ID == fmt.Sprintf("q%0*d", max(3, len(fmt.Sprint(len(set.Queries)))), i+1)
		if len(q.RelevantChunks) > 0 {
			return nil, errors.New("it judges chunks")
		}
		for _, j := range q.Relevant {
			if slices.ContainsFunc([]string{q.ID, j.Doc}, func(id string) bool { return len(strings.Fields(id)) != 1 || strings.TrimSpace(id) != id }) {
				return nil, fmt.Errorf("the ids %q and %q have a blank in them, or none", q.ID, j.Doc)
			}
			fmt.Fprintf(&b, "%s 0 %s %d\n", q.ID, j.Doc, j.Grade)
		}
	}
	if numbered {
		return nil, errors.New("it names queries by their texts, and a run by ids")
	}
	return b.Bytes(), nil
}
