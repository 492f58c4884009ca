package scoring_test

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// goldens returns the folder of trec_eval's own test inputs and outputs.
func goldens(t *testing.T) string {
	t.Helper()
	dir := filepath.Join("..", "..", "shared", "data", "goldens", "trec_eval-test")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("trec_eval's test files are not next to this checkout: %v", err)
	}
	return dir
}

// What trec_eval's own tests expect it to print, for every measure that exists
// here: without options, with -q, with -q -c (query 302 is missing from
// results.trunc), with -q -l 2, and 31 topics with comment lines.
func TestTrecEvalGoldens(t *testing.T) {
	dir := goldens(t)
	for _, c := range []struct {
		want, qrels, run string
		option           string // what -l 2 is called as a parameter of a measure
		compared         int    // at least
	}{
		{want: "out.test", qrels: "qrels.test", run: "results.test", compared: 27},
		{want: "out.test.aq", qrels: "qrels.test", run: "results.test", compared: 360},
		{want: "out.test.aqc", qrels: "qrels.test", run: "results.trunc", compared: 360},
		{want: "out.test.aql", qrels: "qrels.rel_level", run: "results.test", option: "rel=2", compared: 150},
		{want: "out.comment.test", qrels: "qrels.comment.test.gz", run: "results.comment.test.gz", compared: 27},
	} {
		t.Run(c.want, func(t *testing.T) {
			j, err := judgments.Read(t.Context(), trec.File(filepath.Join(dir, c.qrels)), trec.QrelsOptions{})
			if err != nil {
				t.Fatal(err)
			}
			g := golden{profile: wingtest.ProfileNamed(t, "trec"), option: c.option}
			lines := g.lines(wingtest.ReadFile(t, filepath.Join(dir, c.want)))
			s, err := scoring.RunFile(t.Context(), trec.File(filepath.Join(dir, c.run)), j, g.measures, g.profile, scoring.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range lines {
				if got := g.value(s, line); got != line.printed {
					t.Errorf("%s of %s = %s, want %s (trec_eval, %s)", line.measure, line.query, got, line.printed, c.want)
				}
			}
			if len(lines) < c.compared {
				t.Errorf("%d lines compared, want at least %d", len(lines), c.compared)
			}
			t.Logf("%d lines compared, left out: %v", len(lines), g.left)
		})
	}
}

// A golden collects the measures of one output of trec_eval.
type golden struct {
	profile  metrics.Profile
	option   string
	measures []metrics.Measure
	at       map[string]int // position of a measure by its canonical text
	left     map[string]int // names that do not exist here
}

type goldenLine struct {
	measure        metrics.Measure
	query, printed string
}

func (g *golden) lines(text []byte) []goldenLine {
	g.at, g.left = map[string]int{}, map[string]int{}
	var list []goldenLine
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for scanner.Scan() {
		f := strings.Fields(scanner.Text())
		m, err := g.profile.Parse(f[0])
		if err == nil && g.option != "" {
			m, err = g.withOption(f[0], m)
		}
		if err != nil || f[0] == "num_q" {
			g.left[f[0]]++
			continue
		}
		if _, ok := g.at[m.String()]; !ok {
			g.at[m.String()] = len(g.measures)
			g.measures = append(g.measures, m)
		}
		list = append(list, goldenLine{m, f[1], f[2]})
	}
	return list
}

// withOption adds the parameter where trec_eval's option has an effect: graded
// measures and counts of what was retrieved ignore -l.
func (g *golden) withOption(name string, m metrics.Measure) (metrics.Measure, error) {
	for _, prefix := range []string{"map", "recip_rank", "P_", "recall_", "Rprec", "bpref", "success_", "iprec_at_recall", "num_rel"} {
		if strings.HasPrefix(name, prefix) && !strings.HasPrefix(name, "Rprec_") {
			text := m.String()
			name, cut, found := strings.Cut(text, "@")
			if found {
				cut = "@" + cut
			}
			return g.profile.Parse(name + "(" + g.option + ")" + cut)
		}
	}
	if name == "num_ret" {
		return m, nil
	}
	return nil, os.ErrInvalid
}

// value returns what trec_eval would print.
func (g *golden) value(s *scoring.Table, line goldenLine) string {
	m := g.at[line.measure.String()]
	aggregate := metrics.AggregateOf(line.measure)
	total, n := 0.0, 0
	for q := range s.Len() {
		v, _ := s.Score(m, q)
		if s.ID(q) == line.query {
			return trecFormat(aggregate, v)
		}
		if aggregate == metrics.GeometricMean {
			v = math.Log(max(v, 0.00001))
		}
		total += v
		n++
	}
	switch aggregate {
	case metrics.Mean:
		total /= float64(n)
	case metrics.GeometricMean:
		total = math.Exp(total / float64(n))
	}
	return trecFormat(aggregate, total)
}

func trecFormat(aggregate metrics.Aggregate, v float64) string {
	if aggregate == metrics.Sum {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 4, 64)
}
