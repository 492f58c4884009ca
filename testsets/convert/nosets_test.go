package convert_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// A file without judgments is called by its name, with what reads it; judgments in the same
// columns stay judgments. The forms are those of trec_eval 9.0.8, MTEB 2, lm-evaluation-harness
// 0.4, pytest-json-report 1.5 and a run of TREC.
func TestNoSets(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"trec_eval -q", "num_ret               \t301\t500\nmap                   \t301\t0.0324\n", "scores as trec_eval prints them"},
		{"trec_eval, means", "runid                 \tall\tSTANDARD\nnum_q                 \tall\t3\n", "scores as trec_eval prints them"},
		{"scores between blanks", "map 301 0.0324\nP_5 301 0.2000\n", "scores as trec_eval prints them"},
		{"run", "301 Q0 FR940202 1 2.129133 STANDARD\n", "a run, which has rankings and no judgments"},
		{"MTEB", `{"dataset_revision": "1", "mteb_version": "2.0.0", "scores": {"test": [{"main_score": 0.5}]}}`, "a result of MTEB"},
		{"lm-evaluation-harness", `{"results": {"copa": {"acc,none": 1.0, "acc_stderr,none": 0.0}}}`, "results of lm-evaluation-harness"},
		{"pytest", `{"created": 1.5, "exitcode": 0, "root": "/x", "tests": [{"nodeid": "a::b", "outcome": "passed"}]}`, "a report of pytest"},
		{"archive", "PK\x03\x04\x14\x00\x00\x00", "an archive or a workbook"},
		{"qrels", "301 0 FR940202 1\n302 0 FR940203 0\n", ""},
		{"qrels of BEIR", "query-id\tcorpus-id\tscore\n301\tFR940202\t1\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			format, err := convert.Detect(path)
			switch {
			case tt.want == "" && err != nil && strings.Contains(err.Error(), "looks like scores"):
				t.Errorf("judgments are taken for scores: %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("format %q, error %v; want one with %q", format.Name, err, tt.want)
			}
		})
	}
}
