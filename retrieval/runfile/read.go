package runfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Read reads a whole run into memory.
//
// What is wrong with the file is said as "file:line: what, and what to do", in Parquet "file: row n: …".
// Errors are [*trec.LineError] or [*RowError], or wrap [trec.ErrEmpty] when the file holds no query,
// [ErrUnknown], or ctx's error. All documents that come twice are one [*trec.RepeatsError].
func Read(ctx context.Context, src trec.Source, opts Options) (*Run, Stats, error) {
	if err := opts.Validate(); err != nil {
		return nil, Stats{}, err
	}
	if opts.Format == "" {
		format, err := Detect(src)
		if err != nil {
			return nil, Stats{}, err
		}
		opts.Format = format
		if err := opts.Validate(); err != nil { // what the format cannot do
			return nil, Stats{}, fmt.Errorf("%s: %w", src.Name, err)
		}
	}
	if opts.Format == TREC {
		return readTREC(ctx, src, opts)
	}
	c := newCollector(src.Name, opts)
	if err := c.readAll(ctx, src); err != nil {
		return nil, Stats{}, err
	}
	if len(c.results) == 0 {
		return nil, Stats{}, fmt.Errorf("%s: %w", c.name, trec.ErrEmpty)
	}
	return newRun(ordered.Each(c.results, func(r Result) kept { return kept{Result: r} })), c.stats, nil
}

// ReadFiles reads a run that is in several files, each query in one of them, and returns its hash.
func ReadFiles(ctx context.Context, files []trec.Source, opts Options) (*Run, string, error) {
	var all []kept
	var sums []string
	tag, in := "", map[string]string{}
	for _, src := range files {
		src = src.Hashing()
		run, _, err := Read(ctx, src, opts)
		if err == nil {
			tag, all = cmp.Or(tag, run.Tag), append(all, run.results...)
		} else if len(files) == 1 || !errors.Is(err, trec.ErrEmpty) {
			return nil, "", err
		}
		for _, r := range all[len(in):] {
			if before, twice := in[r.QueryID]; twice {
				return nil, "", fmt.Errorf("the query %q is in %s and in %s; write each query to one file", r.QueryID, before, src.Name)
			}
			in[r.QueryID] = src.Name
		}
		sum, err := src.SHA256(ctx)
		if err != nil {
			return nil, "", err
		}
		sums = append(sums, sum)
	}
	if len(all) == 0 {
		return nil, "", fmt.Errorf("%s and the other files of the run: %w", files[0].Name, trec.ErrEmpty)
	}
	whole := newRun(all)
	whole.Tag = tag
	return whole, HashOf(ordered.Each(files, func(file trec.Source) string { return file.Name }), sums), nil
}

// readAll reads a source to its end.
func (c *collector) readAll(ctx context.Context, src trec.Source) error {
	in, err := src.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	err = c.read(ctx, in)
	if errors.Is(err, errReturned) {
		return err
	}
	if err == nil {
		err = c.end()
	}
	if twice := c.twiceError(); twice != nil && ctx.Err() == nil {
		return twice // it is before the other fault
	}
	if err != nil {
		return c.located(err)
	}
	return nil
}

// read reads the format that was asked for.
func (c *collector) read(ctx context.Context, file io.Reader) error {
	in := interrupt.Reader(ctx, file)
	switch c.opts.Format {
	case JSON:
		return c.readJSON(in)
	case TSV:
		return c.readTable(in)
	case Hits:
		return c.readHits(in)
	case JSONL:
		return c.readResults(in, ownShape)
	case Kebab:
		return c.readResults(in, kebabShape)
	}
	return c.readParquet(ctx, file)
}

func readTREC(ctx context.Context, src trec.Source, opts Options) (*Run, Stats, error) {
	file, stats, err := trec.ReadRun(ctx, src, trec.RunOptions{Order: opts.Order, Duplicates: opts.Duplicates})
	if err != nil {
		return nil, Stats{}, err
	}
	run := newRun(ordered.Each(file, func(r trec.Recorded) kept { return kept{Result{QueryID: r.Query}, &r} }))
	run.Tag = stats.Tag
	return run, Stats{RunStats: stats, Format: TREC, Order: opts.order()}, nil
}
