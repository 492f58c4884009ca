package scorefile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
)

// value returns the score of a sample, by names; NaN is printed as such.
func value(t *testing.T, table *scoring.Table, measure, id string) string {
	t.Helper()
	for q := range table.Len() {
		if m := metrics.Index(table.Measures, scoring.Named(measure)); m >= 0 && table.ID(q) == id {
			return fmt.Sprintf("%.4g", table.Value(m, q))
		}
	}
	return "none"
}

// promptfooRow returns a result of version 3 that one provider gave.
func promptfooRow(vars string, score int, more string) string {
	return fmt.Sprintf(`{"vars": %s, "provider": {"id": "p"}, "score": %d, "success": %t%s}`, vars, score, score == 1, more)
}

func promptfoo(rows ...string) string {
	return `{"results": {"version": 3, "results": [` + strings.Join(rows, ",") + `]}}`
}

// TestEveryRepeatCounts: means of all rows of a sample, by hand, whether or not rows say which repeat they are.
func TestEveryRepeatCounts(t *testing.T) {
	phoenix := func(repeat string, score int) string {
		return fmt.Sprintf(`{"example_id": "x", "repetition_number": %s, "annotations": [{"name": "ok", "score": %d}]}`, repeat, score)
	}
	x, y := `{"q": "x"}`, `{"q": "y"}`
	for name, c := range map[string]struct{ text, measure, id, want string }{
		"promptfoo, right and wrong":      {promptfoo(promptfooRow(x, 1, ""), promptfooRow(x, 0, "")), "score", x, "0.5"},
		"promptfoo, wrong and right":      {promptfoo(promptfooRow(x, 0, ""), promptfooRow(x, 1, "")), "score", x, "0.5"},
		"one sample twice":                {promptfoo(promptfooRow(x, 0, ""), promptfooRow(y, 1, ""), promptfooRow(x, 1, "")), "score", y, "1"},
		"one sample twice, the repeated":  {promptfoo(promptfooRow(y, 1, ""), promptfooRow(x, 0, ""), promptfooRow(x, 1, "")), "score", x, "0.5"},
		"LangSmith, rows of an example":   {"feedback.ok,example_id\n1,e\n0,e\n0,e\n", "ok", "e", "0.3333"},
		"Phoenix, the first has no name":  {"[" + phoenix("null", 1) + "," + phoenix("2", 0) + "]", "ok", "x", "0.5"},
		"Phoenix, the second has no name": {"[" + phoenix("2", 0) + "," + phoenix("null", 1) + "]", "ok", "x", "0.5"},
	} {
		table := readLog(t, "a", c.text)[0]
		if got := value(t, table, c.measure, strings.ReplaceAll(c.id, " ", "")); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		for q := range table.Len() {
			if table.RunsOf(0, q).N == 0 {
				t.Errorf("%s: %s has a score and no run", name, table.ID(q))
			}
		}
	}
}

// TestWhatIsAScore: values as the programs mean them. NeMo-Skills' is_correct_judgement reads what follows the first
// "Judgement:", a box, or points from 6 on; NeMo Evaluator gives 0 to what ended in an error.
func TestWhatIsAScore(t *testing.T) {
	skills := func(judgement string) string {
		return string(asJSON(object{"generation": "", "id": "x", "judgement": judgement})) + "\n" + string(asJSON(object{"generation": "", "id": "y", "judgement": "Judgement: Yes"}))
	}
	nemo := func(details string) string {
		return `{"problem_idx": "x", "repeat": 0, "reward": 0.0, "scoring_details": ` + details + "}\n" + `{"problem_idx": "y", "repeat": 0, "reward": 1.0}`
	}
	ragas := func(cell string) string {
		return "user_input,retrieved_contexts,ok\nx,c," + cell + "\ny,c,True\n"
	}
	for _, c := range []struct{ text, measure, want string }{
		{skills("Yes in form, but not in value.\nJudgement: No"), "judge_correct", "0"},
		{skills("It says no.\n**Judgement**: **yes**, it is"), "judge_correct", "1"},
		{skills("judgement: YES"), "judge_correct", "1"},
		{skills("Judgement: unclear, perhaps yes"), "judge_correct", "NaN"},
		{skills("Yes"), "judge_correct", "NaN"},
		{skills(`so \boxed{Incorrect}`), "judge_correct", "0"},
		{skills(`so \boxed{ Correct }`), "judge_correct", "1"},
		{skills("<points>6 out of 7</points>"), "judge_correct", "1"},
		{skills("<points>5 out of 7</points>"), "judge_correct", "0"},
		{nemo(`{"error_category": "infra_error"}`), "reward", "NaN"},
		{nemo(`{"error_category": null}`), "reward", "0"},
		{nemo(`{"method": "exact"}`), "reward", "0"},
		{ragas("False"), "ok", "0"},
		{ragas("true"), "ok", "1"},
		{ragas("pass"), "ok", "1"},
		{ragas("FAIL"), "ok", "0"},
		{ragas("N/A"), "ok", "NaN"},
		{ragas("0.25"), "ok", "0.25"},
		{"feedback.ok,example_id\nFalse,x\nTrue,y\n", "ok", "0"},
		{"annotation_ok_score,example_id\nFalse,x\nTrue,y\n", "ok", "0"},
		{`{"columns": ["inputs", "ok/value"], "data": [["x", "no"], ["y", "yes"]]}`, "ok", "0"},
	} {
		if got := value(t, readLog(t, "a", c.text)[0], c.measure, "x"); got != c.want {
			t.Errorf("%s\nhas %s of x, want %s", c.text, got, c.want)
		}
	}
}

