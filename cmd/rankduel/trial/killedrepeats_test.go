//go:build unix

package trial_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/experiment/result"
)

// answersByChance answers each call in a random order, after some milliseconds.
const answersByChance = `echo '{"ready":true}'
while read -r line; do
	id=${line#*'"id":'}; id=${id%%[,\}]*}
	query=${line#*'"query_id":"'}; query=${query%%\"*}
	repeat=0
	case $line in *'"repeat":'*) repeat=${line#*'"repeat":'}; repeat=${repeat%%[,\}]*} ;; esac
	echo "$1:$query:$repeat" >> "$ASKED"
	sleep 0.005
	chance=$(od -An -N1 -tu1 /dev/urandom)
	first=$((chance % 2)); second=$((1 - first))
	echo "{\"id\":$id,\"hits\":[{\"id\":\"d$first\",\"score\":$((chance + 2))},{\"id\":\"d$second\",\"score\":1}]}"
done
`

// TestKilledRepeats kills runs of two programs that answer differently each time.
// What was answered stays: a run that goes on asks for the repeats that lack alone.
func TestKilledRepeats(t *testing.T) {
	const queries, repeats, atOnce = 5, 5, 3
	run := scripttest.KilledCalls{Dir: t.TempDir(), Args: []string{"run", "live.yaml", "--quiet", "-o", "report.json"}}
	var set strings.Builder
	var want []string
	set.WriteString("version: v1\nqueries:\n")
	for q := range queries {
		fmt.Fprintf(&set, "- {query_id: q%d, query_text: question %d, query_type: exact_term, relevant_docs: [{doc_id: d%d, grade: 1}]}\n", q, q, q%2)
		for repeat := range repeats {
			want = append(want, fmt.Sprintf("a:q%d:%d", q, repeat), fmt.Sprintf("b:q%d:%d", q, repeat))
		}
	}
	for name, text := range map[string]string{
		"set.yaml":  set.String(),
		"chance.sh": answersByChance,
		"live.yaml": fmt.Sprintf(`test_set: set.yaml
measures: [RR, Success@1]
repeats: %d
concurrency: %d
components:
  a: {command: {argv: [sh, chance.sh, a], inputs: [chance.sh], instances: 2, start_timeout: 30s}}
  b: {command: {argv: [sh, chance.sh, b], inputs: [chance.sh], instances: 2, start_timeout: 30s}}
configs: {old: {components: [a]}, new: {components: [b]}}
`, repeats, atOnce),
	} {
		scripttest.Write(t, filepath.Join(run.Dir, name), []byte(text))
	}
	for _, moment := range []int{len(want) / 5, len(want) / 2, len(want) * 4 / 5} {
		run.KillAfter(t, moment)
	}
	_, made := run.Finish(t, want, atOnce)
	var report struct{ Retrieval result.RetrievalReport }
	if err := json.Unmarshal(scripttest.Read(t, filepath.Join(run.Dir, "report.json")), &report); err != nil {
		t.Fatal(err)
	}
	if r := report.Retrieval; r.Calls != made || r.Reused != len(want)-made || r.Failed != 0 {
		t.Errorf("the last run says that it made %d calls and found %d, %d failed; the programs counted %d of %d", r.Calls, r.Reused, r.Failed, made, len(want))
	}
	verify := exec.CommandContext(t.Context(), "rankduel", "verify", "report.json")
	verify.Dir = run.Dir
	if said, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(said), "report.json: equal to the last byte") {
		t.Errorf("verify: %v: %s", err, said)
	}
}
