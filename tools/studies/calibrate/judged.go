package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// An errant is a judge by its errors: what it gives to a document of each of people's
// grades, in the manner of one of several queries, since some it judges better than others.
type errant struct {
	name     string
	manners  [][][]float64 // by query and people's grade, the shares of its grades
	favoured float64       // of the documents that the candidate alone ranks first, how many get a grade more
}

// stated are judges with errors of our own statement, for grades from 0 to 2. The good one
// gives people's grade to 80 % and the next one to the rest, the weak one to 50 %; each
// errs on half of the queries by half as much, and on the others half as much again.
func stated() (list []errant) {
	for _, j := range []struct {
		name string
		same float64
	}{{"80 % right", .8}, {"50 % right", .5}} {
		e := errant{name: j.name}
		for _, more := range []float64{.5, 1.5} {
			wrong := (1 - j.same) * more
			e.manners = append(e.manners, [][]float64{{1 - wrong, wrong, 0}, {wrong / 2, 1 - wrong, wrong / 2}, {0, wrong, 1 - wrong}})
		}
		list = append(list, e)
	}
	return list
}

// mostGrade is the highest grade of the judges that were measured.
const mostGrade = 3

// measured are the fourteen judges of LLMJudge, by their grades of the 4,423 passages of
// DL23 that people graded too. A manner is of one of its queries, with five documents more
// of each grade as the judge gives them over all.
func measured(data string) ([]errant, error) {
	dir := filepath.Join(data, "agreement", "llmjudge")
	human := map[string]int{}
	err := eachLine(filepath.Join(dir, "llmjudge_test_qrel_idx.txt"), func(f []string) (err error) {
		human[f[0]+" "+f[2]], err = strconv.Atoi(f[3])
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "judges", "*.txt"))
	if err != nil {
		return nil, err
	}
	var list []errant
	for _, path := range paths {
		type table [mostGrade + 1][mostGrade + 1]float64
		of, all := map[string]*table{}, table{}
		err := eachLine(path, func(f []string) error {
			given, err := strconv.Atoi(f[3])
			if given > mostGrade {
				return err // one judge left the scale three times
			}
			if of[f[0]] == nil {
				of[f[0]] = &table{}
			}
			people := human[f[0]+" "+f[2]]
			of[f[0]][people][given]++
			all[people][given]++
			return err
		})
		if err != nil {
			return nil, err
		}
		e := errant{name: strings.TrimSuffix(filepath.Base(path), ".txt")}
		for _, query := range slices.Sorted(maps.Keys(of)) {
			manner := make([][]float64, mostGrade+1)
			for people := range manner {
				manner[people] = slices.Clone(of[query][people][:])
				for given, n := range all[people] {
					manner[people][given] += 5 * n / sum(all[people][:])
				}
				total := sum(manner[people])
				for given := range manner[people] {
					manner[people][given] /= total
				}
			}
			e.manners = append(e.manners, manner)
		}
		list = append(list, e)
	}
	return list, nil
}

func sum(list []float64) (total float64) {
	for _, x := range list {
		total += x
	}
	return total
}

// grade draws what the judge gives to a document of a grade of people's.
func (e errant) grade(manner [][]float64, people int, rng *rand.Rand) int {
	u := rng.Float64()
	for given, share := range manner[people] {
		if u -= share; u < 0 {
			return given
		}
	}
	return people
}

// drawsOfTopic is how often a judge labels each topic again.
const drawsOfTopic = 100

// A pairOfLabels is a pair of systems on topics: people's difference on each, moved to a
// mean of 0 by how likely the topics are, and the judge's as often as it labelled it.
type pairOfLabels struct {
	name  string
	human distribution // values in the order of the topics' differences
	judge [][]float64  // the same order
}

// labelled returns a pair by people's labels and by a judge's.
func (c collection) labelled(a, b string, e errant, rng *rand.Rand) pairOfLabels {
	type topic struct {
		human float64
		judge []float64
	}
	var all []topic
	for _, id := range c.topics {
		grades := c.grades[id]
		score := func(graded map[string]int) float64 {
			ideal := slices.Sorted(values(graded))
			slices.Reverse(ideal)
			at := func(doc string) int { return graded[doc] }
			return ndcg(c.runs[b][id], at, ideal) - ndcg(c.runs[a][id], at, ideal)
		}
		t := topic{human: score(grades)}
		docs := slices.Sorted(maps.Keys(grades))
		for _, doc := range slices.Concat(c.runs[a][id], c.runs[b][id]) {
			if _, judged := grades[doc]; !judged { // people's 0, as they are scored
				docs = append(docs, doc)
			}
		}
		for range drawsOfTopic {
			manner := e.manners[rng.IntN(len(e.manners))]
			given := make(map[string]int, len(docs))
			for _, doc := range docs {
				given[doc] = e.grade(manner, grades[doc], rng)
				if e.favoured > 0 && slices.Contains(c.runs[b][id], doc) && !slices.Contains(c.runs[a][id], doc) && rng.Float64() < e.favoured {
					given[doc] = min(given[doc]+1, len(manner)-1)
				}
			}
			t.judge = append(t.judge, score(given))
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(x, y topic) int { return oneIf(x.human > y.human) - oneIf(x.human < y.human) })
	p := pairOfLabels{name: c.name + " " + a + " " + b}
	var values, probs []float64
	for _, t := range all {
		values, probs = append(values, t.human), append(probs, 1/float64(len(all)))
		p.judge = append(p.judge, t.judge)
	}
	p.human = newDistribution(values, probs).tilted(0)
	return p
}

// said draws queries and adds what is said of them.
func (p pairOfLabels) said(labelled, all int, rng *rand.Rand, add func(int)) error {
	y, f := make([]float64, all), make([]float64, all)
	at := make([]float64, all)
	places := distribution{Values: make([]float64, len(p.judge)), upTo: p.human.upTo}
	for i := range places.Values {
		places.Values[i] = float64(i)
	}
	places.draw(at, rng)
	for i, t := range at {
		y[i], f[i] = p.human.Values[int(t)], p.judge[int(t)][rng.IntN(drawsOfTopic)]
	}
	return saidOf(y, f, labelled, add)
}

// chosen are pairs of systems by a hash of the names, of which neither is better on all
// topics.
func (c collection) chosen(seed uint64, most int) (out [][2]string) {
	systems := slices.Sorted(maps.Keys(c.runs))
	type choice struct {
		key  [sha256.Size]byte
		pair [2]string
	}
	var all []choice
	for i, a := range systems {
		for _, b := range systems[i+1:] {
			all = append(all, choice{sha256.Sum256(fmt.Appendf(nil, "%d %s %s %s", seed, c.name, a, b)), [2]string{a, b}})
		}
	}
	slices.SortFunc(all, func(x, y choice) int { return slices.Compare(x.key[:], y.key[:]) })
	for _, one := range all {
		sides := [2]int{}
		for _, id := range c.topics {
			ideal := slices.Sorted(values(c.grades[id]))
			slices.Reverse(ideal)
			at := func(doc string) int { return c.grades[id][doc] }
			d := ndcg(c.runs[one.pair[1]][id], at, ideal) - ndcg(c.runs[one.pair[0]][id], at, ideal)
			sides[0] += oneIf(d < 0)
			sides[1] += oneIf(d > 0)
		}
		if sides[0] >= leastChanged && sides[1] >= leastChanged {
			if out = append(out, one.pair); len(out) == most {
				break
			}
		}
	}
	return out
}
