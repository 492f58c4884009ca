package shards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Run is one run, as far as parts of it are there.
type Run struct {
	Header
	parts  []*Part
	shards []Shard // of all parts, ascending
}

// Runs sorts parts by their runs, which are those of these names, or else come as the first of
// their parts do. A part that is there twice counts once.
func Runs(paths, names []string) (runs []*Run, err error) {
	for _, name := range names {
		runs = append(runs, &Run{Header: Header{Run: name}})
	}
	var first *Part
	for _, path := range paths {
		p, err := open(path)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(runs, func(r *Run) bool { return r.Run == p.Run })
		if i < 0 && names != nil {
			return nil, fmt.Errorf("%s is a part of %s, and the runs are to be %s", path, p.Run, strings.Join(names, ", "))
		} else if i < 0 {
			i, runs = len(runs), append(runs, &Run{})
		}
		first = cmp.Or(first, p)
		if err := cmp.Or(contradiction(first, p, "Run", "Bytes", "SHA256", "By", "Of", "input run"), runs[i].add(p)); err != nil {
			return nil, err
		}
	}
	for _, r := range runs {
		if r.parts == nil {
			return nil, fmt.Errorf("there is no part of %s", r.Run)
		}
	}
	return runs, nil
}

// contradiction says in which field of the header, which setting or which input two parts differ, but for some.
func contradiction(a, b *Part, but ...string) error {
	differ := func(name string, x, y any) error {
		return fmt.Errorf("%s and %s do not belong together: %s is %v in the first and %v in the second", a.path, b.path, name, x, y)
	}
	one, other := reflect.ValueOf(a.Header), reflect.ValueOf(b.Header)
	for i := range one.NumField() {
		name, x, y := one.Type().Field(i).Name, one.Field(i).Interface(), other.Field(i).Interface()
		if name != "Provenance" && !slices.Contains(but, name) && !reflect.DeepEqual(x, y) {
			return differ(name, x, y)
		}
	}
	x, y := a.settings(), b.settings()
	all := maps.Clone(x)
	maps.Copy(all, y)
	delete(all, "given")
	for _, name := range append(slices.Sorted(maps.Keys(all)), "given") { // what differs is more than how it was said
		if !slices.Contains(but, name) && x[name] != y[name] {
			return differ(name, cmp.Or(x[name], "not given"), cmp.Or(y[name], "not given"))
		}
	}
	return nil
}

// settings returns the settings and the paths of the inputs, by name.
func (p *Part) settings() map[string]string {
	all := map[string]string{}
	for key, value := range p.Provenance.Request {
		all[key] = string(value)
	}
	for _, in := range p.Provenance.Inputs {
		name := "input " + string(in.Role)
		all[name] = strings.TrimSpace(all[name] + " " + in.Path)
	}
	return all
}

// add adds a part, unless the very same is there.
func (r *Run) add(p *Part) error {
	for _, before := range r.parts {
		if before.seal == p.seal {
			return nil
		}
		if err := contradiction(before, p); err != nil {
			return err
		}
		for _, s := range p.Shards {
			if slices.ContainsFunc(before.Shards, func(other Shard) bool { return other.Shard == s.Shard }) {
				return fmt.Errorf("%s and %s both hold shard %d of %s and differ; give the right one", before.path, p.path, s.Shard, r.Run)
			}
		}
	}
	r.Header, r.parts, r.shards = p.Header, append(r.parts, p), append(r.shards, p.Shards...)
	ordered.Stable(r.shards, func(a, b Shard) int { return a.Shard - b.Shard })
	return nil
}

// complete returns an error that names the shards that are missing, or else where ranges of bytes do not meet.
func (r *Run) complete() (gap error) {
	var missing []string
	next, at := 0, int64(0)
	for _, s := range append(slices.Clip(r.shards), Shard{Shard: r.Of, Sources: []Source{{From: r.Bytes}}}) {
		switch last := s.Shard - 1; {
		case next == last:
			missing = append(missing, strconv.Itoa(next))
		case next < last:
			missing = append(missing, fmt.Sprintf("%d-%d", next, last))
		}
		next = s.Shard + 1
		for _, piece := range s.Sources {
			if r.By == ByRange && piece.From != at {
				gap = fmt.Errorf("%s changed between shards, which do not meet at byte %d of it; score them again", r.Run, at)
			}
			at = piece.To
		}
	}
	if missing == nil {
		return gap
	}
	return fmt.Errorf("shards of %s are missing: %s of %d; give their parts, or score them with `rankduel eval --shard`", r.Run, strings.Join(missing, ", "), r.Of)
}

// Part returns one part that holds what all of them hold, each of which has other queries.
func (r *Run) Part() *Part { return &Part{Header: r.Header, Shards: r.shards, rows: merged(r.parts)} }

// Table returns the table of the whole run, by some of its measures and otherwise under the
// settings that it was scored with.
func (r *Run) Table(ctx context.Context, path string, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options) (*scoring.Table, error) {
	if err := r.complete(); err != nil {
		return nil, err
	}
	if j.Info.SHA256 != r.Judgments {
		return nil, fmt.Errorf("%s was scored with other judgments than %s holds now: their SHA-256 was %s and is %s", r.Run, j.Info.Name, r.Judgments, j.Info.SHA256)
	}
	at := ordered.Each(metrics.Texts(measures), func(name string) int { return slices.Index(r.Measures, name) })
	if i := slices.Index(at, -1); i >= 0 {
		return nil, fmt.Errorf("the parts of %s have no %s; they have %s", r.Run, measures[i], strings.Join(r.Measures, ", "))
	}
	var seen scoring.Seen
	for _, s := range r.shards {
		seen.Add(s.Seen)
	}
	t, err := scoring.Assemble(path, j, measures, profile, opts, seen, at,
		ordered.Each(r.parts, func(p *Part) string { return p.path }), ordered.Each(r.parts, func(p *Part) scoring.ShareRows { return p.rows }))
	if err == nil && opts.Hash {
		t.SHA256, err = r.hash(ctx, path)
	}
	return t, err
}

// hash returns the SHA-256 of the whole run. Hashes of ranges do not add up: their file is
// read once more, and has to be as it was.
func (r *Run) hash(ctx context.Context, path string) (string, error) {
	var all []Source
	for _, s := range r.shards {
		all = append(all, s.Sources...)
	}
	if r.By != ByRange {
		return hashOfFiles(all), nil
	}
	for _, s := range all {
		if now, err := trec.Section(path, s.From, s.To).SHA256(ctx); err != nil || now != s.SHA256 {
			return "", fmt.Errorf("the hash of the run is shown, and %s is not what its shards read; restore it, or score it again: %w", path, cmp.Or(err, errors.New("its bytes differ")))
		}
	}
	return trec.File(path).SHA256(ctx)
}

func hashOfFiles(files []Source) string {
	return runfile.HashOf(ordered.Each(files, func(f Source) string { return f.Name }), ordered.Each(files, func(f Source) string { return f.SHA256 }))
}
