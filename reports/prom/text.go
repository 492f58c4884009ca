package prom

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// contentType is that of the text format, which every version of Prometheus reads.
const contentType = "text/plain; version=0.0.4; charset=utf-8"

// A family is one metric: a name, and a sample for each set of labels.
type family struct {
	name, help string
	kind       kind
	samples    []sample
}

type kind string

const (
	gauge     kind = "gauge"
	counter   kind = "counter"
	histogram kind = "histogram"
)

type sample struct {
	suffix string // of a histogram's parts
	labels []label
	value  float64
}

type label struct{ name, value string }

// key tells samples of one family apart.
func (s sample) key() string {
	var b strings.Builder
	b.WriteString(s.suffix)
	sorted := slices.Clone(s.labels)
	ordered.Stable(sorted, func(a, b label) int { return strings.Compare(a.name, b.name) })
	for _, l := range sorted {
		fmt.Fprintf(&b, " %s=%q", l.name, l.value)
	}
	return b.String()
}

// write writes families in the text format, in the order in which they stand. Those without a sample are left out.
func write(w io.Writer, families []family) error {
	out := bufio.NewWriter(w)
	for _, f := range families {
		if len(f.samples) == 0 {
			continue
		}
		fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", f.name, escapedHelp.Replace(f.help), f.name, f.kind)
		for _, s := range f.samples {
			fmt.Fprintf(out, "%s%s%s %s\n", f.name, s.suffix, braced(s.labels), number(s.value))
		}
	}
	return out.Flush()
}

var (
	escapedHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	escapedLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func braced(labels []label) string {
	var parts []string
	for _, l := range labels {
		if l.value != "" { // to Prometheus the same as no label
			parts = append(parts, l.name+`="`+escapedLabel.Replace(strings.ToValidUTF8(l.value, "\uFFFD"))+`"`)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// digits are as many as a mean over queries has for certain. The dust of adding
// up behind them could carry a mean of exactly .75 below a threshold of .75.
const digits = 12

func number(v float64) string {
	if math.IsInf(v, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(v, 'g', digits, 64)
}

// bounds are the upper ends of the buckets of latency, in seconds: from a search in memory to an engine that times out.
var bounds = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30}

// latencies count how long queries took.
type latencies struct {
	counts [15]float64 // by bucket, the last for what is beyond all bounds
	sum    float64
}

func (l *latencies) observe(seconds float64) {
	at, _ := slices.BinarySearch(bounds, seconds)
	l.counts[at]++
	l.sum += seconds
}

// samples returns those of a histogram: cumulative counts, sum and count.
func (l *latencies) samples(labels []label) []sample {
	var list []sample
	total := 0.0
	for i, n := range l.counts {
		le := "+Inf"
		if i < len(bounds) {
			le = strconv.FormatFloat(bounds[i], 'g', -1, 64)
		}
		total += n
		list = append(list, sample{"_bucket", append(slices.Clone(labels), label{"le", le}), total})
	}
	return append(list, sample{"_sum", labels, l.sum}, sample{"_count", labels, total})
}

// ServeHTTP answers a scrape with everything that was published. Anyone who may
// ask, and by which method, is decided by the server around it.
func (c *Collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body bytes.Buffer
	if err := write(&body, c.families(true)); err != nil { // a buffer takes everything
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body.Bytes()) // no one is there to be told
}
