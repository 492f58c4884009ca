package convert

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// An Imported is what an import made.
type Imported struct {
	Set      *testsets.TestSet // nil with Options.LabelsOnly
	Format   string
	Detected bool // the format was not named
	Notes    []Note
	Labels   []File // of each judge, where judges are told apart
}

// Import reads the sources, files or folders, in the named format, or in the one
// that they look like when the name is empty. The error has all faults.
func Import(ctx context.Context, from string, sources []string, o Options) (*Imported, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	d, f, err := gather(ctx, from, sources, &o)
	if err != nil {
		return nil, err
	}
	result := &Imported{Format: f.Name, Detected: from == ""}
	if d.ready != nil {
		d.ready.Name, d.ready.Version = cmp.Or(o.Name, d.ready.Name), cmp.Or(o.Version, d.ready.Version)
		result.Set, err = d.ready, d.ready.Validate()
	} else {
		o.Version = cmp.Or(o.Version, "v1")
		result.Set, result.Labels, err = d.build(setName(&o, d.name, sources[0]))
	}
	result.Notes = d.notes
	return result, err
}

// gather reads what the sources say, before labels are grades.
func gather(ctx context.Context, from string, sources []string, o *Options) (*draft, Format, error) {
	in, err := open(o, sources)
	if err != nil {
		return nil, Format{}, err
	}
	var f Format
	if from == "" {
		f, err = detect(in)
	} else {
		f, err = find(from, false)
	}
	if err != nil {
		return nil, Format{}, err
	}
	if err := f.refuse(given(*o)); err != nil {
		return nil, Format{}, err
	}
	d := newDraft(o)
	if err := d.collection(ctx, o.Corpus); err != nil {
		return nil, Format{}, err
	}
	if err := f.read(ctx, in, d); err != nil {
		return nil, Format{}, err
	}
	if d.ready == nil && len(d.queries)+len(d.faults) == 0 {
		return nil, Format{}, fmt.Errorf("%s: no queries", in.label())
	}
	d.checkUse(in)
	if err := d.err(); err != nil {
		return nil, Format{}, err
	}
	return d, f, nil
}

// Qrels returns the judgments of a file as lines of TREC, with its labels as they are where
// gains may be fractions. Once refuses a document twice in a query.
func Qrels(ctx context.Context, from, path string, gains, once bool) ([]byte, error) {
	d, _, err := gather(ctx, from, []string{path}, &Options{})
	if err != nil {
		return nil, err
	}
	if !gains {
		d.grade()
	}
	type pair struct{ query, doc string }
	first := map[pair]place{}
	var b bytes.Buffer
	d.eachMark(func(q *query, m *mark) {
		label := strconv.Itoa(m.grade)
		if gains {
			v, ok := parseNumber(strings.TrimSpace(m.label))
			if !ok {
				d.fault(m.at, "gain %q is not a number", cut(m.label))
			}
			label = strconv.FormatFloat(v, 'f', -1, 64)
		}
		at, twice := first[pair{q.ID, m.doc}]
		first[pair{q.ID, m.doc}] = m.at
		switch {
		case twice && once:
			d.fault(m.at, "document %q again in query %q, first at %v; remove one, or keep the first with --duplicates keep-first", m.doc, q.ID, at)
		case q.ID == "":
			d.fault(m.at, "it names queries by their texts, and a run by ids")
		case m.chunk:
			d.fault(m.at, "it judges chunks")
		case len(strings.Fields(q.ID)) != 1 || len(strings.Fields(m.doc)) != 1 || strings.TrimSpace(q.ID+m.doc) != q.ID+m.doc:
			d.fault(m.at, "the ids %q and %q have a blank in them, or none", q.ID, m.doc)
		}
		fmt.Fprintf(&b, "%s 0 %s %s\n", q.ID, m.doc, label)
	})
	return b.Bytes(), d.err()
}

// Detect returns the format that a file looks like.
func Detect(path string) (Format, error) {
	in, err := open(&Options{}, []string{path})
	if err != nil {
		return Format{}, err
	}
	return detect(in)
}

// setName returns the declared name, the source's own, or that of the file.
func setName(o *Options, own, source string) string {
	name := cmp.Or(o.Name, own)
	if name == "" {
		name = filepath.Base(source)
		for _, ending := range []string{".gz", ".zst"} {
			name = strings.TrimSuffix(name, ending)
		}
		if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
			name = stem
		}
	}
	name = strings.Map(func(r rune) rune {
		if r == '@' || r == '/' || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimSpace(name))
	if name == "-" || name == "" || name == "." {
		return "imported"
	}
	return name
}

// detect finds the one format that the sources look like. What has a shape of
// its own goes before tables and questions of any shape.
func detect(in *input) (Format, error) {
	for _, f := range in.legible() {
		if f.stdin != nil || strings.TrimSpace(f.head()) == "" {
			text, err := f.content()
			if err == nil && strings.TrimSpace(text) == "" && in.folder == "" {
				err = fmt.Errorf("%s: the file is empty", f.path)
			}
			if err != nil {
				return Format{}, err
			}
		}
	}
	for _, f := range in.files {
		if err := f.noSet(f.head(), false); err != nil {
			return Format{}, err
		}
	}
	naming := slices.DeleteFunc(given(*in.opts), func(flag string) bool { return !slices.Contains(namingFlags(), flag) })
	for _, all := range []bool{false, true} { // first of those whose columns or fields were named
		for general := range 3 {
			fit := ordered.Where(Builtin(), func(f Format) bool {
				return f.General == general && (all || len(f.refused(naming)) == 0) && f.looks(in)
			})
			if len(fit) > 0 {
				return onlyOf(fit, in)
			}
		}
	}
	for _, f := range in.files {
		if err := f.noSet(f.head(), true); err != nil {
			return Format{}, err
		}
	}
	return Format{}, fmt.Errorf("%s looks like no format that is known; say which with --from: %s%s", in.label(), strings.Join(Names(false), ", "), prose.AskDoctor)
}

func onlyOf(fit []Format, in *input) (Format, error) {
	if len(fit) == 1 {
		return fit[0], nil
	}
	names := ordered.Each(fit, func(f Format) string { return "--from " + f.Name })
	return Format{}, fmt.Errorf("%s looks like more than one format; say which: %s", in.label(), strings.Join(names, " or "))
}
