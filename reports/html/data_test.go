package html_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"regexp"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/html"
)

// inflated opens a block of a page.
func inflated(t testing.TB, page, id string) []byte {
	t.Helper()
	found := regexp.MustCompile(`<script type="application/octet-stream" id="` + id + `">([A-Za-z0-9+/=]*)</script>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no block %s", id)
	}
	packed, err := base64.StdEncoding.DecodeString(found[1])
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSummary reads the summary as its comment says, and finds the scores to the
// last bit.
func TestSummary(t *testing.T) {
	d := example(t)
	data := inflated(t, written(t, d, html.Options{}), "rd-sum")
	size := int(binary.LittleEndian.Uint32(data))
	var head struct {
		Schema  string
		N       int
		Systems []string
		Columns []struct {
			Name, Type     string
			Offset, Length int
		}
	}
	if err := json.Unmarshal(data[4:4+size], &head); err != nil {
		t.Fatal(err)
	}
	if head.Schema != "rankduel/report-data/v1" || head.N != 6 || len(head.Systems) != 2 {
		t.Errorf("header = %+v", head)
	}
	body, checked := data[4+size:], 0
	for _, c := range head.Columns {
		if c.Offset%8 != 0 || (4+size)%8 != 0 {
			t.Errorf("column %s begins at %d, want a multiple of 8", c.Name, c.Offset)
		}
		if c.Name != "1.score.0" {
			continue
		}
		for q := range head.N {
			got := math.Float64frombits(binary.LittleEndian.Uint64(body[c.Offset+8*q:]))
			if want := *d.Systems[1].Queries[q].Scores[d.Systems[1].Measures[0]]; got != want {
				t.Errorf("score of query %d = %v, want %v", q, got, want)
			}
			checked++
		}
	}
	if checked != 6 {
		t.Errorf("%d scores were compared, want 6", checked)
	}
}

// TestLists reads the first query's lists as their comment says.
func TestLists(t *testing.T) {
	d := example(t)
	data := inflated(t, written(t, d, html.Options{}), "rd-c0")
	at := 4
	u16 := func() int { at += 2; return int(binary.LittleEndian.Uint16(data[at-2:])) }
	u32 := func() int { at += 4; return int(binary.LittleEndian.Uint32(data[at-4:])) }
	documents, listed := u16(), u16()
	grades := data[at : at+documents]
	at += documents
	var lists [][]int
	var ties [][]byte
	var scores [][]float32
	for s, system := range d.Systems {
		n := u16()
		if more := data[at] == 1; more != (system.Queries[0].Retrieved > n) {
			t.Errorf("%s: more = %v of %d hits, of which %d are listed", system.Name, more, system.Queries[0].Retrieved, n)
		}
		at++
		list, before := make([]int, n), -1
		for i := range list {
			delta := uint16(data[at+i]) | uint16(data[at+n+i])<<8
			before = int(uint16(before) + delta + 1)
			list[i] = before
		}
		at += 2 * n
		ties = append(ties, data[at:at+n])
		at += n
		scores = append(scores, make([]float32, n)) // all are kept in a small file
		for i := range n {
			scores[s][i] = math.Float32frombits(uint32(data[at+i]) | uint32(data[at+n+i])<<8 | uint32(data[at+2*n+i])<<16 | uint32(data[at+3*n+i])<<24)
		}
		at += 4 * n
		lists = append(lists, list)
	}
	if below := u16(); below != 0 {
		t.Errorf("%d places below lists that are whole", below)
	}
	for range (documents - listed) * len(d.Systems) {
		u32()
	}
	lengths, ids := make([]int, documents), make([]string, documents)
	for i := range lengths {
		lengths[i] = u32()
	}
	for i, n := range lengths {
		ids[i] = string(data[at : at+n])
		at += n
	}
	if size := int(binary.LittleEndian.Uint32(data)); at != 4+size {
		t.Errorf("read %d bytes, want the %d that are said", at-4, size)
	}
	for s, system := range d.Systems {
		hits := system.Queries[0].Hits
		if len(lists[s]) != len(hits) {
			t.Fatalf("%s: %d hits, want %d", system.Name, len(lists[s]), len(hits))
		}
		for i, h := range hits {
			if got := lists[s][i]; ids[got] != h.DocID || int(int8(grades[got])) != h.Grade {
				t.Errorf("%s, rank %d: %s grade %d, want %s grade %d", system.Name, i+1, ids[got], int8(grades[got]), h.DocID, h.Grade)
			}
			if want := i > 0 && h.Score == hits[i-1].Score; (ties[s][i] == 1) != want || scores[s][i] != float32(h.Score) {
				t.Errorf("%s, rank %d: score %v, tied %v; want %v, %v", system.Name, i+1, scores[s][i], ties[s][i], h.Score, want)
			}
		}
	}
}

// What stood below the end of a list, as another list has it, is kept: by system,
// document and rank.
func TestListsBelow(t *testing.T) {
	d := example(t)
	for s := range d.Systems {
		q := &d.Systems[s].Queries[0]
		q.Hits = []result.JudgedHit{{DocID: "a", Grade: 1}, {DocID: "b", Grade: 0}}
		if s == 1 {
			q.Hits = []result.JudgedHit{{DocID: "c", Grade: 2}}
		}
		q.Retrieved = 1000
		q.Relevant = []result.RankedRelevant{{DocID: "a", Grade: 1, Rank: []int{1, 777}[s]}, {DocID: "c", Grade: 2, Rank: []int{0, 1}[s]}}
	}
	data := inflated(t, written(t, d, html.Options{}), "rd-c0")
	// size, documents, listed, grades; then of each list: hits, more, deltas, ties, scores
	at := 4 + 2 + 2 + 3 + (2 + 1 + 2*2 + 2 + 4*2) + (2 + 1 + 2 + 1 + 4)
	want := []byte{1, 0, 0, 0, 1, 0, 777 % 256, 777 / 256, 0, 0} // one place: document 0 in system 1
	if !bytes.Equal(data[at:at+len(want)], want) {
		t.Errorf("places below = %v, want %v", data[at:at+len(want)], want)
	}
}
