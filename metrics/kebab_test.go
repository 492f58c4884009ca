package metrics_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// A kebabCase is one vector of kebab's aggregate: queries with what was
// expected, the stored rows, and the aggregate.
type kebabCase struct {
	ID, Title string
	Given     struct {
		Golden []kebabGolden
		Rows   []kebabRow
	}
	Expected struct {
		Aggregate    map[string]any
		Alternatives map[string]any
	}
	Tolerance float64
}

type kebabGolden struct {
	ID             string
	ExpectedChunks []string `json:"expected_chunk_ids"`
	ExpectedDocs   []string `json:"expected_doc_ids"`
	MustContain    []string `json:"must_contain"`
	Forbidden      []string
}

type kebabRow struct {
	QueryID string `json:"query_id"`
	Hits    []struct {
		ChunkID string `json:"chunk_id"`
		DocID   string `json:"doc_id"`
	} `json:"hits_top_k"`
	Error  *string
	Answer *struct {
		Answer    string
		Grounded  bool
		Citations []struct{ Citation struct{ Path string } }
	}
}

// Every aggregate of the kebab vectors: those of the shipped code under
// kebab-code, and the groundedness of its specification under kebab.
func TestKebabAggregates(t *testing.T) {
	var file struct{ Cases []kebabCase }
	readJSON(t, "testdata/seeds/kebab_aggregate.json.gz", &file)
	code, err := metrics.ProfileByName("kebab-code")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := metrics.ProfileByName("kebab")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			got := kebabAggregate(code, c)
			for name, want := range c.Expected.Aggregate {
				switch want := want.(type) {
				case map[string]any:
					for k, w := range want {
						sameValue(t, c, name+"."+k, got[name+"."+k], w)
					}
				default:
					if name != "total_queries" && name != "failed_queries" {
						sameValue(t, c, name, got[name], want)
					}
				}
			}
			want := c.Expected.Alternatives["groundedness_excluding_should_refuse"]
			sameValue(t, c, "groundedness by the specification", kebabAggregate(spec, c)["groundedness"], want)
		})
	}
}

// sameValue compares a number, or nil for null.
func sameValue(t *testing.T, c kebabCase, name string, got *float64, want any) {
	t.Helper()
	switch w, isNumber := want.(float64); {
	case want == nil && got != nil:
		t.Errorf("%s: %s = %v, want null", c.Title, name, *got)
	case isNumber && (got == nil || math.Abs(*got-w) > c.Tolerance):
		t.Errorf("%s: %s = %v, want %v", c.Title, name, text(got), w)
	}
}

func text(x *float64) string {
	if x == nil {
		return "null"
	}
	return fmt.Sprint(*x)
}

// kebabAggregate scores all rows and means them by key, rounded.
func kebabAggregate(p metrics.Profile, c kebabCase) map[string]*float64 {
	golden := map[string]kebabGolden{}
	for _, g := range c.Given.Golden {
		golden[g.ID] = g
	}
	sums, counts := map[string]float64{}, map[string]float64{}
	add := func(key string, score float64, defined bool) {
		if defined {
			sums[key] += score
			counts[key]++
		}
	}
	for _, row := range c.Given.Rows {
		g, known := golden[row.QueryID]
		chunks, docs := kebabJudged(g, row)
		docs.Answered = answered(g, row)
		for _, m := range p.Measures {
			if _, emptiness := m.(metrics.EmptyResultRate); !known && !emptiness {
				continue
			}
			j := &docs
			if metrics.LevelOf(m) == metrics.ChunkLevel {
				j = &chunks
			}
			score, defined := m.Score(j)
			add(p.Key(m), score, defined)
		}
	}
	means := map[string]*float64{}
	for _, m := range p.Measures {
		key := p.Key(m)
		x, defined := p.MeanOfNone(m)
		if counts[key] > 0 {
			x, defined = p.Round(sums[key]/counts[key]), true
		}
		if defined {
			means[key] = &x
		}
	}
	return means
}

// kebabJudged joins the hits at both levels. A document has the rank of its
// best chunk, so that recall looks at the first k chunks.
func kebabJudged(g kebabGolden, row kebabRow) (chunks, docs metrics.Judged) {
	chunkGrades, docGrades := map[string]int{}, map[string]int{}
	for _, id := range g.ExpectedChunks {
		chunkGrades[id] = 1
	}
	for _, id := range g.ExpectedDocs {
		docGrades[id] = 1
	}
	var chunkIDs, docIDs []string
	seenChunk, seenDoc := map[string]bool{}, map[string]bool{}
	for i, h := range row.Hits {
		chunk, doc := h.ChunkID, h.DocID
		if seenChunk[chunk] {
			chunk = fmt.Sprint("repeated ", i)
		}
		if seenDoc[doc] {
			doc = fmt.Sprint("repeated ", i)
		}
		seenChunk[chunk], seenDoc[doc] = true, true
		chunkIDs, docIDs = append(chunkIDs, chunk), append(docIDs, doc)
	}
	return judge(chunkIDs, chunkGrades), judge(docIDs, docGrades)
}

func answered(g kebabGolden, row kebabRow) *metrics.Answered {
	a := &metrics.Answered{
		Failed: row.Error != nil, ShouldRefuse: len(g.ExpectedDocs) == 0,
		MustContain: g.MustContain, Forbidden: g.Forbidden,
	}
	if row.Answer != nil {
		a.Answer = &metrics.Answer{Text: row.Answer.Answer, Grounded: row.Answer.Grounded}
		for _, c := range row.Answer.Citations {
			a.Answer.Citations = append(a.Answer.Citations, metrics.Citation{Path: c.Citation.Path})
		}
	}
	return a
}

// The file-level metrics of CodeScaleBench: retrieved files in the order in
// which they were first seen, against the files of the ground truth.
func TestCSBFileMetrics(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Title string
			Given     struct {
				Document struct {
					GroundTruth struct{ Files []string } `json:"ground_truth"`
					Events      []struct {
						TargetFiles []string `json:"target_files"`
					}
				}
			}
			Expected struct {
				Metrics map[string]any `json:"file_level_metrics"`
			}
		}
	}
	readJSON(t, "testdata/seeds/csb_pipeline.json.gz", &file)
	p, err := metrics.ProfileByName("csb")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		grades := map[string]int{}
		for _, f := range c.Given.Document.GroundTruth.Files {
			grades[csbPath(f)] = 1
		}
		var ranking []string
		seen := map[string]bool{}
		for _, e := range c.Given.Document.Events {
			for _, f := range e.TargetFiles {
				if f = csbPath(f); !seen[f] {
					seen[f] = true
					ranking = append(ranking, f)
				}
			}
		}
		j := judge(ranking, grades)
		for _, m := range p.Measures {
			score, defined := m.Score(&j)
			if computable := c.Expected.Metrics["computable"].(bool); computable != defined {
				t.Errorf("%s: %s defined = %v, want %v", c.ID, m, defined, computable)
			}
			if !defined {
				continue
			}
			name, k, inMap := strings.Cut(p.Key(m), ".")
			want := c.Expected.Metrics[name]
			if inMap {
				want = want.(map[string]any)[k]
			}
			if got := p.Round(score); got != want {
				t.Errorf("%s: %s = %v, want %v", c.ID, p.Key(m), got, want)
			}
		}
	}
}

// csbPath returns what the reader of traces does to a path.
func csbPath(path string) string {
	path = strings.ToLower(path)
	for _, prefix := range []string{"/workspace/", "/repo_full/", "/testbed/", "a/", "b/"} {
		path = strings.TrimPrefix(path, prefix)
	}
	return path
}
