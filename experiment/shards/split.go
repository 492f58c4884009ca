package shards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go/bloom/xxhash"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The ways of sharing a run out.
const (
	ByFile  = "file"  // file k goes to shard k mod n, in the order of names
	ByRange = "range" // of bytes, from one query to another
	ByQuery = "query" // by the hash of the id; every shard reads everything
	most    = 1 << 20 // shards
)

// A Spec is one of n shards.
type Spec struct {
	Shard, Of int
	By        string // empty: by file where there are several, else by range
}

// Each stands for the number of each shard, in a [Job].
const Each = "{}"

// A Job is an evaluation whose shards any worker scores that is free. Its paths are from a folder
// that all of them share.
type Job struct {
	Spec
	Asked result.Provenance // the request, and its inputs
	Parts string            // where parts are written
}

// Part returns where the part of the shard is written.
func (j Job) Part() string { return strings.ReplaceAll(j.Parts, Each, strconv.Itoa(j.Shard)) }

// ParseSpec reads i/n.
func ParseSpec(text, by string) (Spec, error) {
	s := Spec{By: by}
	text = strings.Replace(text, Each, "0", 1)
	var rest string
	if n, _ := fmt.Sscanf(text, "%d/%d%s", &s.Shard, &s.Of, &rest); n != 2 || s.Shard < 0 || s.Shard >= s.Of || s.Of > most {
		return s, fmt.Errorf("--shard %q: want I/N with I from 0 to N-1, such as 0/64, and N up to %d", text, most)
	}
	if by != "" && !slices.Contains([]string{ByFile, ByRange, ByQuery}, by) {
		return s, fmt.Errorf("--shard-by %q: want file, range or query", by)
	}
	return s, nil
}

// Has tells whether a query is in the shard where they are shared out by query.
func (s Spec) Has(id []byte) bool { return xxhash.Sum64(id)%uint64(s.Of) == uint64(s.Shard) }

// sources returns what the shard reads of a run, which is a file, or a folder or a pattern of
// files; the header says what is known of the whole run.
func (s Spec) sources(path string) (files []trec.Source, of []Source, h Header, err error) {
	if path == "-" {
		return nil, nil, h, errors.New("standard input is read once and cannot be shared out; write it to a file, or to a folder of files")
	}
	paths, err := runfile.Files(path)
	if err != nil {
		return nil, nil, h, err
	}
	h = Header{By: s.By, Of: s.Of}
	if s.By == "" && len(paths) > 1 {
		h.By = ByFile
	}
	if h.By = cmp.Or(h.By, ByRange); h.By == ByRange && len(paths) > 1 {
		return nil, nil, h, fmt.Errorf("%s has %d files, and ranges are of one; leave out --shard-by range", path, len(paths))
	}
	names := runfile.Names(paths)
	for k, one := range paths {
		info, err := os.Stat(one)
		if err != nil {
			return nil, nil, h, err
		}
		src, from, to := trec.File(one), int64(0), info.Size()
		h.Bytes += to
		if h.By == ByRange {
			var format runfile.Format
			if format, err = runfile.Detect(src); err == nil && format != runfile.TREC {
				err = fmt.Errorf("%s is in format %s, and cannot be cut into ranges", one, format)
			}
			if err == nil {
				src, from, to, err = trec.FileRange(one, s.Shard, s.Of)
			}
			if err != nil {
				return nil, nil, h, fmt.Errorf("%w; take --shard-by query, for which each shard reads all of it, or write a folder of files, for --shard-by file", err)
			}
		}
		if h.By != ByFile || k%s.Of == s.Shard {
			files, of = append(files, src), append(of, Source{Name: names[k], From: from, To: to})
		}
	}
	return files, of, h, nil
}

// Score scores the shard of the run at a path. The part that it returns has no rows of judged
// queries that the shard lacks.
func (s Spec) Score(ctx context.Context, path string, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts scoring.Options, of result.Provenance) (*Part, error) {
	files, sources, h, err := s.sources(path)
	if err != nil {
		return nil, err
	}
	switch h.By {
	case ByQuery:
		opts.Only = s.Has
	case ByRange:
		opts.Format = runfile.TREC // a piece of it may look otherwise
	}
	opts.KeepRanks, opts.Hash, opts.KeepStrange = true, true, true // for comparisons, and other shards
	share, err := scoring.ScoreShare(ctx, files, j, measures, profile, opts)
	if err != nil {
		return nil, err
	}
	for i, sum := range share.SHA256 {
		sources[i].SHA256 = sum
	}
	if h.By == ByQuery {
		h.SHA256 = hashOfFiles(sources)
		if s.Shard > 0 { // every shard saw all hits, and one counts them
			share.Seen.Stats, share.Seen.Unscored = trec.RunStats{}, 0
		}
	}
	h.Format, h.Revision, h.Run, h.Judgments, h.Provenance = format, revision, opts.Name, j.Info.SHA256, of
	h.Profile, h.ProfileRevision, h.Measures = profile.Name, profile.Revision, metrics.Texts(measures)
	return &Part{Header: h, Shards: []Shard{{Shard: s.Shard, Sources: sources, Seen: share.Seen}}, rows: share.Rows}, nil
}
