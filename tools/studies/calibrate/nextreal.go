package main

import (
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
)

// pairsOfRuns is how many pairs of systems of DL21 there are.
const pairsOfRuns = 12

// realContests returns pairs of passage runs of TREC DL 2021 with the labels of NIST and
// of two models; nothing where the data is absent.
func realContests(data string, seed uint64) (out []contests, err error) {
	all, err := collections(data)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.name != "DL21" {
			continue
		}
		for _, judge := range []struct{ name, file string }{
			{"DL21, GPT-4 grades 0–3", "umbrella_gpt-4_zeroshot_dl21.txt.gz"}, {"DL21, GPT-4o grades 0–1", "binary_gpt4o_dl21.txt.gz"},
		} {
			model := map[string]map[string]int{}
			err := eachLine(filepath.Join(data, "agreement", "dl21-llm-vs-human", judge.file), func(f []string) (err error) {
				if model[f[0]] == nil {
					model[f[0]] = map[string]int{}
				}
				model[f[0]][f[2]], err = strconv.Atoi(f[3])
				return err
			})
			if err != nil {
				return nil, err
			}
			for _, pair := range c.chosen(seed, pairsOfRuns) {
				one := contests{judge: judge.name, real: true}
				for _, topic := range c.topics {
					one.queries = append(one.queries, contest(c.runs[pair[0]][topic], c.runs[pair[1]][topic], model[topic], c.grades[topic]))
				}
				out = append(out, one)
			}
		}
	}
	return out, nil
}

// contest returns the documents of a query at which two rankings differ in nDCG with
// linear gain, over the ideal of the model's labels.
func contest(a, b []string, model, human map[string]int) (query []contested) {
	grades := slices.Sorted(values(model))
	slices.Reverse(grades)
	ideal := 0.0
	for i, g := range grades[:min(cutoff, len(grades))] {
		ideal += float64(g) / math.Log2(float64(i+2))
	}
	ideal = max(ideal, 1)
	weights := map[string]float64{}
	for side, docs := range [][]string{a, b} {
		for i, doc := range docs {
			weights[doc] += float64(2*side-1) / math.Log2(float64(i+2)) / ideal
		}
	}
	for _, doc := range slices.Sorted(maps.Keys(weights)) {
		if w := weights[doc]; w != 0 {
			grade, known := model[doc]
			if !known {
				grade = -1
			}
			query = append(query, contested{w, grade, float64(max(grade, 0)), float64(human[doc])})
		}
	}
	return query
}
