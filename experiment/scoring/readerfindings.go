package scoring

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// tieWarning is the share of tied hits above which the order of ties, and not
// the system, may decide a measure.
const tieWarning = 0.05

// ReaderFindings says what the reader noticed about a run file that it read in
// the given order.
func ReaderFindings(run trec.RunStats, order trec.Order) []result.Finding {
	used, ties := "the scores were used", "ties are broken by document id"
	switch order {
	case trec.OrderRank:
		used, ties = "the rank column was used", "the rank column orders them"
	case trec.OrderFile:
		used, ties = "the order of the lines was used", "the order of the lines decides"
	}
	var list []result.Finding
	if run.RankContradictions > 0 {
		list = append(list, result.Noted(result.FindingContradictions, fmt.Sprintf("the rank column contradicts the scores %s; %s", prose.Plural(run.RankContradictions, "time"), used)))
	}
	if share := float64(run.Tied) / float64(max(run.Hits, 1)); share > tieWarning {
		list = append(list, result.Warned(result.FindingTies, fmt.Sprintf("%.1f %% of the hits share their score with another one of their query; %s", 100*share, ties)))
	}
	if run.Duplicates > 0 {
		list = append(list, result.Warned(result.FindingDuplicates, prose.Plural(run.Duplicates, "duplicate document")+" dropped, the best-ranked one of each kept"))
	}
	if run.Interleaved {
		list = append(list, result.Noted(result.FindingInterleaved, "lines of one query are not together; they were grouped by id"))
	}
	return list
}
