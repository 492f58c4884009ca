package scorefile_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/experiment/scoring/scorelog"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// A sample is what every kind of log below says of one question.
type sample struct {
	id    string
	score any // nil: nothing was scored
}

type samples []sample

// samplesOf returns 50, which are right or not by a rule that no log knows.
func samplesOf(right func(i int) int) (list samples) {
	for i := range 50 {
		s := sample{fmt.Sprintf("s%02d", i), float64(right(i))}
		if i == 13 {
			s.score = nil
		}
		list = append(list, s)
	}
	return list
}

func before(i int) int { return i * i % 7 / 4 }
func after(i int) int  { return (i*i%7/4 + i*i%5/4 + i%11/8) % 2 }

type object = map[string]any

func asJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// records writes each sample as a record.
func (list samples) records(record func(sample) any) []any {
	var out []any
	for _, s := range list {
		out = append(out, record(s))
	}
	return out
}

func (list samples) lines(record func(sample) any) []byte {
	var out []byte
	for _, r := range list.records(record) {
		out = append(append(out, asJSON(r)...), '\n')
	}
	return out
}

func (list samples) table(header []string, row func(sample) []string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(header)
	for _, s := range list {
		_ = w.Write(row(s))
	}
	w.Flush()
	return out.Bytes()
}

func cell(score any) string {
	if score == nil {
		return ""
	}
	return fmt.Sprint(score)
}

var inspectHead = object{"model": "m/1", "task": "t", "task_version": 0, "dataset": object{"name": "d"}}

func inspectSample(s sample) any {
	value := map[any]any{1.0: "C", 0.0: "I", nil: nil}[s.score]
	return object{"id": s.id, "epoch": 1, "input": "what of " + s.id, "scores": object{"acc": object{"value": value}}}
}

// packed writes an .eval file, with the method that Inspect uses by default.
func (list samples) packed() []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for name, text := range map[string][]byte{
		"header.json": asJSON(object{"status": "success", "eval": inspectHead}), "summaries.json": asJSON(list.records(inspectSample)),
	} {
		f, _ := w.CreateHeader(&zip.FileHeader{Name: name, Method: zstd.ZipMethodWinZip})
		_, _ = f.Write(text)
	}
	_ = w.Close()
	return out.Bytes()
}

