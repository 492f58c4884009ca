package html

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

func decompress(t *testing.T, packed []byte) []byte {
	t.Helper()
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// summaryOf reads a summary as its comment says: the header, and columns by name.
func summaryOf(t *testing.T, packed []byte) (h header, columns map[string]string) {
	t.Helper()
	data := decompress(t, packed)
	size := int(binary.LittleEndian.Uint32(data))
	if err := json.Unmarshal(data[4:4+size], &h); err != nil {
		t.Fatal(err)
	}
	columns = map[string]string{}
	for _, c := range h.Columns {
		if (4+size+c.Offset)%8 != 0 {
			t.Errorf("column %s begins at %d", c.Name, 4+size+c.Offset)
		}
		values := map[string]any{"f64": make([]float64, c.Length), "f32": make([]float32, c.Length), "u32": make([]uint32, c.Length), "u16": make([]uint16, c.Length), "u8": make([]uint8, c.Length)}[c.Type]
		if err := binary.Read(bytes.NewReader(data[4+size+c.Offset:]), binary.LittleEndian, values); err != nil {
			t.Fatal(err)
		}
		columns[c.Name] = fmt.Sprint(values)
		if bytes, is := values.([]uint8); is && (c.Name == "id" || c.Name == "text") {
			columns[c.Name] = string(bytes)
		}
	}
	return h, columns
}

// Every column of the summary has what its name says.
func TestColumnsOfTheSummary(t *testing.T) {
	hit := func(id string, grade int, score float64) result.JudgedHit {
		return result.JudgedHit{DocID: id, Grade: grade, Score: score}
	}
	of := func(a, b *float64) map[string]*float64 { return map[string]*float64{"P@2": a, "NumNonRelRet": b} }
	first := []result.Row{
		{QueryID: "q1", Text: "one", Stratum: "x", Scores: of(new(0.5), new(3.0)), Judged: new(0.75), Hits: []result.JudgedHit{hit("a", -1, 3), hit("b", 2, 2), hit("c", -1, 1)}, Relevant: []result.RankedRelevant{{DocID: "z", Grade: 3}, {DocID: "b", Grade: 2, Rank: 2}, {DocID: "y", Grade: 1, Rank: 9}}},
		{QueryID: "q20", Text: "fünf", Stratum: "y", Scores: of(new(0.0), nil), LatencyMS: new(12.5), Hits: []result.JudgedHit{hit("a", 0, 3)}, Relevant: []result.RankedRelevant{{DocID: "z", Grade: 1, Rank: 70_000}}},
		{QueryID: "q3", Stratum: "x", Status: result.Failed, Error: "refused"},
	}
	second := []result.Row{
		{QueryID: "q1", Scores: of(new(1.0), new(0.0)), Hits: []result.JudgedHit{hit("c", 0, 3), hit("a", 0, 2), hit("b", 2, 1)}, Relevant: []result.RankedRelevant{{DocID: "b", Grade: 2, Rank: 3}}},
		{QueryID: "q20", Status: result.Missing},
		{QueryID: "q3", Scores: of(new(0.25), new(1.0)), Hits: []result.JudgedHit{hit("a", -1, 3), hit("b", -1, 2)}},
	}
	systems := []result.SystemDetail{{Name: "A", Queries: first}, {Name: "B", Queries: second, NoHits: "some"}}
	co, err := newCohort(systems, []string{"P@2", "NumNonRelRet"}, "P@2", func(string) (string, bool) { return "", false }, Options{})
	if err != nil {
		t.Fatal(err)
	}
	co.margin = 0.125
	co.pairs = []result.Pair{{Measures: []result.MeasureComparison{
		{Measure: "P@2", Bounds: &result.DifferenceBounds{}},
		{Measure: "P@2"},
		{Measure: "unknown", Bounds: &result.DifferenceBounds{ByQuery: []result.QueryBounds{{QueryID: "q1"}}}},
		{Measure: "NumNonRelRet", Bounds: &result.DifferenceBounds{ByQuery: []result.QueryBounds{{QueryID: "q3", Low: -2, High: 4}, {QueryID: "none", Low: 7}}}},
	}}}
	data, err := encode(co, Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, got := summaryOf(t, data.summary)
	h.Columns = nil
	want := header{
		Schema: "rankduel/report-data/v1", Queries: 3, Systems: []string{"A", "B"}, Measures: []string{"P@2", "NumNonRelRet"}, Better: []int{1, -1}, Primary: "P@2", Cutoff: 2, Margin: 0.125,
		Strata: []string{"x", "y"}, Depth: 3, Scores: 3, NoHits: "some", Chunk: 256, TopGrade: 3, Failures: map[string]string{"0/2": "refused"}, Snippets: true, Unchanged: true,
	}
	if !reflect.DeepEqual(h, want) {
		t.Errorf("header %+v, want %+v", h, want)
	}
	columns := map[string]string{
		"id.lengths": "[2 3 2]", "id": "q1q20q3", "text.lengths": "[3 5 0]", "text": "onefünf", "stratum": "[0 1 0]",
		"0.score.0": "[0.5 0 NaN]", "0.score.1": "[3 NaN NaN]", "1.score.0": "[1 NaN 0.25]", "1.score.1": "[0 NaN 1]",
		"0.judged": "[0.75 NaN NaN]", "1.judged": "[NaN NaN NaN]", "0.latency": "[NaN 12.5 NaN]", "0.status": "[0 0 2]", "1.status": "[0 1 0]",
		"0.best": "[2 65535 0]", "1.best": "[3 0 0]", "0.unjudged": "[1 0 0]", "1.unjudged": "[0 0 2]", "0.overlap": "[2 1 0]", "1.overlap": "[1 0 0]",
		"1.low.1": "[NaN NaN -2]", "1.high.1": "[NaN NaN 4]",
	}
	if !maps.Equal(got, columns) {
		t.Errorf("columns %v, want %v", got, columns)
	}
	for s := range co.systems {
		for q := range co.systems[s].Queries {
			co.systems[s].Queries[q].Hits = nil
		}
	}
	if data, err = encode(co, Options{}); err != nil || len(data.chunks) > 0 {
		t.Fatalf("%d chunks without hits, %v", len(data.chunks), err)
	}
	if _, got := summaryOf(t, data.summary); got["0.unjudged"] != "" || got["1.overlap"] != "" || got["0.best"] == "" {
		t.Errorf("without hits there are the columns %v", got)
	}
}

// queryLists is what is read of the lists of a query.
type queryLists struct {
	lists [][]string     // document, grade, tie and score of each hit
	more  []bool         // hits that are not in a list
	ranks map[string]int // "system document": where it was below its list, or in none
	texts map[string]string
	ids   []string
}

func readLists(data []byte, systems, scores int, snippets bool) (l queryLists, rest []byte) {
	size := binary.LittleEndian.Uint32(data)
	rest, data = data[4+size:], data[4:4+size]
	u8 := func() int { v := data[0]; data = data[1:]; return int(v) }
	u16 := func() int { v := binary.LittleEndian.Uint16(data); data = data[2:]; return int(v) }
	u32 := func() int { v := binary.LittleEndian.Uint32(data); data = data[4:]; return int(v) }
	bytes := func(n int) []byte { v := data[:n]; data = data[n:]; return v }
	n, inList := u16(), u16()
	grades := bytes(n)
	type hit struct {
		document, tie int
		score         float32
	}
	var lists [][]hit
	for range systems {
		length := u16()
		l.more = append(l.more, u8() == 1)
		low, high, ties := bytes(length), bytes(length), bytes(length)
		kept := min(scores, length)
		var planes [4][]byte
		for i := range planes {
			planes[i] = bytes(kept)
		}
		list, before := make([]hit, length), -1
		for i := range list {
			before = int(uint16(before + 1 + int(low[i]) + 256*int(high[i])))
			list[i] = hit{before, int(ties[i]), 0}
			if i < kept {
				list[i].score = math.Float32frombits(uint32(planes[0][i]) | uint32(planes[1][i])<<8 | uint32(planes[2][i])<<16 | uint32(planes[3][i])<<24)
			}
		}
		lists = append(lists, list)
	}
	type place struct{ document, system, rank int }
	var places []place
	for range u16() {
		places = append(places, place{u16(), u16(), u32()})
	}
	for document := inList; document < n; document++ {
		for s := range systems {
			places = append(places, place{document, s, u32()})
		}
	}
	texts := func() (list []string) {
		lengths := make([]int, n)
		for i := range lengths {
			lengths[i] = u32()
		}
		for _, length := range lengths {
			list = append(list, string(bytes(length)))
		}
		return list
	}
	l.ids, l.ranks, l.texts = texts(), map[string]int{}, map[string]string{}
	if snippets {
		for i, text := range texts() {
			l.texts[l.ids[i]] = text
		}
	}
	for s, list := range lists {
		l.lists = append(l.lists, nil)
		for _, h := range list {
			l.lists[s] = append(l.lists[s], fmt.Sprint(l.ids[h.document], " ", int8(grades[h.document]), " ", h.tie, " ", h.score))
		}
	}
	for _, p := range places {
		if p.rank > 0 {
			l.ranks[fmt.Sprint(p.system, " ", l.ids[p.document])] = p.rank
		}
	}
	if len(data) > 0 {
		panic(fmt.Sprintf("%d bytes too many", len(data)))
	}
	return l, rest
}

// What is read of the lists of queries is what was written, whatever is kept of them: hits to a depth,
// scores to another, ranks of judged documents below, and texts of those that are looked at.
func TestListsReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(id string) (string, bool) { return "title\nof " + id, id != "d3" }
	for round := range 60 {
		k := kept{depth: 1 + r.IntN(40), scores: r.IntN(30), snippets: round%2 == 0, unchanged: round%3 > 0}
		co := &cohort{measures: []string{"RR"}, text: text, cutoff: []int{3, 20}[round%2]}
		documents, grades := 1+r.IntN(500), map[string]int{}
		name := func(i int) string { return fmt.Sprint("d", i) }
		for i := range documents {
			grades[name(i)] = r.IntN(4) - 1
		}
		equal := round%4 == 0
		for s := range 3 {
			q := result.Row{Scores: map[string]*float64{"RR": new(0.5)}}
			if s == 2 && !equal {
				q.Scores["RR"] = []*float64{new(0.6), nil}[r.IntN(2)]
			}
			score := 100.0
			for _, i := range r.Perm(documents)[:r.IntN(min(documents, 60)+1)] {
				if r.IntN(3) > 0 {
					score--
				}
				q.Hits = append(q.Hits, result.JudgedHit{DocID: name(i), Grade: grades[name(i)], Score: score * float64(s)})
			}
			q.Retrieved = len(q.Hits)
			for id, grade := range grades {
				if grade > 0 {
					rank := 1 + slices.IndexFunc(q.Hits, func(h result.JudgedHit) bool { return h.DocID == id })
					q.Relevant = append(q.Relevant, result.RankedRelevant{DocID: id, Grade: grade, Rank: rank})
				}
			}
			co.systems = append(co.systems, result.SystemDetail{Queries: []result.Row{q}})
		}
		var b bytes.Buffer
		co.writeLists(&b, 0, k)
		got, rest := readLists(b.Bytes(), 3, k.scores, k.snippets)
		if len(rest) > 0 {
			t.Fatalf("%d bytes are left", len(rest))
		}
		inTop := map[string]bool{}
		for s := range co.systems {
			hits := co.systems[s].Queries[0].Hits
			depth := min(k.depth, len(hits))
			if equal && !k.unchanged {
				depth = 0
			}
			var want []string
			for i, h := range hits[:depth] {
				tie, score := 0, float32(h.Score)
				if s > 0 && i > 0 && hits[i-1].Score == h.Score { // the first gives no scores
					tie = 1
				}
				if i >= k.scores {
					score = 0
				}
				want = append(want, fmt.Sprint(h.DocID, " ", h.Grade, " ", tie, " ", score))
				inTop[h.DocID] = inTop[h.DocID] || i < max(10, co.cutoff)
			}
			if !slices.Equal(got.lists[s], want) || got.more[s] != (len(hits) > depth) {
				t.Fatalf("round %d, %+v: list %v, more %v, want %v of %d", round, k, got.lists[s], got.more[s], want, len(hits))
			}
			for i, h := range hits {
				rank := got.ranks[fmt.Sprint(s, " ", h.DocID)]
				if deep := i >= depth && (h.Grade > 0 || h.Grade == 0 && i >= k.depth); deep && rank != i+1 || i < depth && rank != 0 {
					t.Fatalf("round %d, %+v: %s of grade %d at rank %d has the place %d", round, k, h.DocID, h.Grade, i+1, rank)
				}
			}
		}
		for id, grade := range grades {
			if grade > 0 && !slices.Contains(got.ids, id) {
				t.Fatalf("the relevant %s is not there", id)
			}
		}
		for _, id := range got.ids {
			want := ""
			if k.snippets && id != "d3" && (inTop[id] || grades[id] > 0) {
				want = "title\nof " + id
			}
			if got.texts[id] != want {
				t.Fatalf("round %d: text of %s (grade %d) %q, want %q", round, id, grades[id], got.texts[id], want)
			}
		}
	}
	u := union{at: map[string]int{}}
	for i, grade := range []int{-1, 0, 254, 255, 1000} {
		u.add(fmt.Sprint(i), grade)
	}
	if want := []uint8{255, 0, 254, 254, 254}; !slices.Equal(u.grades, want) {
		t.Errorf("grades %v, want %v", u.grades, want)
	}
}

// random returns text that does not compress.
func random(r *rand.ChaCha8, letters int) string {
	b := make([]byte, letters)
	_, _ = r.Read(b) // never fails
	return string(b)
}

// crowd has queries of hits whose ids have n letters that do not compress, from a rank on, and a few before it.
func crowd(queries, hits, from, letters int, scores bool) *cohort {
	r := rand.NewChaCha8([32]byte{5})
	co := &cohort{measures: []string{"RR"}, cutoff: 10}
	system := result.SystemDetail{Queries: make([]result.Row, queries)}
	for q := range system.Queries {
		for i := range hits {
			n := letters
			if i < from {
				n = 8
			}
			h := result.JudgedHit{DocID: random(r, n), Grade: -1}
			if scores {
				h.Score = float64(hits - i)
			}
			system.Queries[q].Hits = append(system.Queries[q].Hits, h)
		}
	}
	co.systems = []result.SystemDetail{system}
	return co
}

// What a large file loses goes in order, only while it is too large, and each is said.
func TestPlans(t *testing.T) {
	const million = 1_000_000
	text := func(string) (string, bool) { return "T\nx", true }
	beside := func(string, []byte) error { return nil }
	for _, c := range []struct {
		name          string
		co            *cohort
		o             Options
		text          func(string) (string, bool)
		want          kept
		beside        bool
		says, saysNot string
	}{
		{"small", crowd(2, 30, 0, 9, true), Options{Beside: beside}, text, kept{30, true, true, 30}, false, "", "Left"},
		{"no scores", crowd(2, 30, 0, 9, false), Options{}, nil, kept{30, false, true, 0}, false, "", "Left"},
		{"none", crowd(2, 0, 0, 9, false), Options{}, nil, kept{0, false, true, 0}, false, "", "Left"},
		{"12 MB at all ranks", crowd(2, 30, 0, 12*million*3/4/60, true), Options{}, text, kept{20, true, true, 20}, false, "Left out to keep the file small: scores of hits below rank 20; texts of documents; unjudged hits below rank 20.", "lists of"},
		{"12 MB below rank 20 served", crowd(2, 30, 20, 12*million*3/4/20, true), Options{served: true, Beside: beside}, text, kept{30, true, true, 30}, false, "", "Left"},
		{"27 MB in 20 ranks", crowd(2, 20, 0, 27*million*3/4/40, false), Options{Beside: beside}, nil, kept{20, false, false, 0}, false, "Left out to keep the file small: lists of queries whose scores did not change.", ";"},
		{"20,001 queries", crowd(20_001, 21, 0, 1, true), Options{Beside: beside, Folder: "dir"}, text, kept{21, true, true, 20}, true, "The ranked lists are in the folder dir next to this file: move them together. Left out to keep that folder small: scores of hits below rank 20.", "texts"},
	} {
		c.co.text = c.text
		p, err := c.co.planned(c.o)
		said := strings.Join(p.notes, " ")
		if c.name == "12 MB at all ranks" {
			c.want.snippets = false
		}
		if err != nil || p.kept != c.want || p.beside != c.beside || said != c.says || strings.Contains(said, c.saysNot) {
			t.Errorf("%s: %+v next to %v, %q, %v; want %+v, %v, %q", c.name, p.kept, p.beside, said, err, c.want, c.beside, c.says)
		}
	}
	if co := (&cohort{cutoff: 11}); co.top() != 22 {
		t.Errorf("a cutoff of 11 is read to %d, want 22", co.top())
	}
	if co := (&cohort{cutoff: 9}); co.top() != 20 {
		t.Errorf("a cutoff of 9 is read to %d, want 20", co.top())
	}
}

// The size is that of all chunks where there are few, and near it where a part is looked at.
func TestEstimates(t *testing.T) {
	for _, c := range []struct {
		queries int
		slack   float64
	}{{1, 0}, {256, 0}, {300, 0}, {8 * 256, 0}, {17*256 + 9, 0.01}} {
		co := crowd(c.queries, 2, 0, 40, false)
		k := kept{depth: 2, unchanged: true}
		sum := 0
		for from := 0; from < c.queries; from += 256 {
			chunk, err := co.chunk(from, 256, k)
			if err != nil {
				t.Fatal(err)
			}
			sum += len(chunk)/3*4 + []int{0, 4, 4}[len(chunk)%3]
		}
		got, err := co.estimate(k)
		if err != nil || math.Abs(float64(got-sum)) > c.slack*float64(sum)+1 {
			t.Errorf("%d queries: about %d bytes, want %d; %v", c.queries, got, sum, err)
		}
	}
}

// Scripts next to a page have half the queries until they fit, and one at least.
func TestChunkSizes(t *testing.T) {
	for _, c := range []struct {
		queries, letters, want int
		beside                 bool
	}{{8, 60_000, 2, true}, {3, 300_000, 1, true}, {8, 60_000, 256, false}, {300, 8, 256, true}} {
		co := crowd(c.queries, 1, 0, c.letters, false)
		list, size, err := co.chunks(plan{kept: kept{depth: 1, unchanged: true}, beside: c.beside})
		if err != nil || size != c.want || len(list) != (c.queries+size-1)/size {
			t.Fatalf("%d queries of %d letters: %d scripts of %d queries, want %d; %v", c.queries, c.letters, len(list), size, c.want, err)
		}
		q := 0
		for _, chunk := range list {
			for data := decompress(t, chunk); len(data) > 0; q++ {
				var l queryLists
				if l, data = readLists(data, 1, 0, false); l.ids[0] != co.systems[0].Queries[q].Hits[0].DocID {
					t.Fatalf("query %d has the list of another", q)
				}
			}
		}
		if q != c.queries {
			t.Errorf("%d queries are in the scripts, want %d", q, c.queries)
		}
	}
	a, b := markOf([][]byte{{1}}), markOf([][]byte{{2}})
	if a == b || len(a) != 16 {
		t.Errorf("marks %s and %s", a, b)
	}
}

// A model's grades follow those of people, a byte for each document.
func TestGradedLists(t *testing.T) {
	systems := []result.SystemDetail{{Name: "a", Queries: []result.Row{{QueryID: "q", Retrieved: 3, Hits: []result.JudgedHit{{DocID: "x", Grade: 2}, {DocID: "y", Grade: -1}, {DocID: "z"}}}}}}
	written := func(graded func(string) map[string]int) []byte {
		co, err := newCohort(systems, nil, "P@2", nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		co.graded = graded
		var b bytes.Buffer
		co.writeLists(&b, 0, kept{depth: 3, unchanged: true})
		return b.Bytes()
	}
	plain := written(nil)
	both := written(func(query string) map[string]int { return map[string]map[string]int{"q": {"x": 1, "z": 300}}[query] })
	const head = 4 + 2 + 2 // sizes
	if want := slices.Concat(plain[4:head+3], []byte{1, 255, 254}, plain[head+3:]); !bytes.Equal(both[4:], want) {
		t.Errorf("%v, want %v", both[4:], want)
	}
}
