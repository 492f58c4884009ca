package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// cutoff is how deep the measure of these populations looks.
const cutoff = 10

// A collection has rankings of systems and people's grades of documents, by topic.
type collection struct {
	name   string
	stated bool // judges are: there are none for these grades
	topics []string
	grades map[string]map[string]int      // by topic and document
	runs   map[string]map[string][]string // by system and topic, the first documents
}

// collections are those of the folder; none where it is absent. TREC-COVID has 30 topics
// of round 1, and no labels of a model; DL19 and DL21 are passages.
func collections(data string) (out []collection, err error) {
	for _, c := range []struct{ name, runs, qrels string }{
		{"TREC-COVID round 1", "trec-covid-round1", "covid-round1"}, {"DL19", "dl19-passage", "dl19-passage"}, {"DL21", "dl21-passage", "dl21-passage"},
	} {
		one := collection{name: c.name, stated: c.name == "TREC-COVID round 1", grades: map[string]map[string]int{}, runs: map[string]map[string][]string{}}
		err := eachLine(filepath.Join(data, "qrels-topics", "qrels."+c.qrels+".txt.gz"), func(f []string) error {
			grade, err := strconv.Atoi(f[3])
			if one.grades[f[0]] == nil {
				one.grades[f[0]] = map[string]int{}
			}
			one.grades[f[0]][f[2]] = max(grade, 0)
			return err
		})
		if errors.Is(err, fs.ErrNotExist) {
			return []collection{madeCollection()}, nil
		}
		if err != nil {
			return nil, err
		}
		for topic, grades := range one.grades {
			if slices.Max(slices.Collect(values(grades))) > 0 {
				one.topics = append(one.topics, topic)
			}
		}
		slices.Sort(one.topics)
		paths, err := filepath.Glob(filepath.Join(data, "runs", c.runs, "*.gz"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			if strings.HasPrefix(filepath.Base(path), "published.") {
				continue // figures, and no run
			}
			if err := one.read(path); err != nil {
				return nil, err
			}
		}
		out = append(out, one)
	}
	return append(out, madeCollection()), nil
}

// madeCollection has 40 topics of 30 documents, a third of each grade, and five systems that
// see the grades through noise.
func madeCollection() collection {
	c := collection{name: "made", stated: true, grades: map[string]map[string]int{}, runs: map[string]map[string][]string{}}
	rng := rand.New(rand.NewPCG(1, 1))
	for t := range 40 {
		topic, docs := strconv.Itoa(t), map[string]int{}
		for d := range 30 {
			docs[strconv.Itoa(d)] = d % 3
		}
		c.topics, c.grades[topic] = append(c.topics, topic), docs
		for s := range 5 {
			seen := map[string]float64{}
			for d := range 30 {
				seen[strconv.Itoa(d)] = float64(d%3) + (1+float64(s)/4)*rng.NormFloat64()
			}
			ranked := slices.Sorted(maps.Keys(docs))
			slices.SortStableFunc(ranked, func(x, y string) int { return cmp.Compare(seen[y], seen[x]) })
			name := "system " + strconv.Itoa(s)
			if c.runs[name] == nil {
				c.runs[name] = map[string][]string{}
			}
			c.runs[name][topic] = ranked[:cutoff]
		}
	}
	return c
}

func values(grades map[string]int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for _, g := range grades {
			if !yield(g) {
				return
			}
		}
	}
}

// read adds a run that has all topics, and leaves out what is not one.
func (c *collection) read(path string) error {
	type hit struct {
		doc   string
		score float64
	}
	hits := map[string][]hit{}
	err := eachLine(path, func(f []string) error {
		score, err := strconv.ParseFloat(f[4], 32)
		hits[f[0]] = append(hits[f[0]], hit{f[2], score})
		return err
	})
	if err != nil {
		return err
	}
	run := map[string][]string{}
	for _, topic := range c.topics {
		list := hits[topic]
		if len(list) == 0 {
			return nil
		}
		slices.SortStableFunc(list, func(x, y hit) int { return cmp.Or(cmp.Compare(y.score, x.score), strings.Compare(y.doc, x.doc)) })
		for _, h := range list[:min(cutoff, len(list))] {
			run[topic] = append(run[topic], h.doc)
		}
	}
	c.runs[strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "input."), ".gz")] = run
	return nil
}

// eachLine gives the fields of lines of four, which are judgments, and of six, which are
// hits; others are passed over.
func eachLine(path string, line func(fields []string) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return err
		}
	}
	s := bufio.NewScanner(r)
	for s.Scan() {
		if fields := strings.Fields(s.Text()); len(fields) == 4 || len(fields) == 6 {
			if err := line(fields); err != nil {
				return fmt.Errorf("%s: %q: %w", path, s.Text(), err)
			}
		}
	}
	return s.Err()
}

// ndcg scores a ranking: gain is the grade, the ideal is of all documents with one.
func ndcg(docs []string, grade func(doc string) int, ideal []int) float64 {
	dcg := func(at func(i int) int, n int) (sum float64) {
		for i := range min(n, cutoff) {
			sum += float64(at(i)) / math.Log2(float64(i)+2)
		}
		return sum
	}
	best := dcg(func(i int) int { return ideal[i] }, len(ideal))
	if best == 0 {
		return 0
	}
	return dcg(func(i int) int { return grade(docs[i]) }, len(docs)) / best
}
