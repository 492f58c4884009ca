// Package verify tells whether a document is what its inputs give: it says what a document was computed
// from, finds those files again by their hashes, and compares the document with what they give now, value
// by value. It computes no document itself; anyone who can hands it a function that does.
package verify

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// ErrUnknown says that a file is not a document that can be computed again.
var ErrUnknown = errors.New("cannot be verified")

// ErrMissing says that inputs of a document were not found.
var ErrMissing = errors.New("inputs are missing")

// A Document is a report that was read and names what it came from.
type Document struct {
	Path       string
	Provenance result.Provenance
	HeldOut    bool     // it has scores of held-out queries
	RunIDs     []string // of the stored runs that an experiment's configurations were

	schema string
	sha256 string
	tree   node
	data   []byte
}

// schemas returns the documents that can be computed again.
func schemas() []string { return []string{result.ComparisonSchema, result.EvaluationSchema} }

// Read reads a report. It never trusts it: what it says of its provenance is checked by anyone who acts on it.
func Read(path string, data []byte) (*Document, error) {
	refuse := func(format string, args ...any) error {
		return fmt.Errorf("%s %w: %s", path, ErrUnknown, fmt.Sprintf(format, args...))
	}
	if trimmed := strings.TrimLeft(string(data[:min(len(data), 64)]), " \t\r\n"); !strings.HasPrefix(trimmed, "{") {
		return nil, refuse("it is not a JSON document; give the report as it was written with -o NAME.json (text, Markdown, CSV and pages leave out what it takes)")
	}
	tree, err := parse(data)
	if err != nil {
		return nil, refuse("it is not JSON: %v", err)
	}
	var head struct {
		Schema    string             `json:"schema"`
		TestSet   result.TestSetInfo `json:"test_set"`
		Retrieval struct {
			RunIDs map[string]string `json:"run_ids"`
		} `json:"retrieval"`
		Provenance *result.Provenance `json:"provenance"`
	}
	err = json.Unmarshal(data, &head)
	switch {
	case !slices.Contains(schemas(), head.Schema):
		return nil, refuse("its schema is %q; want %s", head.Schema, strings.Join(schemas(), " or "))
	case err != nil:
		return nil, refuse("%v", err)
	case head.Provenance == nil:
		return nil, refuse("it does not say what it came from (no provenance): it was written by an older version or by a program of one's own; write it again with `rankduel run`, `compare` or `eval` and -o NAME.json")
	case len(head.Provenance.Inputs) == 0:
		return nil, refuse("its provenance names no inputs")
	}
	sum := sha256.Sum256(data)
	return &Document{
		Path: path, Provenance: *head.Provenance, HeldOut: head.TestSet.MayHoldOut(),
		RunIDs: slices.Sorted(maps.Values(head.Retrieval.RunIDs)), schema: head.Schema, sha256: hex.EncodeToString(sum[:]), tree: tree, data: data,
	}, nil
}

// Options say where inputs are looked for, and who computes.
type Options struct {
	Program      string   // name and version of what computes it again
	Architecture string   // of the processor that computes it again; "" means this one
	Roots        []string // folders that paths are looked for in, first to last, and files that were moved anywhere below

	// Stored is a stored run's hash now; an error wraps [result.ErrNotFound] where there is none.
	Stored func(ctx context.Context, id string) (string, error)

	// Compute makes the document of the inputs where they are now: at has the path of every input in the
	// order of the provenance. It returns the document as JSON, and what else was read.
	Compute func(ctx context.Context, at []string) (document []byte, read []result.Input, err error)
}

// notCompared returns what is another one each time that the same inputs are
// measured, or is about other runs than those of the report.
func notCompared() []string {
	return []string{
		"provenance, all but request: its inputs are found by their hashes",
		"retrieval, all but run_ids: calls, times, what was reused",
		"findings " + strings.Join(passing, ", ") + ": seen while engines were asked, or in other runs",
	}
}

// passing are codes of findings that depend on when a report was made.
var passing = []string{result.FindingStale, result.FindingEmpty, result.FindingNoState, result.FindingVersion, result.FindingLooks, result.FindingLedger, result.FindingUnmarked, result.FindingNewQueries, result.FindingChosen}

// Check computes a document again and compares. What it returns comes with an
// error that wraps [ErrMissing] when it could not be computed.
func Check(ctx context.Context, d *Document, o Options) (*result.Verification, error) {
	o.Architecture = cmp.Or(o.Architecture, runtime.GOARCH)
	v := &result.Verification{
		Schema: result.VerificationSchema, Report: Portable(d.Path), ReportSchema: d.schema, SHA256: d.sha256,
		Program: d.Provenance.Program, ProgramNow: o.Program, Architecture: d.Provenance.Architecture, ArchitectureNow: o.Architecture,
		NotCompared: notCompared(), Differences: []result.Difference{},
	}
	at, err := o.locate(ctx, d, v)
	if err != nil {
		return nil, err
	}
	if missing := inState(v.Inputs, result.InputMissing); len(missing) > 0 {
		v.Outcome = result.VerifiedNotFound
		return v, fmt.Errorf("%w: %s; --root names the folder that they are in", ErrMissing, strings.Join(missing, ", "))
	}
	document, read, err := o.Compute(ctx, at)
	if changed := inState(v.Inputs, result.InputChanged); err != nil && len(changed) > 0 {
		return nil, fmt.Errorf("%w\nnot what they were when the report was made: %s", err, strings.Join(changed, ", "))
	}
	if err != nil {
		return nil, err
	}
	settle(v, d.Provenance.Inputs, read)
	return v, d.compare(v, document)
}