// logs writes the same samples as each program does; shapes are those of their sources, see docs/score-logs.md.
func (list samples) logs() map[string][]byte {
	return map[string][]byte{
		"inspect.json": asJSON(object{"status": "success", "eval": inspectHead, "samples": list.records(inspectSample)}),
		"inspect.eval": list.packed(),
		"lm-eval.jsonl": list.lines(func(s sample) any {
			return object{"doc_id": 1, "doc_hash": s.id, "prompt_hash": "p" + s.id, "resps": []any{}, "filter": "none", "metrics": []string{"acc"}, "acc": s.score}
		}),
		"promptfoo.json": asJSON(object{"results": object{
			"version": 3, "prompts": []any{object{"provider": "p"}},
			"results": list.records(func(s sample) any {
				return object{"vars": object{"q": s.id}, "testCase": object{"description": s.id}, "provider": object{"id": "p"}, "namedScores": object{"acc": s.score}, "success": true, "score": 1}
			}),
		}}),
		"promptfoo2.json": asJSON(object{"results": object{"version": 2, "table": object{
			"head": object{"prompts": []any{object{"provider": "p", "label": "l"}}},
			"body": list.records(func(s sample) any {
				return object{"vars": []string{s.id}, "outputs": []any{object{"pass": true, "score": s.score}}}
			}),
		}}}),
		"deepeval.json": asJSON(object{"testRunData": object{"testCases": list.records(func(s sample) any {
			return object{"name": s.id, "metricsData": []any{object{"name": "acc", "score": s.score}}, "trace": object{"metricsData": []any{object{"name": "acc", "score": .5}}}}
		})}}),
		"ragas.csv": list.table([]string{"user_input", "retrieved_contexts", "response", "acc"}, func(s sample) []string {
			return []string{s.id, "['a\nb', \"c\"]", "7", cell(s.score)}
		}),
		"ragas.json": asJSON(list.records(func(s sample) any {
			return object{"user_input": s.id, "retrieved_contexts": []any{"a"}, "response": "7", "acc": s.score}
		})),
		"nemo.jsonl": list.lines(func(s sample) any {
			return object{"problem_idx": s.id, "repeat": 0, "reward": 1, "scorer_rewards": object{"acc": s.score}}
		}),
		"openai.jsonl": append([]byte(`{"spec": {"eval_name": "e", "split": "dev", "completion_fns": ["m"]}}`+"\n"), list.lines(func(s sample) any {
			return object{"event_id": 1, "sample_id": s.id, "type": "metrics", "data": object{"acc": s.score, "sampled": "text"}}
		})...),
		"helm.json": asJSON(list.records(func(s sample) any {
			return object{"instance_id": s.id, "train_trial_index": 0, "stats": []any{
				object{"name": object{"name": "acc", "split": "test"}, "mean": s.score}, object{"name": object{"name": "acc", "perturbation": object{"name": "typos"}}, "mean": .25},
			}}
		})),
		"langsmith.csv": list.table([]string{"inputs.q", "feedback.acc", "execution_time", "example_id", "error"}, func(s sample) []string {
			return []string{"?", cell(s.score), "1.5", s.id, ""}
		}),
		"phoenix.json": asJSON(list.records(func(s sample) any {
			return object{"example_id": s.id, "repetition_number": 1, "latency_ms": 3, "annotations": []any{object{"name": "acc", "score": s.score}}}
		})),
		"langfuse.json": asJSON(object{"run_name": "r", "item_results": list.records(func(s sample) any {
			return object{"item": object{"id": s.id}, "evaluations": []any{object{"name": "acc", "value": s.score, "data_type": "NUMERIC"}}}
		})}),
		"mlflow.json": asJSON(object{"columns": []string{"inputs", "acc/v1/score", "acc/v1/justification"}, "data": list.records(func(s sample) any {
			return []any{s.id, s.score, "so"}
		})}),
		"pytest.json": asJSON(object{"tests": list.records(func(s sample) any {
			outcome := map[any]string{1.0: "passed", 0.0: "failed", nil: "skipped"}[s.score]
			return object{"nodeid": s.id, "outcome": outcome}
		})}),
		"ragci.json": asJSON(object{"valid": true, "golden_hash": "h", "case_results": list.records(func(s sample) any {
			return object{"case_id": s.id, "status": "ok", "scores": object{"acc": s.score}, "trace": object{"latency_ms": 2}}
		})}),
		"opensearch.json": asJSON(object{"hits": object{"hits": list.records(func(s sample) any {
			return object{"_source": object{"searchConfigurationId": "c", "searchText": s.id, "metrics": []any{object{"metric": "acc", "value": s.score}}}}
		})}}),
		"quepid.json": asJSON(object{"name": "snap", "scorer": object{"name": "acc"}, "scores": list.records(func(s sample) any {
			return object{"query_id": s.id, "score": s.score}
		})}),
		"haystack.json":  list.haystack(),
		"rank_eval.json": list.rankEval(),
		"pyterrier.csv": list.table([]string{"name", "qid", "measure", "value"}, func(s sample) []string {
			return []string{"sys", s.id, "acc", cell(s.score)}
		}),
		"openai-match.jsonl": list.lines(func(s sample) any {
			event := object{"event_id": 1, "sample_id": s.id, "type": "match", "data": object{"correct": s.score == 1.}}
			if s.score == nil {
				event["type"], event["data"] = "error", object{"message": "timeout"}
			}
			return event
		}),
		"skills.jsonl": list.lines(func(s sample) any {
			return object{"generation": "", "id": s.id, "symbolic_correct": s.score}
		}),
		"phoenix.csv": list.table([]string{"example_id", "repetition_number", "annotation_acc_score"}, func(s sample) []string {
			return []string{s.id, "1", cell(s.score)}
		}),
		"trec_eval.txt":   list.texts("success_1 \t%[1]s\t%[2]v\n"),
		"ir_measures.txt": list.texts("%s\tSuccess@1\t%v\n"),
		"pytrec.json":     asJSON(list.nested(func(out map[string]object, s sample) { out[s.id] = object{"success_1": s.score} })),
		"ranx.json": asJSON(list.nested(func(out map[string]object, s sample) {
			if out["hit_rate@1"] == nil {
				out["hit_rate@1"] = object{}
			}
			out["hit_rate@1"][s.id] = s.score
		})),
		"table.csv": list.table([]string{"query_id", "acc"}, func(s sample) []string { return []string{s.id, cell(s.score)} }),
	}
}

// texts writes a line for each sample that was scored, nested an object of them: these programs write no others.
func (list samples) texts(line string) (out []byte) {
	for _, s := range list {
		if s.score != nil {
			out = fmt.Appendf(out, line, s.id, s.score)
		}
	}
	return out
}

