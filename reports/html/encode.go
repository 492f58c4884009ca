package html

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// encoded is rankduel/report-data/v1: a summary of every query, which the page opens at once, and the
// ranked lists of chunkQueries queries a chunk, which it opens when one of them is looked at. All are
// compressed by deflate. The summary is a header and columns:
//
//	u32 length of the header · header, JSON · columns, each at a multiple of 8
//
// Numbers are little-endian. Scores are float64, NaN is undefined; texts are a column of lengths in
// bytes and one of UTF-8.
type encoded struct {
	summary  []byte
	chunks   [][]byte
	beside   bool     // the chunks are files next to the page
	mark     string   // of the files
	snippets bool     // texts of documents are in it
	notes    []string // what was left out to keep the file small, or is next to it
}

const (
	// chunkQueries is small enough that opening a query takes a few
	// milliseconds, and large enough that ids shared by queries compress.
	chunkQueries = 256

	// level is where more work stops paying: 9 takes five times as long for 2 %.
	level = 6
)

// header says what the columns are.
type header struct {
	Schema    string            `json:"schema"`
	Queries   int               `json:"n"`
	Systems   []string          `json:"systems"`
	Measures  []string          `json:"measures"`
	Better    []int             `json:"better"` // of each measure: 1 higher is better, -1 lower, 0 neither
	Primary   string            `json:"primary"`
	Cutoff    int               `json:"cutoff"`
	Margin    float64           `json:"margin"`
	Strata    []string          `json:"strata"`
	Depth     int               `json:"depth"`  // hits kept of each query; 0: none
	Scores    int               `json:"scores"` // hits of each list whose scores are kept
	NoHits    string            `json:"no_hits,omitempty"`
	Chunk     int               `json:"chunk"`
	TopGrade  int               `json:"top_grade"`
	Failures  map[string]string `json:"failures"` // "system/query" → message
	Snippets  bool              `json:"snippets"`
	Graded    bool              `json:"graded,omitempty"` // by a model too
	Unchanged bool              `json:"unchanged"`        // lists of queries that did not change are kept
	Folder    string            `json:"folder,omitempty"` // of the files with the chunks, next to the page
	Mark      string            `json:"mark,omitempty"`   // that those files carry
	Columns   []columnHeader    `json:"columns"`
}

type columnHeader struct {
	Name   string `json:"name"`
	Type   string `json:"type"` // f64, f32, u32, u16, u8
	Offset int    `json:"offset"`
	Length int    `json:"length"` // of values
}

// encode makes the data of a page, nil where nothing is known of single queries.
func encode(co *cohort, o Options) (*encoded, error) {
	if co == nil {
		return nil, nil
	}
	p, err := co.planned(o)
	if err != nil {
		return nil, err
	}
	out := &encoded{notes: p.notes, beside: p.beside, snippets: p.snippets}
	size := chunkQueries
	if p.depth > 0 {
		if out.chunks, size, err = co.chunks(p); err != nil {
			return nil, err
		}
	}
	e := &encoder{co: co, h: header{
		Schema: reports.DataSchema, Queries: co.len(), Measures: co.measures, Better: co.better, Primary: co.primary, Cutoff: co.cutoff,
		Margin: co.margin, Depth: p.depth, Chunk: size, TopGrade: co.grades, Failures: map[string]string{}, Snippets: p.snippets, Graded: co.graded != nil, Unchanged: p.unchanged, Scores: p.scores,
	}}
	if p.beside {
		e.h.Folder, e.h.Mark = o.Folder, markOf(out.chunks)
		out.mark = e.h.Mark
	}
	for _, s := range co.systems {
		e.h.Systems = append(e.h.Systems, s.Name)
		if s.NoHits != "" {
			e.h.NoHits = s.NoHits
		}
	}
	e.queries()
	for s, p := range co.pairs {
		e.bounds(s+1, p)
	}
	for s := range co.systems {
		e.system(s)
	}
	out.summary, err = e.finish()
	return out, err
}

// chunks returns the ranked lists, and how many queries each has: fewer where a script would be too large.
func (co *cohort) chunks(p plan) (list [][]byte, size int, err error) {
	for size = chunkQueries; ; size /= 2 {
		list = nil
		fits := true
		for from := 0; from < co.len() && fits; from += size {
			chunk, err := co.chunk(from, size, p.kept)
			if err != nil {
				return nil, 0, err
			}
			list = append(list, chunk)
			fits = !p.beside || inBase64(len(chunk)) < scriptSize-100 || size == 1
		}
		if fits {
			return list, size, nil
		}
	}
}

func (co *cohort) chunk(from, size int, k kept) ([]byte, error) {
	var b bytes.Buffer
	for q := from; q < min(from+size, co.len()); q++ {
		co.writeLists(&b, q, k)
	}
	return deflate(b.Bytes())
}

