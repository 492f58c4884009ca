package scoring

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// scan feeds the rankings of a run to the pass as a stream, so that memory is bounded by the block.
func (p *pass) scan(ctx context.Context, src trec.Source) (trec.RunStats, error) {
	format := p.opts.Format
	if format == "" {
		var err error
		if format, err = runfile.Detect(src); err != nil {
			return trec.RunStats{}, err
		}
	}
	p.scorer.noted.Order = p.opts.Run.Order // what the findings are about
	if format == runfile.TREC {
		return trec.ScanRun(ctx, src, p.opts.Run, p.add, p.reset)
	}
	read := runfile.Options{Format: format, Order: p.opts.Run.Order, Duplicates: p.opts.Run.Duplicates, SkipText: !p.judgments.Chunks.HasPassages()}
	return p.scanResults(func(each func(runfile.Result) error) (runfile.Stats, error) {
		stats, err := runfile.Scan(ctx, src, read, each, p.reset)
		if err == nil && stats.Queries == 0 {
			err = fmt.Errorf("%s: %w", src.Name, trec.ErrEmpty)
		}
		return stats, err
	})
}

// scanResults feeds a run that comes query by query to the pass.
func (p *pass) scanResults(scan ResultScan) (trec.RunStats, error) {
	stats, err := scan(func(r runfile.Result) error {
		p.addResult(r)
		return nil
	})
	if err != nil {
		return trec.RunStats{}, err
	}
	return stats.RunStats, p.accept(stats)
}

// accept notes what the reader says of a run.
func (p *pass) accept(stats runfile.Stats) error {
	if p.opts.Ties && stats.Order != trec.OrderScore {
		return fmt.Errorf("ties are of scores, and a run in format %s is ranked by its lists; --order score ranks it by them", stats.Format)
	}
	p.scorer.noted.Order, p.scorer.noted.Unscored = stats.Order, stats.Unscored
	return nil
}

// FormatFindings says what only runs of other formats than TREC's have.
func FormatFindings(stats runfile.Stats) []result.Finding {
	var list []result.Finding
	if stats.Unscored > 0 {
		list = append(list, result.Noted(result.FindingUnscored, "the run has no scores; they were made of the ranks, so that a fusion of scores sees ranks"))
	}
	return list
}

// addResult scores what a run holds of one query.
func (p *pass) addResult(r runfile.Result) {
	if p.opts.Only != nil && !p.opts.Only([]byte(r.QueryID)) {
		return
	}
	i, ok := p.judgments.Index([]byte(r.QueryID))
	if !ok {
		p.stranger(r.QueryID, len(r.Hits), r.Error != "")
		return
	}
	p.seen[i] = true
	if r.LatencyMS != nil {
		p.scores.edit(i).LatencyMS = r.LatencyMS
	}
	if r.Error != "" {
		q := p.scores.edit(i)
		q.Status, q.Error = result.Failed, r.Error
	}
	if p.scores.LeftOut(i) {
		return
	}
	for at := range p.scorer.levels {
		p.scratch[0].ranking.Set(r.QueryID, p.scorer.at(p.scorer.levels[at].level, r.Hits))
		p.enter(at, i, &p.scratch[0].ranking, r.Hits, &p.scratch[0])
	}
	p.scorer.answers.score(p.scores, i, response{len(r.Hits), r.Error != "", r.Answer})
}