// settle takes what was read for the input, wherever it lay, and adds what the report does not know.
func settle(v *result.Verification, noted, read []result.Input) {
	for i, in := range v.Inputs {
		known := func(of result.Input) bool { return of.SHA256 == in.SHA256 }
		if in.State == result.InputChanged && slices.ContainsFunc(read, known) {
			v.Inputs[i].State, v.Inputs[i].SHA256Now = result.InputSame, ""
		}
	}
	for _, in := range read {
		known := func(of result.Input) bool { return of.SHA256 == in.SHA256 }
		if in.SHA256 != "" && !slices.ContainsFunc(noted, known) && !slices.ContainsFunc(v.Inputs, func(f result.InputFound) bool { return f.SHA256Now == in.SHA256 }) {
			v.Inputs = append(v.Inputs, result.InputFound{Input: in, State: result.InputAdded})
		}
	}
}

// locate finds every input.
func (o Options) locate(ctx context.Context, d *Document, v *result.Verification) ([]string, error) {
	f := &finder{roots: o.Roots, known: map[string]string{}}
	var at []string
	var experiment placed // which is before what it names
	for _, in := range d.Provenance.Inputs {
		var found result.InputFound
		var path string
		var err error
		switch {
		case in.Role == result.InputStoredRun:
			found, err = o.stored(ctx, in)
			path = in.Path
		case in.SHA256 == "" && in.Role == result.InputTestSet && filepath.IsLocal(in.Path): // a name that is looked up
			found, path = result.InputFound{Input: in, State: result.InputSame}, in.Path
		case in.Role == result.InputPart:
			found, path, err = f.findBeside(ctx, in, experiment)
		default:
			if found, path, err = f.find(ctx, in); in.Role == result.InputExperiment {
				experiment = placed{in.Path, path}
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.Path, err)
		}
		v.Inputs, at = append(v.Inputs, found), append(at, path)
	}
	return at, nil
}

func (o Options) stored(ctx context.Context, in result.Input) (result.InputFound, error) {
	found := result.InputFound{Input: in, State: result.InputMissing}
	sum, err := o.Stored(ctx, in.Path)
	switch {
	case errors.Is(err, result.ErrNotFound):
		return found, nil
	case err != nil:
		return found, err
	}
	if found.State = result.InputSame; sum != in.SHA256 {
		found.State, found.SHA256Now = result.InputChanged, sum
	}
	return found, nil
}

func inState(inputs []result.InputFound, state result.InputState) []string {
	var names []string
	for _, in := range inputs {
		if in.State == state {
			names = append(names, in.Path)
		}
	}
	return names
}

// compare sets the report next to what was computed.
func (d *Document) compare(v *result.Verification, computed []byte) error {
	now, err := parse(computed)
	if err != nil {
		return fmt.Errorf("the document that was computed: %w", err)
	}
	if v.Architecture != "" && v.Architecture != v.ArchitectureNow {
		v.Tolerance = tolerance
	}
	diff := &differ{tolerance: v.Tolerance}
	a, b := steady(d.tree), steady(now)
	diff.documents(a, b)
	heldOut := d.HeldOut || hasHeldOut(now) // an edited report may say otherwise
	v.Compared, v.Differing, v.Close = diff.compared, diff.differing, diff.close
	v.Differences = append(append(v.Differences, diff.settings...), diff.numbers...)
	if heldOut { // other numbers than those that were shown would be a look
		for i := range v.Differences {
			v.Differences[i].Computed = "withheld"
		}
	}
	other := slices.ContainsFunc(v.Inputs, func(in result.InputFound) bool {
		return in.State == result.InputChanged || in.State == result.InputAdded
	})
	switch {
	case v.Differing > 0:
		v.Outcome = result.VerifiedDiffers
	case other:
		v.Outcome = result.VerifiedOther
	case v.Close > 0:
		v.Outcome = result.VerifiedWithin
	case a.layout() != b.layout() || d.tree.layout() != string(d.data):
		v.Outcome = result.VerifiedLaidOut
	default:
		v.Outcome = result.VerifiedEqual
	}
	return nil
}

// hasHeldOut tells whether a document has scores of held-out queries.
func hasHeldOut(document node) bool {
	set, _ := document.get("test_set")
	part, _ := set.get("part")
	return result.TestSetInfo{Part: part.text()}.MayHoldOut()
}

// steady leaves out what is not compared.
func steady(n node) node {
	n.items = slices.Clone(n.items)
	for i, key := range n.keys {
		if kept, found := map[string]string{"provenance": "request", "retrieval": "run_ids"}[key]; found {
			n.items[i] = n.items[i].only(kept)
		}
	}
	return n.withoutPassing()
}

// only leaves out all keys but one.
func (n node) only(key string) node {
	kept := node{kind: '{'}
	if item, ok := n.get(key); ok {
		kept.keys, kept.items = []string{key}, []node{item}
	}
	return kept
}

// withoutPassing leaves findings out of every list called health.
func (n node) withoutPassing() node {
	left := node{kind: n.kind, raw: n.raw, keys: n.keys, items: make([]node, len(n.items))}
	for i, item := range n.items {
		if n.kind == '{' && n.keys[i] == "health" && item.kind == '[' {
			item = item.filtered(func(finding node) bool {
				code, _ := finding.get("code")
				return !slices.Contains(passing, code.text())
			})
		}
		left.items[i] = item.withoutPassing()
	}
	return left
}

func (n node) filtered(keep func(node) bool) node {
	left := node{kind: n.kind}
	for _, item := range n.items {
		if keep(item) {
			left.items = append(left.items, item)
		}
	}
	return left
}
