package flags

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets/convert"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// ReadQrels reads judgments in TREC form, as a journal of testset label, or in a form of another program that says the
// same without a decision: qrels of BEIR, a table with known columns, JSON. The path is where the source is.
func ReadQrels(ctx context.Context, path string, src trec.Source, o trec.QrelsOptions) (*judgments.Judgments, error) {
	judged, err := judgments.Read(ctx, src, o)
	if err == nil || path == "-" || ctx.Err() != nil {
		return judged, err
	}
	if people, noLabels := labelfile.Read(path); noLabels == nil && people[0].Journal != nil {
		return relabelled(ctx, src, people[0].Journal.Qrels(), o)
	}
	looks, _ := convert.Detect(path) // what looks like none stays a fault of TREC
	format := looks.Name
	switch format {
	case "", "trec":
		return nil, err
	case "rankduel", "kebab":
		return nil, fmt.Errorf("%s is a test set: give it with --test-set", src.Name)
	}
	lines, err := convert.Qrels(ctx, format, path, o.RealGains, o.Duplicates == trec.DuplicatesError)
	if err != nil {
		return nil, fmt.Errorf("%s looks like the format %s: %w\n`rankduel testset import %s -o set.yaml`, with the flags that this names, makes a test set of it, for --test-set", src.Name, format, err, path)
	}
	return relabelled(ctx, src, lines, o)
}

// relabelled reads the lines that a source comes to, which keeps its own hash.
func relabelled(ctx context.Context, src trec.Source, lines []byte, o trec.QrelsOptions) (*judgments.Judgments, error) {
	judged, err := judgments.Read(ctx, trec.Bytes(src.Name, lines), o)
	if err == nil {
		judged.Info.SHA256, err = src.SHA256(ctx)
	}
	return judged, err
}
