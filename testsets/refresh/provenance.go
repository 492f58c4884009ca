package refresh

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
)

// A provenance says where a set's queries and labels came from: the lines of
// SET.provenance.jsonl, a query or a label each, after one about the pool.
type provenance struct {
	Pool    *poolOrigin
	Queries map[string]queryOrigin
	labels  map[string][]json.RawMessage // lines about labels, by query
}

type poolOrigin struct {
	Version   string   `json:"pool_of"`
	Depth     int      `json:"depth"`
	Configs   []string `json:"configs"`
	Kappa     *float64 `json:"kappa"` // the least of any two labellers; null where it is undefined for all
	Low       *float64 `json:"kappa_lower_end"`
	Evidence  bool     `json:"evidence_required"`
	Threshold string   `json:"threshold"`
	Labellers []string `json:"labellers"`
	Rule      string   `json:"rule"`
}

// A queryOrigin says how a query came into a set.
type queryOrigin struct {
	QueryID     string   `json:"query_id"`
	Version     string   `json:"entered_in"`
	Since       string   `json:"since,omitempty"` // a date
	Frequency   int      `json:"frequency,omitempty"`
	Clients     int      `json:"clients,omitempty"`
	Band        string   `json:"band,omitempty"`
	Probability *float64 `json:"probability,omitempty"`
	Masked      []string `json:"masked,omitempty"`
	LogSHA256   string   `json:"log_sha256,omitempty"`
}

// A labelOrigin says how a label of a new query came to be.
type labelOrigin struct {
	QueryID string            `json:"query_id"`
	DocID   string            `json:"doc_id"`
	Grade   *int              `json:"grade"` // null: no one could judge
	Labels  map[string]string `json:"labels"`
	Third   string            `json:"third,omitempty"`
	Rule    string            `json:"rule,omitempty"`
	By      string            `json:"by,omitempty"`
	At      string            `json:"at,omitempty"`
	Comment string            `json:"comment,omitempty"`
}

// readProvenance reads what is known of a set. Nothing is known of one without the file.
func readProvenance(set string) (*provenance, error) {
	p := &provenance{Queries: map[string]queryOrigin{}, labels: map[string][]json.RawMessage{}}
	path := provenancePath(set)
	data, err := unpack.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	s := bufio.NewScanner(bytes.NewReader(data))
	s.Buffer(nil, 1<<20)
	for line := 1; s.Scan(); line++ {
		if err := p.add(bytes.Clone(s.Bytes())); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
	}
	return p, s.Err()
}

// add takes a line. Those about labels are kept as they are, to be handed on.
func (p *provenance) add(line []byte) error {
	var l struct {
		PoolOf string `json:"pool_of"`
		DocID  string `json:"doc_id"`
		queryOrigin
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return fmt.Errorf("no line of a provenance: %w", err)
	}
	switch {
	case l.PoolOf != "":
		p.Pool = &poolOrigin{}
		return json.Unmarshal(line, p.Pool)
	case l.QueryID == "":
		return errors.New("a line without query_id")
	case l.DocID != "":
		p.labels[l.QueryID] = append(p.labels[l.QueryID], line)
	default:
		p.Queries[l.QueryID] = l.queryOrigin
	}
	return nil
}

// Since returns the dates on which queries entered, as far as they are known.
func Since(set *testsets.TestSet, file string) (map[string]string, error) {
	known, err := readProvenance(file)
	if err != nil {
		return nil, err
	}
	since := map[string]string{}
	for i := range set.Queries {
		since[set.Queries[i].ID] = known.Queries[set.Queries[i].ID].Since
	}
	return since, nil
}

// ages returns the days since each query entered the set, from what is known of the queries, else from when
// the set was made. A query of which nothing is known has none.
func ages(set *testsets.TestSet, since map[string]string, now time.Time) map[string]int {
	out := map[string]int{}
	for i := range set.Queries {
		id := set.Queries[i].ID
		text := cmp.Or(since[id], set.Created)
		if at, ok := dateOf(text); ok {
			out[id] = max(0, int(now.Sub(at)/(24*time.Hour)))
		}
	}
	return out
}

func dateOf(text string) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
