package html

import (
	"strings"

	"github.com/rankduel/rankduel/reports"
)

// A Served page is in parts, which the script of a server's own page asks for one
// by one: the same static page, the same data, and the same script as in a file.
type Served struct {
	Static  string   // HTML without the data, and nothing in it runs
	Summary []byte   // rankduel/report-data/v1, compressed; nil where nothing is known of single queries
	Chunks  [][]byte // its ranked lists, compressed
}

// Serve makes the parts of the page of a comparison. Nothing is left out to keep
// a file small: a chunk is asked for when one of its queries is opened.
func Serve(d *reports.Data, o Options) (*Served, error) {
	if d.Comparison == nil || len(d.Comparison.Comparisons) == 0 {
		return nil, ErrNothingCompared
	}
	o.served = true
	queries, err := ofComparison(d, o)
	if err != nil {
		return nil, err
	}
	data, err := encode(queries, o)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	p := newPage(d, queries, o, data)
	p.Style, p.Policy = "", "default-src 'none'" // they are the server's
	if err := execute(&b, "page.html", p); err != nil {
		return nil, err
	}
	s := &Served{Static: b.String()}
	if data != nil {
		s.Summary, s.Chunks = data.summary, data.chunks
	}
	return s, nil
}

// Assets returns what a server's page needs to show the parts: the script and the style sheet of every report.
func Assets() (js, css string) { return script, style }
