package adjudicate

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets/label"
)

// A decision is a row of the table: what people said of a pair, and what is.
type decision struct {
	pair    label.Pair
	said    []*int // by labeller; nil: could not judge
	third   *int
	grade   *int // nil: still to be decided, or unjudged
	rule    string
	by      string
	at      string
	comment string
}

func (d *decision) open() bool { return d.rule == "" }

func columns(labellers []string) []string {
	return slices.Concat([]string{"query_id", "doc_id"}, labellers, []string{"third", "grade", "rule", "by", "at", "comment"})
}

func text(g *int) string {
	if g == nil {
		return ""
	}
	return strconv.Itoa(*g)
}

// marshal writes the table, sorted by ids, for spreadsheets: no cell is computed.
func marshal(labellers []string, list []*decision) ([]byte, error) {
	rows := [][]string{columns(labellers)}
	for _, d := range list {
		row := []string{d.pair.Query, d.pair.Doc}
		for _, g := range d.said {
			row = append(row, text(g))
		}
		rows = append(rows, append(row, text(d.third), text(d.grade), d.rule, d.by, d.at, d.comment))
	}
	return delimited.Table{Rows: rows}.Guarded().Bytes()
}

// earlier reads the table as it was left, by pair; one that is not there is empty.
func earlier(path string, labellers []string) (map[label.Pair]*decision, error) {
	data, err := unpack.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := delimited.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	want := columns(labellers)
	if len(t.Rows) == 0 || !slices.Equal(t.Rows[0], want) {
		return nil, fmt.Errorf("%s:1: want the columns %s; move the file away to begin again", path, strings.Join(want, ","))
	}
	out := map[label.Pair]*decision{}
	var faults []error
	for i, row := range t.Rows[1:] {
		d, err := parse(row, len(labellers))
		if err == nil && out[d.pair] != nil {
			err = errors.New("is there twice")
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", path, t.Lines[i+1], err))
			continue
		}
		out[d.pair] = d
	}
	return out, prose.JoinFirst(faults)
}

func parse(row []string, labellers int) (*decision, error) {
	if len(row) != labellers+8 {
		return nil, fmt.Errorf("has %d cells, want %d", len(row), labellers+8)
	}
	row = slices.Clone(row)
	for i, cell := range row {
		row[i] = delimited.Unguard(cell)
	}
	d := &decision{pair: label.Pair{Query: row[0], Doc: row[1]}}
	rest := row[2+labellers:]
	d.rule, d.by, d.at, d.comment = rest[2], rest[3], rest[4], rest[5]
	var faults prose.Faults
	number := func(cell string) *int {
		if cell == "" {
			return nil
		}
		g, err := strconv.Atoi(cell)
		faults.If(err != nil, "grade %q is not an integer", cell)
		return &g
	}
	for _, cell := range row[2 : 2+labellers] {
		d.said = append(d.said, number(cell))
	}
	d.third, d.grade = number(rest[0]), number(rest[1])
	return d, faults.Join()
}

func stamp(now time.Time) string { return now.UTC().Truncate(time.Second).Format(time.RFC3339) }

// A Summary counts how labels became one.
type Summary struct {
	Pairs, Equal, Unjudged int
	ByRule                 map[string]int // of the others, by the rule that decided
	Open                   int
	Reset                  int // decisions about labels that changed since, to be taken again
}

// Summary says how far it is.
func (w *Work) Summary() Summary {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Summary{Pairs: len(w.list), ByRule: map[string]int{}, Reset: w.reset}
	for _, d := range w.list {
		switch d.rule {
		case "":
			s.Open++
		case equal:
			s.Equal++
		case unjudged:
			s.Unjudged++
		default:
			s.ByRule[d.rule]++
		}
	}
	return s
}
