package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Real pairs are differences of systems of TREC and CLEF on the topics of one
// measure. Of every matrix six pairs are chosen by a hash of the seed and the names,
// among the better three quarters of the systems, and the last two of them are held
// out: nothing in this study was fitted to them.
const (
	pairsOfMatrix   = 6
	heldOutOfMatrix = 2
	betterShare     = .75
	leastChanged    = 6 // topics on which a pair differs
)

// A matrix has the scores of systems on topics.
type matrix struct {
	name   string
	scores map[string][]float64 // by system, in the order of the topics
}

// realPairs returns nothing where the folder is absent.
func realPairs(dir string, seed uint64) ([]population, error) {
	var out []population
	for _, m := range []struct {
		file string
		read func(dir, file string) ([]matrix, error)
	}{
		{"trec-adhoc/adhoc5_ap.csv", wideMatrix},
		{"trec-adhoc/adhoc5_p10.csv", wideMatrix},
		{"trec-adhoc/adhoc5_rr.csv", wideMatrix},
		{"trec-adhoc/adhoc8_ap.csv", wideMatrix},
		{"trec-adhoc/adhoc8_p10.csv", wideMatrix},
		{"trec-adhoc/adhoc8_rr.csv", wideMatrix},
		{"trec-web/web2010_err20.csv", wideMatrix},
		{"trec-web/web2010_ndcg20.csv", wideMatrix},
		{"trec-covid-round1/round1_data.csv", longMatrix},
		{"longeval23-WT", scoreFiles},
	} {
		matrices, err := m.read(dir, m.file)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.file, err)
		}
		for _, one := range matrices {
			out = append(out, one.pairs(seed)...)
		}
	}
	return out, nil
}

// wideMatrix reads a file with a column for each system and a line for each topic.
func wideMatrix(dir, file string) ([]matrix, error) {
	rows, err := readCSV(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	m := newMatrix(strings.TrimSuffix(filepath.Base(file), ".csv"))
	for _, row := range rows[1:] {
		for i, text := range row {
			if err := m.add(rows[0][i], text); err != nil {
				return nil, err
			}
		}
	}
	return []matrix{m}, nil
}

// longMatrix reads lines of system, topic, score; all systems have the same topics
// in the same order.
func longMatrix(dir, file string) ([]matrix, error) {
	rows, err := readCSV(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	m := newMatrix("covid1")
	for _, row := range rows[1:] {
		if err := m.add(row[0], row[2]); err != nil {
			return nil, err
		}
	}
	return []matrix{m}, nil
}

// scoreFiles reads what trec_eval -q printed for each system: measure, topic, score.
func scoreFiles(dir, folder string) ([]matrix, error) {
	files, err := fs.Glob(os.DirFS(filepath.Join(dir, folder)), "*.score")
	if err != nil {
		return nil, err
	}
	out := []matrix{newMatrix("ndcg_cut_10"), newMatrix("P_10")}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, folder, name))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			for _, m := range out {
				if len(fields) == 3 && fields[0] == m.name && fields[1] != "all" {
					if err := m.add(strings.TrimSuffix(name, ".WT.score"), fields[2]); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	for i := range out {
		out[i].name = "longeval_" + out[i].name
	}
	return out, nil
}

func readCSV(path string) ([][]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return csv.NewReader(bytes.NewReader(text)).ReadAll()
}

func newMatrix(name string) matrix { return matrix{name: name, scores: make(map[string][]float64)} }

func (m matrix) add(system, text string) error {
	score, err := strconv.ParseFloat(text, 64)
	m.scores[system] = append(m.scores[system], score)
	return err
}

// pairs returns the chosen ones.
func (m matrix) pairs(seed uint64) []population {
	systems := m.better()
	type choice struct {
		key  [sha256.Size]byte
		a, b string
	}
	var all []choice
	for i, a := range systems {
		for _, b := range systems[i+1:] {
			all = append(all, choice{sha256.Sum256(fmt.Appendf(nil, "%d %s %s %s", seed, m.name, a, b)), a, b})
		}
	}
	slices.SortFunc(all, func(x, y choice) int { return slices.Compare(x.key[:], y.key[:]) })
	var out []population
	for _, c := range all {
		d, ok := m.differences(c.a, c.b)
		if !ok {
			continue
		}
		out = append(out, population{
			name: fmt.Sprintf("%s %s %s", m.name, c.a, c.b), distribution: d,
			real: true, heldOut: len(out) >= pairsOfMatrix-heldOutOfMatrix,
		})
		if len(out) == pairsOfMatrix {
			break
		}
	}
	return out
}

// better returns the better three quarters of the systems, by name.
func (m matrix) better() []string {
	systems := slices.Sorted(maps.Keys(m.scores))
	mean := func(system string) (total float64) {
		for _, x := range m.scores[system] {
			total += x
		}
		return total / float64(len(m.scores[system]))
	}
	slices.SortStableFunc(systems, func(a, b string) int {
		if mean(a) > mean(b) {
			return -1
		}
		return oneIf(mean(a) < mean(b))
	})
	systems = systems[:int(betterShare*float64(len(systems))+.5)]
	slices.Sort(systems)
	return systems
}

// differences returns what each topic adds; a pair that differs on few topics, or in
// one direction only, can have no other mean.
func (m matrix) differences(a, b string) (distribution, bool) {
	x, y := m.scores[a], m.scores[b]
	if len(x) != len(y) {
		return distribution{}, false
	}
	values, probs := make([]float64, len(x)), make([]float64, len(x))
	changed := 0
	for i := range x {
		values[i], probs[i] = y[i]-x[i], 1/float64(len(x))
		changed += oneIf(abs(values[i]) > 1e-12)
	}
	slices.Sort(values)
	return newDistribution(values, probs), changed >= leastChanged && values[0] < 0 && values[len(values)-1] > 0
}

// heldOutOf returns the pairs that are held out.
func heldOutOf(pairs []population) []population {
	return slices.DeleteFunc(slices.Clone(pairs), func(p population) bool { return !p.heldOut })
}