// TestNoNumbers: a measure with a value that is not a number is left out, and said; by its name it is refused.
func TestNoNumbers(t *testing.T) {
	inspect := func(words ...string) string {
		list := samples{}
		for i, word := range words {
			list = append(list, sample{fmt.Sprint(i), word})
		}
		return string(asJSON(object{"samples": list.records(func(s sample) any {
			return object{"id": s.id, "epoch": 1, "total_time": 1, "scores": object{"m": object{"value": "C"}, "kind": object{"value": s.score}}}
		})}))
	}
	for name, c := range map[string]struct{ text, left string }{
		"Inspect, a second scorer": {inspect("refusal", "answer"), "kind"},
		"Inspect, one value":       {inspect("1", "0", "refusal", "1"), "kind"},
		"lm-eval, lists":           {`{"doc_id": 1, "resps": [], "metrics": ["acc", "inst_level"], "acc": true, "inst_level": [true, false]}`, "inst_level"},
		"lm-eval, pairs":           {`{"doc_id": 1, "resps": [], "metrics": ["acc", "pairs"], "acc": 1, "pairs": [1, 0]}`, "pairs"},
		"MLflow, a text":           {`{"columns": ["inputs", "ok/value", "expected/value"], "data": [["x", "no", "a text"]]}`, "expected"},
		"Langfuse, a text":         {`{"run_name": "r", "item_results": [{"item": {"id": 1}, "evaluations": [{"name": "acc", "value": 1}, {"name": "tone", "value": "good"}]}]}`, "tone"},
		"LangSmith, a text":        {"feedback.ok,feedback.why,example_id\nTrue,because,x\n", "why"},
		"Ragas, a text":            {"user_input,retrieved_contexts,ok,why\nx,c,1,because\n", "why"},
	} {
		table := readLog(t, "a", c.text)[0]
		f, said := wingtest.Finding(table.Health, result.FindingLeftOut)
		if !said || !strings.Contains(f.Text, c.left) || value(t, table, c.left, table.ID(0)) != "none" || len(table.Measures) == 0 {
			t.Errorf("%s: %v, %+v", name, metrics.Texts(table.Measures), table.Health)
		}
		err := scorefile.Align([]*scoring.Table{table, table}, scorefile.Alignment{Measures: []string{c.left}})
		if err == nil || !strings.Contains(err.Error(), "neither a number") {
			t.Errorf("%s, by its name: %v", name, err)
		}
	}
	text := `{"samples": [{"id": 1, "epoch": 1, "total_time": 3, "scores": {"m": {"value": "splendid"}}}]}`
	if _, err := scorefile.ReadSystems("a", strings.NewReader(text), scorefile.Form{}); err == nil || !strings.Contains(err.Error(), `"splendid"`) {
		t.Errorf("what it cost is all that is left, %v", err)
	}
}

