package scorefile_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
	"github.com/rankduel/rankduel/metrics"
)

// The three forms say the same: names that are known become canonical, others
// stay, an empty cell is undefined, and the row "all" of trec_eval is not a query.
func TestRead(t *testing.T) {
	want := "q1 RR=0.5 nDCG(gain=linear)@10=0.25 mine=3|q2 RR=1 nDCG(gain=linear)@10=- mine=-2.5|007 RR=0 nDCG(gain=linear)@10=1 mine=-"
	for name, text := range map[string]string{
		"long, comma": "query_id,measure,score\nq1,mrr,0.5\nq1,ndcg_cut_10,.25\nq1,mine,3\nq2,RR,1\nq2,ndcg_cut_10,\nq2,mine,-2.5e0\n007,RR,0\n007,ndcg_cut_10,1\n",
		"long, tab":   "query_id\tmeasure\tscore\r\nq1\tmrr\t0.5\r\nq1\tndcg_cut_10\t.25\r\nq1\tmine\t3\r\nq2\tRR\t1\r\nq2\tmine\t-2.5\r\n007\tRR\t0\r\n007\tndcg_cut_10\t1\r\n",
		"wide, comma": "# made elsewhere\nquery_id,RR,ndcg_cut_10,mine\nq1,0.5,0.25,3\n\nq2,1,,-2.5\n007,0,1,",
		"wide, tab":   "query_id\trecip_rank\tndcg_cut_10\tmine\nq1\t0.5\t0.25\t3\nq2\t1\t\t-2.5\n007\t0\t1\t\n",
		"quoted":      "\"query_id\",\"RR\",\"ndcg_cut_10\",\"mine\"\n\"q1\",\"0.5\",\"0.25\",\"3\"\n\"q2\",1,,-2.5\n\"007\",0,1,\n",
		"trec_eval":   "recip_rank            \tq1\t0.5000\nndcg_cut_10  q1 0.25\nmine q1 3\nrelstring q1 '0110'\nrecip_rank q2 1\nmine q2 -2.5\nrecip_rank 007 0\nndcg_cut_10 007 1\nrunid all tag\nrecip_rank all 0.9999\n",
	} {
		s, err := scorefile.Read(name, strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var rows []string
		for q := range s.Len() {
			query := s.Query(q)
			row := query.QueryID
			for m, measure := range s.Measures {
				cell := "-"
				if v, ok := s.Score(m, q); ok {
					cell = fmt.Sprint(v)
				}
				row += " " + measure.String() + "=" + cell
			}
			rows = append(rows, row)
		}
		if got := strings.Join(rows, "|"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// What a spreadsheet puts in quotes may hold the separator, in any column.
func TestReadQuotes(t *testing.T) {
	s, err := scorefile.Read("f", strings.NewReader("query_id,\"my, measure\",RR\nq1,1,\"0.5\"\n\"q,2\",0,1\n\"say \"\"q3\"\"\",0,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := []string{s.ID(0), s.ID(1), s.ID(2), s.Measures[0].String()}; !slices.Equal(got, []string{"q1", "q,2", `say "q3"`, "my, measure"}) {
		t.Errorf("ids and measure = %q", got)
	}
	for _, text := range []string{"\",", "\"\n", "query_id,RR\n\",1\n"} {
		if _, err := scorefile.Read("f", strings.NewReader(text)); err == nil {
			t.Errorf("%q: error = nil, want one", text)
		}
	}
}

// Errors say where.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "f: no scores"},
		{"only a header", "query_id,RR\n", "f: no scores"},
		{"only means", "map all 0.3\n", "f: no scores"},
		{"no form", "what is this\nq1\n", "f:1: query \"is\": score \"this\" of what is not a number"},
		{"no form, more fields", "# c\nwhat is this file\n", "f:2: "},
		{"header without a measure", "query_id\n", "f:1: "},
		{"too few fields, long", "query_id,measure,score\nq1,RR\n", "f:2: 2 fields, want query_id, measure and score"},
		{"too many fields, wide", "query_id,RR\nq1,1\nq2,1,2\n", "f:3: 3 fields, but the header has 2"},
		{"too few fields, trec_eval", "RR q1 1\nRR q2\n", "f:2: "},
		{"no number", "query_id,RR\nq1,good\n", `f:2: query "q1": score "good" of RR is not a number`},
		{"NaN", "query_id,RR\nq1,NaN\n", "f:2: "},
		{"infinite", "query_id,RR\nq1,-inf\n", "f:2: "},
		{"too large", "query_id,RR\nq1,1e999\n", "f:2: "},
		{"hexadecimal", "query_id,RR\nq1,0x1p-2\n", "f:2: "},
		{"no query", "query_id,RR\n,1\n", "f:2: "},
		{"twice", "query_id,measure,score\nq1,RR,1\nq2,RR,1\nq1,mrr,1\n", `f:4: query "q1" has a second score of RR; the first is on line 2`},
		{"columns", "query_id" + strings.Repeat(",m", 2001) + "\n", "f:1: 2001 columns of scores, and 2000 at most are read"},
		{"measures", "query_id,measure,score\n" + numbered("q,m%d,1\n", 2001), "f:2002: more than 2000 measures"},
		{"systems", "run,query_id,RR\n" + numbered("s%d,q,1\n", 2001), "f:2002: more than 2000 systems"},
		{"no line end", strings.Repeat("x", 17<<20), "f:1: the line is too long"},
		{"a measure twice", "query_id,RR,recip_rank\nq1,1,1\n", "f:2: "},
	} {
		_, err := scorefile.Read("f", strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error = %v, want %q", c.name, err, c.want)
		}
	}
}

// numbered returns n lines, from 0.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}

// Whatever is read is finite or undefined, and reading it again gives the same.
func FuzzRead(f *testing.F) {
	f.Add("query_id,measure,score\nq1,RR,1\n")
	f.Add("query_id\tRR\tmine\nq1\t0.5\t\n")
	f.Add("map q1 0.25\nmap all 1\n")
	f.Add("run,query_id,RR\nb,q1,.5\na,q1,1\n")
	f.Add("system\ttopic\tscore\nb\t1\t.5\n")
	f.Add("query_id,stratum,measure,score\nq1,x,RR,1\naverage,,RR,1\n")
	f.Add("\"query_id\",\"a \"\"b\"\"\"\n\"q,1\",1\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := scorefile.Read("f", strings.NewReader(text))
		if (s == nil) == (err == nil) {
			t.Fatalf("Read = %v, %v, want scores or an error", s, err)
		}
		if err != nil {
			return
		}
		if s.Len() == 0 || len(s.Measures) == 0 {
			t.Fatalf("%d queries by %d measures without an error", s.Len(), len(s.Measures))
		}
		for m := range s.Measures {
			for q := range s.Len() {
				if v, ok := s.Score(m, q); ok && (math.IsInf(v, 0) || math.IsNaN(v)) {
					t.Fatalf("%s of %q = %v", s.Measures[m], s.ID(q), v)
				}
			}
		}
		ids := make([]string, s.Len())
		for q := range ids {
			ids[q] = s.ID(q)
		}
		slices.Sort(ids)
		if len(slices.Compact(ids)) != s.Len() {
			t.Fatal("a query is there twice")
		}
	})
}

// Every name that trec_eval prints for all_trec is read as the measure that
// prints it.
func TestReadTrecNames(t *testing.T) {
	items, err := metrics.TrecItems("all_trec", metrics.TrecOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, item := range items {
		if item.Measure == nil {
			continue
		}
		n++
		s, err := scorefile.Read("f", strings.NewReader(item.Name+"\tq1\t0.5\n"))
		if err != nil {
			t.Errorf("%s: %v", item.Name, err)
			continue
		}
		if got := s.Measures[0].String(); got != item.Measure.String() {
			t.Errorf("%s is read as %s, want %s", item.Name, got, item.Measure)
		}
	}
	if n < 50 {
		t.Errorf("%d names", n)
	}
}

// What the columns are shows by their names, or is asked for.
func TestReadSystems(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		form             scorefile.Form
	}{
		{"long", "system\ttopic\tscore\nb\t1\t.5\na\t1\t.25\n", "b:score a:score", scorefile.Form{}},
		{"long with a name", "run,qid,value\nb,1,.5\n", "b:RR", scorefile.Form{Measure: "mrr"}},
		{"wide with runs", "runid,topic,ndcg_cut_10\nb,1,.5\na,1,.25\n", "b:nDCG(gain=linear)@10 a:nDCG(gain=linear)@10", scorefile.Form{}},
		{"systems", "query_id,x,y\n1,.5,.25\n", "x:score y:score", scorefile.Form{}},
		{"measures", "query_id,x,y\n1,.5,.25\n", "f:x,y", scorefile.Form{Columns: scorefile.ColumnMeasures}},
		{"systems asked for", "query_id,RR,AP\n1,.5,.25\n", "RR:P@5 AP:P@5", scorefile.Form{Columns: scorefile.ColumnSystems, Measure: "P_5"}},
		{"a mark before the first byte", "\ufeffquery_id,RR\n1,.5\n", "f:RR", scorefile.Form{}},
	} {
		tables, err := scorefile.ReadSystems("f", strings.NewReader(c.text), c.form)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, table := range tables {
			got = append(got, table.Name+":"+strings.Join(metrics.Texts(table.Measures), ","))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		text, want string
		form       scorefile.Form
	}{
		{"run,query_id,x\nb,1,1\n", "f:1: there is a column of runs", scorefile.Form{Columns: scorefile.ColumnSystems}},
		{"query_id,measure,a,b\n1,RR,1,1\n", "f:1: the header has a column measure and none named score or value", scorefile.Form{}},
		{"query_id,measure,score,x\n1,RR,1,1\n", `f:1: the column "x" is none of`, scorefile.Form{}},
		{"run,query_id,RR\n,1,1\n", "f:2: query \"1\": the name of the run is empty", scorefile.Form{}},
		{"run,query_id,RR\nb,1,1\nb,1,1\n", "f:3: b: query \"1\" has a second score of RR; the first is on line 2", scorefile.Form{}},
	} {
		if _, err := scorefile.ReadSystems("f", strings.NewReader(c.text), c.form); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// A row that is called like a sum of the others is a query unless it holds it.
func TestSummaryRows(t *testing.T) {
	for last, want := range map[string]int{"average,.4": 3, "average,.5": 4, "ALL,1.2": 3, "q4,.4": 4} {
		s, err := scorefile.Read("f", strings.NewReader("query_id,RR\nq1,.2\nq2,.4\nq3,.6\n"+last+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if s.Len() != want || s.TestSet.Queries != want {
			t.Errorf("%s: %d queries of %d, want %d", last, s.Len(), s.TestSet.Queries, want)
		}
	}
}

// Scores of thousands of queries, measure by measure and in another order each time, are put to their
// queries by id, and a second one of any is refused with the line of the first.
func TestReadManyQueries(t *testing.T) {
	const n = 20000
	var text strings.Builder
	text.WriteString("query_id,measure,score\n")
	for m, step := range []int{1, 7, 4999} { // the last two have no factor in common with n
		for i := range n {
			q := i * step % n
			fmt.Fprintf(&text, "query-%d,m%d,%d\n", q, m, q*(m+1))
		}
	}
	s, err := scorefile.Read("f", strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	for q := range s.Len() {
		if id := fmt.Sprintf("query-%d", q); s.ID(q) != id || s.Value(0, q) != float64(q) || s.Value(1, q) != float64(2*q) || s.Value(2, q) != float64(3*q) {
			t.Fatalf("query %d is %s with %v, %v, %v", q, s.ID(q), s.Value(0, q), s.Value(1, q), s.Value(2, q))
		}
	}
	text.WriteString("query-19999,m1,0\n")
	if _, err := scorefile.Read("f", strings.NewReader(text.String())); err == nil || !strings.Contains(err.Error(), "the first is on line 22859") {
		t.Errorf("a second score: %v", err)
	}
}