func (list samples) nested(add func(map[string]object, sample)) map[string]object {
	out := map[string]object{}
	for _, s := range list {
		if s.score != nil {
			add(out, s)
		}
	}
	return out
}

func (list samples) haystack() []byte {
	var ids, scores []any
	for _, s := range list {
		ids, scores = append(ids, s.id), append(scores, s.score)
	}
	return asJSON(object{"run_name": "r", "inputs": object{"question": ids}, "results": object{"acc": object{"score": .5, "individual_scores": scores}}})
}

func (list samples) rankEval() []byte {
	details := object{}
	for _, s := range list {
		details[s.id] = object{"metric_score": s.score, "metric_details": object{"acc": object{}}}
	}
	return asJSON(object{"metric_score": .5, "details": details, "failures": object{}})
}

// TestLogsSayTheSame reads the same 50 samples of two systems as every kind of log: one comparison, whose counts
// are made here, and which is that of a table of scores.
func TestLogsSayTheSame(t *testing.T) {
	from, to := samplesOf(before), samplesOf(after)
	var gained, lost int
	for i, s := range from {
		if now, scored := to[i].score.(float64); scored {
			gained, lost = gained+int(max(now-s.score.(float64), 0)), lost+int(max(s.score.(float64)-now, 0))
		}
	}
	logs, later := from.logs(), to.logs()
	want, _ := comparedLogs(t, logs["table.csv"], later["table.csv"])
	if m := want.McNemar; m.OnlyB != gained || m.OnlyA != lost || lost == 0 || want.N != 49 {
		t.Errorf("of %d pairs %+v, want 49, %d gained and %d lost", want.N, m, gained, lost)
	}
	read := map[string]int{}
	for name, text := range logs {
		t.Run(name, func(t *testing.T) {
			got, kind := comparedLogs(t, text, later[name])
			if read[kind]++; !reflect.DeepEqual(got, want) {
				t.Errorf("%s\nwant that of a table of scores,\n%s", asJSON(got), asJSON(want))
			}
		})
	}
	var file struct {
		Kinds []struct{ Name, Columns, Is, Refuse string }
	}
	text, err := os.ReadFile("../scorelog/logs.yaml")
	if err = errors.Join(err, yaml.Unmarshal(text, &file)); err != nil {
		t.Fatal(err)
	}
	for _, k := range file.Kinds {
		for _, form := range []string{k.Columns, k.Is} {
			if form == "" || k.Refuse != "" {
				continue
			}
			if read[k.Name]--; read[k.Name] < 0 {
				t.Errorf("no log of %s, or not in each of its forms, is among these", k.Name)
			}
		}
	}
}

// comparedLogs compares two systems on the score that both logs have of each sample.
func comparedLogs(t *testing.T, a, b []byte) (result.Inference, string) {
	t.Helper()
	var tables []*scoring.Table
	for name, text := range map[string][]byte{"a": a, "b": b} {
		list, err := scorefile.ReadSystems(name, bytes.NewReader(text), scorefile.Form{Columns: scorefile.ColumnMeasures})
		if err != nil || len(list) != 1 {
			t.Fatalf("%d systems, %v", len(list), err)
		}
		list[0].Name = name
		tables = append(tables, list[0])
	}
	ordered.Stable(tables, func(x, y *scoring.Table) int { return strings.Compare(x.Name, y.Name) })
	at := measureOf(t, tables[0])
	settings := compare.Settings{Primary: tables[0].Measures[at], Ranges: map[string]float64{"": 1}}
	higher := map[string]metrics.Direction{"": metrics.HigherIsBetter}
	if err := scorefile.Align(tables, scorefile.Alignment{Directions: higher}); err != nil {
		t.Fatal(err)
	}
	c, err := compare.Against(tables[0], tables[1:], settings)
	if err != nil {
		t.Fatal(err)
	}
	inf := c.Comparisons[0].Measures[at].Inference
	inf.PAdjusted, inf.Diagnostics.Influential, inf.Diagnostics.Fragile = nil, "", nil // by how many measures, and ids
	inf.Undefined = 0
	return inf, tables[0].Kind
}

// measureOf returns the place of the score that is under test.
func measureOf(t *testing.T, table *scoring.Table) int {
	t.Helper()
	for _, name := range []string{"acc", "passed", "score", "Success@1"} {
		if m := metrics.Index(table.Measures, scoring.Named(name)); m >= 0 {
			return m
		}
	}
	for m, measure := range table.Measures {
		if f, is := measure.(metrics.Foreign); is && slices.Contains([]string{"acc", "passed", "score", "correct", "symbolic_correct"}, f.Name) {
			return m
		}
	}
	t.Fatalf("no such measure among %v", metrics.Texts(table.Measures))
	return -1
}