func deepEval(scored, of int, score float64, more string) string {
	var cases []string
	for i := range of {
		data := `"score": null, "error": "timeout"`
		if i < scored {
			data = fmt.Sprintf(`"score": %v`, score+float64(i)/100)
		}
		cases = append(cases, fmt.Sprintf(`{"name": "n%d", "metricsData": [{"name": "F", %s}%s]}`, i, data, more))
	}
	return `{"testCases": [` + strings.Join(cases, ",") + `]}`
}

// TestNotMeasuredByEither: where a judge said nothing on both sides a sample was not measured: 12 of 40 are too few for a verdict.
func TestNotMeasuredByEither(t *testing.T) {
	for scored, enough := range map[int]bool{12: false, 37: false, 38: true} {
		a, b := readLog(t, "a", deepEval(scored, 40, .2, ""))[0], readLog(t, "b", deepEval(scored, 40, .5, ""))[0]
		a.Name, b.Name = "a", "b"
		if err := scorefile.Align([]*scoring.Table{a, b}, scorefile.Alignment{Directions: map[string]metrics.Direction{"": metrics.HigherIsBetter}}); err != nil {
			t.Fatal(err)
		}
		_, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Primary: a.Measures[0]})
		var coverage *compare.CoverageError
		if errors.As(err, &coverage) == enough || !enough && (coverage.Measured != scored || coverage.Pairs != 40) {
			t.Errorf("%d of 40 scored: %v", scored, err)
		}
	}
}

// TestTablesMayBeUndefined: what no one has a score of stays undefined where a measure may be so by definition.
func TestTablesMayBeUndefined(t *testing.T) {
	for _, text := range []string{"query_id,own\nq1,1\nq2,\n", `{"q1": {"ndcg": 1}, "q2": {"ndcg": null}}`} {
		a, b := readLog(t, "a", text)[0], readLog(t, "b", text)[0]
		if err := scorefile.Align([]*scoring.Table{a, b}, scorefile.Alignment{}); err != nil {
			t.Fatal(err)
		}
		if _, scores := a.LeftOutOf(a.Measures[0]); scores != 0 {
			t.Errorf("%s: %d count as not measured", text, scores)
		}
	}
}

// TestSecondRows: lm-evaluation-harness writes a sample once; the same text at two places of a dataset is two samples.
func TestSecondRows(t *testing.T) {
	row := func(doc int) string {
		return fmt.Sprintf(`{"doc_id": %d, "doc_hash": "h", "resps": [], "metrics": ["acc"], "acc": 1}`, doc) + "\n"
	}
	if table := readLog(t, "a", row(1)+row(2))[0]; table.Len() != 2 {
		t.Errorf("%d samples, want 2", table.Len())
	}
	if _, err := scorefile.ReadSystems("a", strings.NewReader(row(1)+row(2)+row(1)), scorefile.Form{}); err == nil || !strings.Contains(err.Error(), "at doc_id 1: are two runs") {
		t.Errorf("the same row twice: %v", err)
	}
}

// TestPromptfooTests: tests without variables are told apart by their place; version 2 has its results twice, in either order.
func TestPromptfooTests(t *testing.T) {
	if table := readLog(t, "a", promptfoo(promptfooRow("{}", 1, `, "testIdx": 0`), promptfooRow("{}", 0, `, "testIdx": 1`)))[0]; table.Len() != 2 || table.Repeated() {
		t.Errorf("%d samples, want 2", table.Len())
	}
	results := `"results": [` + promptfooRow(`{"q": "x"}`, 1, "") + `]`
	body := `"table": {"head": {"prompts": [{"provider": "p", "label": "l"}]}, "body": [{"vars": ["x"], "outputs": [{"pass": true, "score": 1}]}]}`
	for _, parts := range []string{results + "," + body, body + "," + results} {
		table := readLog(t, "a", `{"results": {"version": 2, `+parts+`}}`)[0]
		if table.Len() != 1 || table.Repeated() || table.Value(0, 0) != 1 {
			t.Errorf("%s: %d samples of %s", parts, table.Len(), table.Name)
		}
	}
	untold := `{"results": {"version": 2, "table": {"body": [{"vars": [], "testIdx": 0, "outputs": [{"score": 1}]}, {"vars": [], "testIdx": 1, "outputs": [{"score": 0}]}]}}}`
	if table := readLog(t, "a", untold)[0]; table.Len() != 2 {
		t.Errorf("%d samples of a table without variables, want 2", table.Len())
	}
}

