package convert

import (
	"fmt"
	"regexp"

	"github.com/rankduel/rankduel/internal/pattern"
)

// A noSet is what a file may be in place of a test set, by a sign in its beginning, and what
// reads it.
type noSet struct {
	sign func() *regexp.Regexp
	what string
}

var (
	userLog     = pattern.Lazy(`"user_query"`)
	trecRun     = pattern.Lazy(`^\S+[ \t]+\S+[ \t]+\S+[ \t]+\d+[ \t]+[-+.\deE]+[ \t]+\S+[ \t]*\r?\n`)
	trecScores  = pattern.Lazy(`^[a-z]\w*[ \t]+(all[ \t]+\S+|\w+[ \t]+-?\d*\.\d+)[ \t]*\r?\n`)
	mtebResult  = pattern.Lazy(`"mteb_version":`)
	lmEvalMeans = pattern.Lazy(`"\w+_stderr,[\w-]+":`)
	pytestTests = pattern.Lazy(`(?s)"exitcode":.*"(collectors|tests)":`)
	inspectLog  = pattern.Lazy(`(?s)^PK\x03\x04.*(_journal/start|header)\.json`)
	zipArchive  = pattern.Lazy(`^PK\x03\x04`)
)

const scoresTo = "scores of each query, as a table of query_id, measure and score, are for rankduel compare --scores"

func noSets() []noSet {
	return []noSet{
		{userLog, "a log of what users did, which has no judgments: new queries are drawn from it with rankduel testset refresh start"},
		{trecRun, "a run, which has rankings and no judgments: rankduel eval RUN --qrels QRELS scores it"},
		{trecScores, "scores as trec_eval prints them, for rankduel compare --scores"},
		{mtebResult, "a result of MTEB, which has means and no query: the rankings that it is of are for rankduel eval RUN --qrels QRELS, if they were kept"},
		{lmEvalMeans, "results of lm-evaluation-harness, which are means over all questions; its samples_*.jsonl have a line for each: " + scoresTo},
		{pytestTests, "a report of pytest, which says what passed and not what should be found: " + scoresTo},
		{inspectLog, "a log of Inspect, which has scores of answers; inspect log dump writes it as JSON: " + scoresTo},
		{zipArchive, "an archive or a workbook, which is read unpacked, or as CSV UTF-8 of one sheet"},
	}
}

// noSet says what a file is that begins so, and what reads it; nil where it may be a test set.
func (f *file) noSet(head string) error {
	for _, n := range noSets() {
		if n.sign().MatchString(head) {
			return fmt.Errorf("%s looks like %s", f.path, n.what)
		}
	}
	return nil
}