// markOf tells the scripts of one report from those of another, which an earlier page may have left behind.
func markOf(chunks [][]byte) string {
	sum := sha256.New()
	for _, chunk := range chunks {
		sum.Write(chunk)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

type encoder struct {
	co   *cohort
	h    header
	body bytes.Buffer
}

// column appends the values of a column at the next multiple of 8.
func (e *encoder) column(name, kind string, length int, values any) {
	for e.body.Len()%8 != 0 {
		e.body.WriteByte(0)
	}
	e.h.Columns = append(e.h.Columns, columnHeader{name, kind, e.body.Len(), length})
	_ = binary.Write(&e.body, binary.LittleEndian, values) // to memory, of numbers: never fails
}

func (e *encoder) texts(name string, of func(q int) string) {
	lengths := make([]uint32, e.co.len())
	var all []byte
	for q := range lengths {
		text := of(q)
		lengths[q], all = uint32(len(text)), append(all, text...)
	}
	e.column(name+".lengths", "u32", len(lengths), lengths)
	e.column(name, "u8", len(all), all)
}

func (e *encoder) queries() {
	first := e.co.systems[0].Queries
	e.texts("id", func(q int) string { return first[q].QueryID })
	e.texts("text", func(q int) string { return first[q].Text })
	strata := make([]uint16, len(first))
	for q := range first {
		at := slices.Index(e.h.Strata, first[q].Stratum)
		if at < 0 && len(e.h.Strata) < math.MaxUint16 {
			at, e.h.Strata = len(e.h.Strata), append(e.h.Strata, first[q].Stratum)
		}
		strata[q] = uint16(max(at, 0))
	}
	e.column("stratum", "u16", len(strata), strata)
}

// Status of a query in the data.
const (
	statusScored uint8 = iota
	statusMissing
	statusFailed
)

func (e *encoder) system(s int) {
	co, n := e.co, e.co.len()
	name := func(what string) string { return fmt.Sprintf("%d.%s", s, what) }
	for m := range co.measures {
		scores := make([]float64, n)
		for q := range scores {
			scores[q] = co.score(s, m, q)
		}
		e.column(name(fmt.Sprintf("score.%d", m)), "f64", n, scores)
	}
	judged, latency := make([]float32, n), make([]float32, n)
	status := make([]uint8, n)
	unjudged, best, overlap := make([]uint16, n), make([]uint16, n), make([]uint16, n)
	timed := false
	for q := range n {
		query := &co.systems[s].Queries[q]
		judged[q], latency[q] = float32(result.OrNaN(query.Judged)), float32(math.NaN())
		if query.LatencyMS != nil {
			latency[q], timed = float32(*query.LatencyMS), true
		}
		switch query.Status {
		case result.Missing:
			status[q] = statusMissing
		case result.Failed:
			status[q] = statusFailed
			e.h.Failures[fmt.Sprintf("%d/%d", s, q)] = query.Error
		}
		unjudged[q] = co.unjudged(s, q)
		best[q] = bestRank(query)
		overlap[q] = co.overlap(s, q)
	}
	e.column(name("judged"), "f32", n, judged)
	if timed {
		e.column(name("latency"), "f32", n, latency)
	}
	e.column(name("status"), "u8", n, status)
	e.column(name("best"), "u16", n, best)
	if e.h.Depth > 0 {
		e.column(name("unjudged"), "u16", n, unjudged)
		e.column(name("overlap"), "u16", n, overlap)
	}
}

// bounds are how far labels could move the difference of each query, of the measures of which that was asked for.
func (e *encoder) bounds(s int, p result.Pair) {
	place := make(map[string]int, e.co.len())
	for q, query := range e.co.systems[0].Queries {
		place[query.QueryID] = q
	}
	for _, m := range p.Measures {
		at := slices.Index(e.co.measures, m.Measure)
		if m.Bounds == nil || len(m.Bounds.ByQuery) == 0 || at < 0 {
			continue
		}
		low, high := make([]float32, e.co.len()), make([]float32, e.co.len())
		for q := range low {
			low[q], high[q] = float32(math.NaN()), float32(math.NaN())
		}
		for _, b := range m.Bounds.ByQuery {
			if q, known := place[b.QueryID]; known {
				low[q], high[q] = float32(b.Low), float32(b.High)
			}
		}
		e.column(fmt.Sprintf("%d.low.%d", s, at), "f32", len(low), low)
		e.column(fmt.Sprintf("%d.high.%d", s, at), "f32", len(high), high)
	}
}

// unjudged counts the hits within the cutoff without judgments.
func (co *cohort) unjudged(s, q int) uint16 {
	n := uint16(0)
	for i, h := range co.systems[s].Queries[q].Hits {
		if i < co.cutoff && h.Grade < 0 {
			n++
		}
	}
	return n
}

// bestRank returns the rank of the first relevant document, 0 when none was found.
func bestRank(q *result.Row) uint16 {
	best := 0
	for _, d := range q.Relevant {
		if d.Rank > 0 && (best == 0 || d.Rank < best) {
			best = d.Rank
		}
	}
	return uint16(min(best, math.MaxUint16))
}

// overlap counts the documents within the cutoff that the baseline has there too.
func (co *cohort) overlap(s, q int) uint16 {
	seen := map[string]bool{}
	for i, h := range co.systems[0].Queries[q].Hits {
		if i < co.cutoff {
			seen[h.DocID] = true
		}
	}
	n := uint16(0)
	for i, h := range co.systems[s].Queries[q].Hits {
		if i < co.cutoff && seen[h.DocID] {
			n++
		}
	}
	return n
}

func (e *encoder) finish() ([]byte, error) {
	head, err := json.Marshal(e.h)
	if err != nil {
		return nil, err
	}
	for (4+len(head))%8 != 0 {
		head = append(head, ' ') // so that the columns are aligned in the whole
	}
	all := binary.LittleEndian.AppendUint32(nil, uint32(len(head)))
	return deflate(append(append(all, head...), e.body.Bytes()...))
}

func deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close() // writes the rest
	return b.Bytes(), err
}