// TestWhatDiffers: logs that were asked, or are judged, otherwise are not compared, and it is said why.
func TestWhatDiffers(t *testing.T) {
	inspect := func(eval, input string) string {
		return `{"status": "success", "eval": {"task": "t", ` + eval + `"model": "m"}, "samples": [{"id": 1, "epoch": 1, "input": ` + input + `, "scores": {"s": {"value": "C"}}}]}`
	}
	chat := func(content string) string {
		return inspect("", `[{"id": "`+fmt.Sprint(len(content))+`", "role": "user", "content": `+content+`}]`)
	}
	long := strings.Repeat("x", 5119)
	check := func(grader, value string) string {
		return promptfoo(promptfooRow(`{"q": 1}`, 1, fmt.Sprintf(`, "testCase": {"options": {"provider": %q}, "assert": [{"type": "llm-rubric", "value": %q, "provider": %[1]q}]}`, grader, value)))
	}
	rank := func(details string) string {
		return `{"metric_score": 1, "details": {"q": {"metric_score": 1, "metric_details": {"dcg": ` + details + `}}}}`
	}
	helm := func(split string) string {
		return `[{"instance_id": 1, "stats": [{"name": {"name": "em", "split": "` + split + `"}, "mean": 1}]}]`
	}
	for name, c := range map[string]struct{ a, b, want string }{
		"Inspect, behind 100 signs":     {inspect("", `"`+long+`ab"`), inspect("", `"`+long+`bb"`), `what 1 sample asked or expected: "1"`},
		"Inspect, cut in summaries":     {inspect("", `"`+long+`ab"`), inspect("", `"`+long+`a...\n(content truncated)"`), ""},
		"Inspect, chats":                {chat(`"one"`), chat(`"two"`), "asked"},
		"Inspect, the same chat":        {chat(`"one"`), strings.Replace(chat(`"one"`), `"id": "5"`, `"id": "other"`, 1), ""},
		"Inspect, pictures in a chat":   {chat(`[{"type": "text", "text": "a"}, {"type": "image", "image": "…"}]`), chat(`[{"type": "text", "text": "a"}, {"type": "text", "text": "(Image)"}]`), ""},
		"Inspect, texts in a chat":      {chat(`[{"type": "text", "text": "a"}]`), chat(`[{"type": "text", "text": "b"}]`), "asked"},
		"Inspect, a scorer's model":     {inspect(`"scorers": [{"name": "qa", "options": {"model": "x/1"}}], `, "1"), inspect(`"scorers": [{"name": "qa", "options": {"model": "x/2"}}], `, "1"), `judge: "x/1" and "x/2"`},
		"Inspect, a role's model":       {inspect(`"model_roles": {"grader": {"model": "x/1"}}, `, "1"), inspect(`"model_roles": {"grader": {"model": "x/2"}}, `, "1"), `judge: "x/1" and "x/2"`},
		"Inspect, files of samples":     {inspect(`"dataset": {"name": null, "location": "/x/a.csv"}, `, "1"), inspect(`"dataset": {"name": null, "location": "b.csv"}, `, "1"), `dataset: "a.csv" and "b.csv"`},
		"Inspect, folders of samples":   {inspect(`"dataset": {"name": null, "location": "/x/a.csv"}, `, "1"), inspect(`"dataset": {"location": "/y/a.csv"}, `, "1"), ""},
		"promptfoo, graders":            {check("g/1", "is right"), check("g/2", "is right"), `judge: "g/1" and "g/2"`},
		"promptfoo, assertions":         {check("g/1", "is right"), check("g/1", "is there"), "asked or expected"},
		"NeMo Evaluator, other answers": {`{"problem_idx": 1, "reward": 1, "expected_answer": "4"}`, `{"problem_idx": 1, "reward": 1, "expected_answer": "5"}`, "asked or expected"},
		"Elasticsearch":                 {rank(`{"dcg": 3}`), rank(`{"dcg": 3, "normalized_dcg": 0.9}`), `metric: "dcg" and "normalized_dcg"`},
		"HELM, splits":                  {helm("test"), helm("valid"), `split: "test" and "valid"`},
	} {
		err := scorefile.SameTask([]*scoring.Table{readLog(t, "a", c.a)[0], readLog(t, "b", c.b)[0]})
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !errors.Is(err, scorefile.ErrNotComparable)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for _, status := range []string{"started", "cancelled", "error"} {
		text := strings.Replace(inspect("", "1"), "success", status, 1)
		if _, err := scorefile.ReadSystems("a", strings.NewReader(text), scorefile.Form{}); err == nil || !strings.Contains(err.Error(), "not finished ("+status) {
			t.Errorf("%s: %v", status, err)
		}
	}
}

// TestWhichNamesAreMeasures: pytrec_eval has measures within queries, ranx queries within measures; ids may look like one.
func TestWhichNamesAreMeasures(t *testing.T) {
	nested := func(outer, inner []string) string {
		all := object{}
		for _, o := range outer {
			within := object{}
			for i, name := range inner {
				within[name] = float64(i) / 4
			}
			all[o] = within
		}
		return string(asJSON(all))
	}
	queries, ids := []string{"q1", "q2", "q3"}, []string{"p1", "p2", "p3"}
	doubtful := []string{"p_1", "p_2", "p_3"}
	for name, c := range map[string]struct {
		text    string
		samples int // 0: no scores
	}{
		"ranx":                    {nested([]string{"ndcg@10", "rbp.95"}, queries), 3},
		"pytrec_eval":             {nested(ids, []string{"map", "ndcg_cut_10", "set_P", "11pt_avg", "num_ret"}), 3},
		"ids that may be either":  {nested(doubtful, []string{"map", "ndcg"}), 3},
		"ranx, the same":          {nested([]string{"map", "mrr"}, doubtful), 3},
		"passages":                {nested(queries, ids), 0},
		"passages, as measures":   {`{"q1": {"p_1": 1, "p_2": 0}, "q2": {"p_3": 1}}`, 0},
		"not all of them":         {nested([]string{"ndcg@10", "mine"}, queries), 0},
		"not of all of the inner": {nested(queries, []string{"ndcg@10", "mine"}), 0},
	} {
		tables, err := scorefile.ReadSystems("a", strings.NewReader(c.text), scorefile.Form{})
		if (err == nil) != (c.samples > 0) || err == nil && tables[0].Len() != c.samples {
			t.Errorf("%s: %v, want %d samples", name, err, c.samples)
		}
	}
}

// TestMeasuresOfOneSide: what one log alone has, or has not of all samples and is a cost, blocks nothing and is said.
func TestMeasuresOfOneSide(t *testing.T) {
	a := readLog(t, "a", promptfoo(promptfooRow(`{"q": 1}`, 1, `, "cost": 1, "latencyMs": 3, "namedScores": {"a": 1}`), promptfooRow(`{"q": 2}`, 1, `, "latencyMs": 3`)))[0]
	b := readLog(t, "b", promptfoo(promptfooRow(`{"q": 1}`, 1, `, "cost": 1`), promptfooRow(`{"q": 2}`, 1, `, "cost": 1`)))[0]
	a.Name, b.Name = "a", "b"
	if err := scorefile.Align([]*scoring.Table{a, b}, scorefile.Alignment{}); err != nil {
		t.Fatal(err)
	}
	for _, table := range []*scoring.Table{a, b} {
		f, _ := wingtest.Finding(table.Health, result.FindingLeftOut)
		missing, _ := wingtest.Finding(table.Health, result.FindingMissing)
		if got := strings.Join(metrics.Texts(table.Measures), " "); got != "score success cost" || !strings.Contains(f.Text, `"a", "latency_ms"`) || !strings.Contains(missing.Text, "cost") {
			t.Errorf("%s: %s, %v", table.Name, got, table.Health)
		}
	}
	text := `{"testCases": [{"name": "n", "runDuration": 1, "metricsData": [{"name": "%s", "score": 1}]}]}`
	a, b = readLog(t, "a", fmt.Sprintf(text, "F"))[0], readLog(t, "b", fmt.Sprintf(text, "G"))[0]
	if err := scorefile.Align([]*scoring.Table{a, b}, scorefile.Alignment{}); err != nil || len(a.Measures) != 2 || len(b.Measures) != 2 {
		t.Errorf("costs alone are left: %v, %v, %v", err, metrics.Texts(a.Measures), metrics.Texts(b.Measures))
	}
}
