package reports_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

func TestParseFormat(t *testing.T) {
	for _, f := range []reports.Format{reports.Text, reports.JSON, reports.Markdown, reports.CSV, reports.LaTeX} {
		if got, err := reports.ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("ParseFormat(%q) = %q, %v", f, got, err)
		}
	}
	for _, s := range []string{"", "JSON", "md", "html", "text "} {
		if got, err := reports.ParseFormat(s); !errors.Is(err, reports.ErrUnknownFormat) {
			t.Errorf("ParseFormat(%q) = %q, %v, want ErrUnknownFormat", s, got, err)
		}
	}
}

func TestFormatForFile(t *testing.T) {
	for path, want := range map[string]reports.Format{
		"out.txt": reports.Text, "a.b/c.json": reports.JSON, "PR.MD": reports.Markdown, ".csv": reports.CSV, "paper.tex": reports.LaTeX,
	} {
		if got, err := reports.FormatForFile(path); got != want || err != nil {
			t.Errorf("FormatForFile(%q) = %q, %v, want %q", path, got, err, want)
		}
	}
	for _, path := range []string{"", "json", "out.json.gz", "dir.csv/out"} {
		if got, err := reports.FormatForFile(path); !errors.Is(err, reports.ErrUnknownFormat) {
			t.Errorf("FormatForFile(%q) = %q, %v, want ErrUnknownFormat", path, got, err)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	var b bytes.Buffer
	for name, err := range map[string]error{
		"Comparison": reports.Comparison(&b, better(), "html", reports.Options{}),
		"Evaluation": reports.Evaluation(&b, evaluation(1), "", reports.Options{}),
		"Runs":       reports.Runs(&b, listed(storedRuns()), "xml", reports.Options{}),
		"StoredRun":  reports.StoredRun(&b, storedRuns()[0], "html", reports.Options{}),
	} {
		if !errors.Is(err, reports.ErrUnknownFormat) {
			t.Errorf("%s: %v, want ErrUnknownFormat", name, err)
		}
	}
	if b.Len() > 0 {
		t.Errorf("wrote %q", b.String())
	}
}

// A value that JSON and CSV have no word for must not leave half a report.
func TestNotANumber(t *testing.T) {
	for name, v := range map[string]float64{"NaN": math.NaN(), "+Inf": math.Inf(1), "-Inf": math.Inf(-1)} {
		c := verbose()
		c.Comparisons[0].Measures[3].MeanB = num(v)
		c.Comparisons[0].PerQuery[2].B[ndcg] = num(v)
		e := evaluation(1)
		e.Runs[0].Measures[0].Std = num(v)
		e.Runs[0].PerQuery[0].Scores["R@5"] = num(v)
		for _, f := range []reports.Format{reports.JSON, reports.CSV} {
			for _, o := range []reports.Options{{}, {PerQuery: true}} {
				var b bytes.Buffer
				if err := reports.Comparison(&b, c, f, o); err == nil || b.Len() > 0 {
					t.Errorf("%s comparison with %s: error %v, wrote %d bytes", f, name, err, b.Len())
				}
				if err := reports.Evaluation(&b, e, f, o); err == nil || b.Len() > 0 {
					t.Errorf("%s evaluation with %s: error %v, wrote %d bytes", f, name, err, b.Len())
				}
			}
		}
		for _, f := range []reports.Format{reports.Text, reports.Markdown} {
			var b bytes.Buffer
			if err := reports.Comparison(&b, c, f, reports.Options{PerQuery: true}); err != nil {
				t.Errorf("%s comparison with %s: %v", f, name, err)
			}
			if bytes.Contains(b.Bytes(), []byte("NaN")) || bytes.Contains(b.Bytes(), []byte("Inf")) {
				t.Errorf("%s comparison with %s prints it", f, name)
			}
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestWriteError(t *testing.T) {
	for _, f := range []reports.Format{reports.Text, reports.JSON, reports.Markdown} {
		if err := reports.Comparison(brokenPipe{}, better(), f, reports.Options{}); err == nil {
			t.Errorf("%s: no error from a broken pipe", f)
		}
	}
}

// Values without anything in them are reported as such and never panic.
func TestEmpty(t *testing.T) {
	for _, f := range []reports.Format{reports.Text, reports.JSON, reports.Markdown, reports.LaTeX} {
		for name, write := range map[string]func(*bytes.Buffer) error{
			"comparison": func(b *bytes.Buffer) error {
				return reports.Comparison(b, &result.Comparison{}, f, reports.Options{Verbose: true, PerQuery: true})
			},
			"screen": func(b *bytes.Buffer) error {
				return reports.Comparison(b, &result.Comparison{Comparisons: make([]result.Pair, 1)}, f, reports.Options{Width: 80})
			},
			"screen of several": func(b *bytes.Buffer) error {
				return reports.Comparison(b, &result.Comparison{Comparisons: make([]result.Pair, 2)}, f, reports.Options{Width: 80, AllPairs: true})
			},
			"pair": func(b *bytes.Buffer) error {
				return reports.Comparison(b, &result.Comparison{Comparisons: make([]result.Pair, 2)}, f, reports.Options{Verbose: true, PerQuery: true})
			},
			"evaluation": func(b *bytes.Buffer) error {
				return reports.Evaluation(b, &result.Evaluation{}, f, reports.Options{PerQuery: true})
			},
			"runs": func(b *bytes.Buffer) error {
				if f == reports.LaTeX {
					f = reports.Text // which has no list
				}
				return reports.Runs(b, nil, f, reports.Options{})
			},
			"run": func(b *bytes.Buffer) error { return reports.StoredRun(b, result.StoredRun{}, f, reports.Options{}) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil || b.Len() == 0 {
				t.Errorf("%s %s: wrote %d bytes, error %v", f, name, b.Len(), err)
			}
		}
	}
}

func TestStoredRunBrokenAggregate(t *testing.T) {
	run := storedRuns()[0]
	run.Aggregate = []byte(`{"name":`)
	for _, f := range []reports.Format{reports.Text, reports.JSON, reports.Markdown, reports.CSV} {
		var b bytes.Buffer
		if err := reports.StoredRun(&b, run, f, reports.Options{}); err == nil || b.Len() > 0 {
			t.Errorf("%s: error %v, wrote %d bytes", f, err, b.Len())
		}
	}
}