func readLog(t *testing.T, name, text string) []*scoring.Table {
	t.Helper()
	tables, err := scorefile.ReadSystems(name, strings.NewReader(text), scorefile.Form{Columns: scorefile.ColumnMeasures})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestErrorsAreNotZero: a sample that ended in an error is there, without a score, and said.
func TestErrorsAreNotZero(t *testing.T) {
	table := readLog(t, "a.json", `{"eval": {"model": "m"}, "samples": [
		{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}},
		{"id": 2, "epoch": 1, "error": {"message": "timeout"}, "scores": null},
		{"id": 3, "epoch": 1, "scores": {"match": {"value": NaN}}}]}`)[0]
	if table.Name != "m" || table.Len() != 3 {
		t.Fatalf("%s has %d queries", table.Name, table.Len())
	}
	for q, want := range []float64{1, math.NaN(), math.NaN()} {
		if v := table.Value(0, q); v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
			t.Errorf("query %d has %v, want %v", q, v, want)
		}
	}
	if len(table.Health) != 1 || !strings.Contains(table.Health[0].Text, `1 of 3 samples ended in an error (--on-error says what becomes of them): "2"`) {
		t.Errorf("findings: %v", table.Health)
	}
}

// TestErrorPolicies: by default the sample failed, and a comparison leaves it out; else it is 0, but what it
// cost is not known in either system, or refused. One that failed in one of two epochs has the score of the other.
func TestErrorPolicies(t *testing.T) {
	log := func(name, second string) *scoring.Table {
		return readLog(t, name, `{"eval": {"model": "m"}, "samples": [{"id": 1, "epoch": 1, "total_time": 3, "scores": {"match": {"value": "C"}}},
			{"id": 2, "epoch": 1, `+second+`}, {"id": 3, "epoch": 1, "error": "no"}, {"id": 3, "epoch": 2, "total_time": 1, "scores": {"match": {"value": "C"}}}]}`)[0]
	}
	for policy, want := range map[string]struct {
		score, time float64
		status      result.Status
		refused     string
	}{
		scorefile.ErrorsLeftOut: {math.NaN(), 2, result.Failed, ""}, scorefile.ErrorsZero: {0, math.NaN(), result.Scored, ""},
		scorefile.ErrorsRefused: {refused: `m: 1 sample ended in an error: "2"; --on-error`},
	} {
		a, b := log("a", `"error": "timeout"`), log("b", `"total_time": 2, "scores": {"match": {"value": "I"}}`)
		err := scorefile.Align([]*scoring.Table{a, b}, scorefile.Alignment{OnError: policy})
		if want.refused != "" {
			if err == nil || !strings.Contains(err.Error(), want.refused) {
				t.Errorf("%s: %v, want %q", policy, err, want.refused)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if a.Status(1) != want.status || b.Status(1) != result.Scored || a.Status(2) != result.Scored || a.Value(0, 2) != 1 || b.Value(0, 1) != 0 {
			t.Errorf("%s: %v, %v, %v, %v", policy, a.Status(1), b.Status(1), a.Status(2), a.Value(0, 2))
		}
		for what, v := range map[string][2]float64{"score": {a.Value(0, 1), want.score}, "time": {b.Value(1, 1), want.time}} {
			if v[0] != v[1] && !(math.IsNaN(v[0]) && math.IsNaN(v[1])) {
				t.Errorf("%s: %s %v, want %v", policy, what, v[0], v[1])
			}
		}
	}
}

// TestErrorsOfTables: a table does not say of any query that it ended in an error, so that there is nothing to decide.
func TestErrorsOfTables(t *testing.T) {
	for policy, refused := range map[string]bool{"": false, scorefile.ErrorsLeftOut: false, scorefile.ErrorsZero: true, scorefile.ErrorsRefused: true} {
		tables, err := scorefile.ReadSystems("t.csv", strings.NewReader("query_id,RR\nq1,1\nq2,0\n"), scorefile.Form{})
		if err != nil {
			t.Fatal(err)
		}
		err = scorefile.Align(tables, scorefile.Alignment{OnError: policy})
		if refused != (err != nil) || refused && !strings.Contains(err.Error(), "--on-error "+policy+" has no use: t.csv is a table of scores") {
			t.Errorf("%q: %v", policy, err)
		}
	}
	log := readLog(t, "a.json", `{"eval": {"model": "m"}, "samples": [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}]}`)
	if err := scorefile.Align(log, scorefile.Alignment{OnError: scorefile.ErrorsZero}); err != nil {
		t.Errorf("a log without errors: %v", err)
	}
}

// TestRepeatsOfLogs: a score is the mean over the epochs of a sample, 1/2 of C and I.
func TestRepeatsOfLogs(t *testing.T) {
	table := readLog(t, "a.json", `{"eval": {"model": "m"}, "samples": [
		{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}, {"id": 1, "epoch": 2, "scores": {"match": {"value": "I"}}},
		{"id": 2, "epoch": 1, "scores": {"match": {"value": "C"}}}, {"id": 2, "epoch": 2, "scores": {"match": {"value": "C"}}}]}`)[0]
	if v, w := table.Value(0, 0), table.Value(0, 1); v != .5 || w != 1 {
		t.Errorf("means %v and %v, want 0.5 and 1", v, w)
	}
}

// TestErrorsOfRuns: a sample that failed in two of three epochs is one sample, and has the score of the third.
func TestErrorsOfRuns(t *testing.T) {
	table := readLog(t, "a.json", `{"eval": {"model": "m"}, "samples": [
		{"id": 1, "epoch": 1, "error": {"message": "timeout"}}, {"id": 1, "epoch": 2, "error": {"message": "timeout"}},
		{"id": 1, "epoch": 3, "scores": {"match": {"value": "C"}}}]}`)[0]
	if v := table.Value(0, 0); v != 1 || table.Len() != 1 || !strings.HasPrefix(table.Health[0].Text, `1 of 1 sample ended in an error (--on-error says what becomes of them): "1"`) {
		t.Errorf("%v, %d samples, %v", v, table.Len(), table.Health)
	}
}

// TestOneEpoch: samples that were asked once have no runs to speak of.
func TestOneEpoch(t *testing.T) {
	for _, epochs := range []string{"1", "2"} {
		table := readLog(t, "a.json", `{"eval": {"model": "m"}, "samples": [
			{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}, {"id": 2, "epoch": `+epochs+`, "scores": {"match": {"value": "I"}}}]}`)[0]
		if runs := table.Repeated(); runs != (epochs == "2") {
			t.Errorf("epochs up to %s: repeated %t", epochs, runs)
		}
	}
}

// TestLogsRefused: what would make a comparison wrong is an error that says what to do.
func TestLogsRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"word":     {`{"samples": [{"id": 1, "epoch": 1, "scores": {"m": {"value": "splendid"}}}]}`, `the score m is "splendid", which is neither`},
		"started":  {`{"status": "started", "eval": {}, "samples": [{"id": 1, "epoch": 1, "scores": {}}]}`, "not finished"},
		"invalid":  {`{"valid": false, "case_results": [{"case_id": 1, "scores": {"a": 1}}]}`, "not valid"},
		"twice":    {`{"samples": [{"id": 1, "epoch": 1, "scores": {}}, {"id": 1, "epoch": 1, "scores": {}}]}`, `a second row of sample "1", repeat "1"`},
		"filters":  {`{"doc_id": 1, "resps": [], "filter": "strict", "metrics": []}` + "\n" + `{"doc_id": 1, "resps": [], "filter": "loose", "metrics": []}`, "with filter loose and strict: --filter says which"},
		"no id":    {`[{"example_id": null, "annotations": []}]`, "--sample-id FIELD says which"},
		"means":    {`{"mteb_version": "2", "scores": {}}`, "means and no query"},
		"link":     {`{"testRunLink": "https://…"}`, "a link to a run of DeepEval"},
		"foreign":  {`{"a": 1, "b": 2}`, `records with "a", "b"`},
		"empty":    {`[]`, "no scores of samples"},
		"cut off":  {`{"samples": [{"id": 1, "epoch": 1, "scores": {}}`, "is it cut off?"},
		"not JSON": {`{"samples": nonsense}`, "invalid character"},
	} {
		_, err := scorefile.ReadSystems("f.json", strings.NewReader(c.text), scorefile.Form{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "f.json") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestSampleAndFilter: a field and a way of scoring that the user names.
func TestSampleAndFilter(t *testing.T) {
	text := `{"doc_id": 1, "key": "x", "resps": [], "filter": "strict", "metrics": ["acc"], "acc": 1}` + "\n" +
		`{"doc_id": 1, "key": "x", "resps": [], "filter": "loose", "metrics": ["acc"], "acc": 0}`
	form := scorefile.Form{Log: scorelog.Form{Sample: "key", Part: "strict"}}
	tables, err := scorefile.ReadSystems("f.jsonl", strings.NewReader(text), form)
	if err != nil || tables[0].Len() != 1 || tables[0].ID(0) != "x" || tables[0].Value(0, 0) != 1 {
		t.Fatalf("%v, %v", tables, err)
	}
	form.Log.Part = "other"
	if _, err := scorefile.ReadSystems("f.jsonl", strings.NewReader(text), form); err == nil || !strings.Contains(err.Error(), "there are loose, strict") {
		t.Errorf("%v", err)
	}
	form.Log = scorelog.Form{Sample: "key"}
	if _, err := scorefile.ReadSystems("f.csv", strings.NewReader("query_id,acc\n1,1\n"), form); err == nil || !strings.Contains(err.Error(), "--sample-id") {
		t.Errorf("a table takes --sample-id: %v", err)
	}
}

// TestOtherTask: logs of other tasks, or of samples that were asked otherwise, are not compared.
func TestOtherTask(t *testing.T) {
	log := func(task, hash string) *scoring.Table {
		return readLog(t, task+hash, fmt.Sprintf(`{"testCases": [{"name": "a", "input": %q, "metricsData": [{"name": "acc", "score": 1}]}], "datasetAlias": %q}`, hash, task))[0]
	}
	a := log("one", "x")
	for other, want := range map[*scoring.Table]string{
		log("one", "x"): "", log("two", "x"): `dataset: "one" and "two"`, log("one", "y"): `what 1 sample asked or expected: "a"`,
	} {
		err := scorefile.Align([]*scoring.Table{a, other}, scorefile.Alignment{})
		if want == "" && err != nil || want != "" && (!errors.Is(err, scorefile.ErrNotComparable) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestCosts: of costs a lower score is better, and they are behind what was right.
func TestCosts(t *testing.T) {
	table := readLog(t, "a.json", `{"tests": [{"nodeid": "t", "outcome": "passed", "call": {"duration": 2}}]}`)[0]
	if texts := strings.Join(metrics.Texts(table.Measures), " "); texts != "passed time_s" {
		t.Errorf("measures %s", texts)
	}
	if err := scorefile.Align([]*scoring.Table{table}, scorefile.Alignment{}); err != nil {
		t.Fatal(err)
	}
	if d := metrics.DirectionOf(table.Measures[1]); d != metrics.LowerIsBetter {
		t.Errorf("of time_s %s is better", d)
	}
	if err := scorefile.CheckDirection(table.Measures[0]); err != nil {
		t.Error(err)
	}
	if err := scorefile.CheckDirection(table.Measures[1]); err == nil {
		t.Error("a verdict on costs that no one asked for")
	}
}

// TestIRMeasuresColumns: ir_measures 0.3.3 prints query, measure, value where trec_eval prints measure, query, value.
func TestIRMeasuresColumns(t *testing.T) {
	for _, text := range []string{"q1\tnDCG@10\t0.5\nq2\tnDCG@10\t0.25\nall\tnDCG@10\t0.375\n", "ndcg_cut_10 q1 0.5\nndcg_cut_10 q2 0.25\nndcg_cut_10 all 0.375\n"} {
		table := readLog(t, "a", text)[0]
		if table.Len() != 2 || table.ID(1) != "q2" || table.Value(0, 1) != .25 {
			t.Errorf("%q: %d queries, the second %s", text, table.Len(), table.ID(1))
		}
	}
}

// TestRealLogs reads the logs that are at hand: how many samples each has is counted by other means.
func TestRealLogs(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "data", "logs")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the shared logs are not there:", err)
	}
	for name, want := range map[string]int{ // by jq length, and unzip -l
		"inspect_epochs2.eval": 2, "inspect_log_formats.json": 1, "promptfoo_v3.json": 3, "deepeval_test_run.json": 1,
		"pytest_json_report.json": 10, "ragci_run.json": 6, "samples_copa_2026-09-24T03-04-37.941131.jsonl": 6,
	} {
		f, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		tables, err := scorefile.ReadSystems(name, f, scorefile.Form{})
		_ = f.Close()
		if err != nil || len(tables) != 1 || tables[0].Len() != want {
			t.Errorf("%s: %d systems, %v", name, len(tables), err)
		}
	}
}
