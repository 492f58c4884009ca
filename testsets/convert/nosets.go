package convert

import (
	"fmt"
	"regexp"

	"github.com/rankduel/rankduel/internal/pattern"
)

// A noSet is what a file may be in place of a test set, by a sign in its beginning, and what reads it.
type noSet struct {
	sign func() *regexp.Regexp
	what string
	sure bool // no format looks so
}

const trecPrints = "scores as trec_eval prints them, for rankduel compare --scores"

const scoresTo = "scores of each query, as a table of query_id, measure and score, are for rankduel compare --scores"

var noSets = []noSet{
	{sign: pattern.Lazy(`"user_query"`), what: "a log of what users did, which has no judgments: new queries are drawn from it with rankduel testset refresh start"},
	{sign: pattern.Lazy(`^\S+[ \t]+\S+[ \t]+\S+[ \t]+\d+[ \t]+[-+.\deE]+[ \t]+\S+[ \t]*\r?\n`), what: "a run, which has rankings and no judgments: rankduel eval RUN --qrels QRELS scores it"},
	{sign: pattern.Lazy(`^[a-z]\w*[ \t]+(all[ \t]+\S+|\w+[ \t]+-?\d*\.\d+)[ \t]*\r?\n`), what: trecPrints},
	{sign: pattern.Lazy(`^\w\S* +\t\S+\t\S`), what: trecPrints, sure: true}, // it fills names up with blanks
	{sign: pattern.Lazy(`"mteb_version":`), what: "a result of MTEB, which has means and no query: the rankings that it is of are for rankduel eval RUN --qrels QRELS, if they were kept"},
	{sign: pattern.Lazy(`"\w+_stderr,[\w-]+":`), what: "results of lm-evaluation-harness, which are means over all questions; its samples_*.jsonl have a line for each: " + scoresTo},
	{sign: pattern.Lazy(`(?s)"exitcode":.*"(collectors|tests)":`), what: "a report of pytest, which says what passed and not what should be found: " + scoresTo},
	{sign: pattern.Lazy(`(?s)^PK\x03\x04.*(_journal/start|header)\.json`), what: "a log of Inspect, which has scores of answers; inspect log dump writes it as JSON: " + scoresTo},
	{sign: pattern.Lazy(`^PK\x03\x04`), what: "an archive or a workbook, which is read unpacked, or as CSV UTF-8 of one sheet"},
}

// noSet says what a file is that begins so, and what reads it; nil where it may be a test set.
// Only a sure sign counts before formats were asked.
func (f *file) noSet(head string, asked bool) error {
	for _, n := range noSets {
		if (asked || n.sure) && n.sign().MatchString(head) {
			return fmt.Errorf("%s looks like %s", f.path, n.what)
		}
	}
	return nil
}
