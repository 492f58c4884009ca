//go:build unix

package labels_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
)

// slowJudge takes some milliseconds for each document.
const slowJudge = `while read -r line; do
	id=${line#*'"id":'}; id=${id%%[,\}]*}
	doc=${line#*'"doc_id":"'}; doc=${doc%%\"*}
	echo "$doc" >> "$ASKED"
	sleep 0.01
	echo "{\"id\":$id,\"grade\":$((1${doc#d} % 4))}"
done
`

// TestAskKilled kills the asking of a judge. What it answered is a label, and is
// not asked again: one document at most is under way at a kill.
func TestAskKilled(t *testing.T) {
	const documents = 60
	var pool, labels strings.Builder
	var want []string
	for d := range documents {
		doc := fmt.Sprintf("d%02d", d)
		fmt.Fprintf(&pool, `{"query_id": "q", "query_text": "cats", "doc_id": %q, "title": "", "text": "text %d"}`+"\n", doc, d)
		fmt.Fprintf(&labels, "q 0 %s %d\n", doc, d%4)
		want = append(want, doc)
	}
	ask := scripttest.KilledCalls{Dir: t.TempDir(), Args: []string{
		"labels", "ask", "pool.jsonl", "--program", "sh judge.sh", "--guideline", "guide.txt", "-o", "llm.qrels",
	}}
	for name, text := range map[string]string{"judge.sh": slowJudge, "guide.txt": "be strict\n", "pool.jsonl": pool.String()} {
		scripttest.Write(t, filepath.Join(ask.Dir, name), []byte(text))
	}
	for _, moment := range []int{documents / 4, documents / 2, documents * 3 / 4} {
		ask.KillAfter(t, moment)
	}
	said, made := ask.Finish(t, want, 1)
	if first := fmt.Sprintf("60 of 60 documents graded by sh judge.sh, %d asked now\n", made); said != first {
		t.Errorf("the last asking says %q, want %q", said, first)
	}
	if got := string(scripttest.Read(t, filepath.Join(ask.Dir, "llm.qrels"))); got != labels.String() {
		t.Errorf("the labels are\n%s\nwant\n%s", got, &labels)
	}
}
