package scoring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Share is what a part of a run came to: some of its files, a range of one, or some
// of its queries. Judged queries that it lacks have no row: other shares may have them.
type Share struct {
	Seen   Seen
	SHA256 []string // of the files, if it was asked for
	pass   *pass
}

// ScoreShare scores queries of files, each of which is in one of them.
func ScoreShare(ctx context.Context, files []trec.Source, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options) (*Share, error) {
	opts.KeepStrange = opts.KeepStrange || len(files) > 1
	p := newPass(j, measures, profile, opts)
	share := &Share{pass: p}
	in := make([]int32, j.Len()) // which file, from 1
	for i, src := range files {
		if opts.Hash {
			src = src.Hashing()
		}
		p.reset()
		stats, err := p.scan(ctx, src)
		if err != nil && !errors.Is(err, trec.ErrEmpty) {
			return nil, err
		}
		p.flush()
		p.scorer.noted.Stats = stats
		share.Seen.Add(p.scorer.noted.Seen)
		for q, seen := range p.seen {
			if seen && in[q] > 0 {
				return nil, InTwo(j.ID(q), files[in[q]-1].Name, src.Name)
			} else if seen {
				in[q] = int32(i + 1)
			}
		}
		if opts.Hash {
			sum, err := src.SHA256(ctx)
			if err != nil {
				return nil, err
			}
			share.SHA256 = append(share.SHA256, sum)
		}
	}
	for q, file := range in {
		p.seen[q] = file > 0
	}
	p.scorer.noted.Seen = share.Seen
	return share, share.Seen.once()
}

// A ShareRow is a query of a share with a score a measure, NaN where there is none.
type ShareRow struct {
	result.Row
	Values []float64
}

// ShareRows are rows by query id, each valid until the next, or an error.
type ShareRows = iter.Seq2[*ShareRow, error]

// Rows hands over the queries of the share.
func (s *Share) Rows(yield func(*ShareRow, error) bool) {
	t := s.pass.scores
	row := ShareRow{Values: make([]float64, len(t.values))}
	for _, q := range t.inOrderOfIDs(s.pass.matched()) {
		row.Row = t.Query(q)
		row.Judged = result.Number(t.judged[q])
		for m := range t.values {
			row.Values[m] = t.values[m][q]
		}
		if !yield(&row, nil) {
			return
		}
	}
}

// Assemble returns the table of a run from the rows of its shares, which have names and the scores of
// these measures at these places: what RunFile makes of the whole run, to the last bit.
func Assemble(name string, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, opts Options, seen Seen, at []int, names []string, shares []ShareRows) (*Table, error) {
	p := newPass(j, measures, profile, opts)
	p.scorer.noted.Add(seen)
	in := make([]int32, j.Len()) // which share, from 1
	for i, rows := range shares {
		for row, err := range rows {
			if err != nil {
				return nil, err
			}
			q, known := j.Index([]byte(row.QueryID))
			if !known {
				return nil, fmt.Errorf("%s: the query %q is not in %s", name, row.QueryID, j.Info.Name)
			} else if in[q] > 0 {
				return nil, InTwo(row.QueryID, names[in[q]-1], names[i])
			}
			in[q] = int32(i + 1)
			p.put(q, row, at)
		}
	}
	if err := seen.once(); err != nil {
		return nil, err
	}
	return p.table(name)
}

// put notes what a share has of query q.
func (p *pass) put(q int, row *ShareRow, at []int) {
	if p.scores.queries.rankings[q] = row.Ranking; row.Status != result.Scored || row.RelString != "" || row.LatencyMS != nil {
		to := p.scores.edit(q)
		to.Status, to.Error, to.RelString, to.LatencyMS = row.Status, row.Error, row.RelString, row.LatencyMS
	}
	if item, ranks, kept := p.scores.ranksOf(q); kept && row.Relevant != nil { // ranks alone, in the order of the judgments
		item.Place(ranks, row.Relevant)
	}
	p.seen[q], p.scores.judged[q] = true, result.OrNaN(row.Judged)
	for m, place := range at {
		p.scores.values[m][q] = row.Values[place]
	}
}

// table returns the table of a run that was read in shares.
func (p *pass) table(name string) (*Table, error) {
	if len(p.matched()) == 0 {
		return nil, NoCommonQuery(name, p.scorer.noted.Strange, p.judgments)
	}
	t := p.finish()
	t.Name = cmp.Or(p.opts.Name, name)
	return t, nil
}
