package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/setting"
	"github.com/rankduel/rankduel/metrics"
)

// WeightsOwn are the weights that the test set or the scores give their queries.
const WeightsOwn = "own"

// weightColumn is that of weights where none is named.
const weightColumn = "weight"

// columnOf parts FILE:COLUMN. The colon of a path C:\… is none.
func columnOf(text string) (file, name string) {
	if i := strings.LastIndexByte(text, ':'); i > 1 && !strings.ContainsAny(text[i+1:], `/\`) {
		return text[:i], text[i+1:]
	}
	return text, ""
}

// Files lists the files that weights and covariates are read from, as they are named.
func (s Settings) Files() (files []string) {
	for _, text := range append([]string{s.Weights}, s.Adjust...) {
		if file, _ := columnOf(text); file != "" && file != WeightsOwn && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	return files
}

// ReadColumns reads these files, each once.
func (s *Settings) ReadColumns(read func(file string) (*scoring.Table, error)) (err error) {
	s.Columns = map[string]*scoring.Table{}
	for _, file := range s.Files() {
		if s.Columns[file], err = read(file); err != nil {
			return err
		}
	}
	return nil
}

// values returns the numbers of a column by query.
func (s Settings) values(column string) (map[string]float64, error) {
	file, name := columnOf(column)
	t := s.Columns[file]
	if t == nil {
		return nil, fmt.Errorf("%s is not read here: `rankduel compare` and experiment files take columns of files", file)
	}
	if name == "" && len(t.Measures) == 1 {
		name = t.Measures[0].String()
	}
	name = cmp.Or(name, weightColumn)
	m, of := metrics.Index(t.Measures, scoring.Named(name, t.Measures...)), map[string]float64{}
	for q := range t.Len() {
		row := t.Query(q)
		if m < 0 && name == weightColumn && row.Weight != nil {
			of[row.QueryID] = *row.Weight
		}
		if m >= 0 && !math.IsNaN(t.Value(m, q)) {
			of[row.QueryID] = t.Value(m, q)
		}
	}
	if len(of) == 0 {
		return nil, fmt.Errorf("%s has no numbers in a column %s; it has %s", file, name, strings.Join(metrics.Texts(t.Measures), ", "))
	}
	return of, nil
}

// shares reads STRATUM=SHARE, in the order given.
func (s Settings) shares() (names []string, shares []float64, err error) {
	total := 0.0
	for _, text := range s.Population {
		i := strings.LastIndexByte(text, '=')
		v, err := strconv.ParseFloat(text[i+1:], 64)
		if i < 0 || err != nil || !(v > 0 && v <= 1) || slices.Contains(names, text[:i]) {
			return nil, nil, fmt.Errorf("population %q: want STRATUM=SHARE, a share above 0 and up to 1, once for each stratum", text)
		}
		names, shares, total = append(names, text[:i]), append(shares, v), total+v
	}
	if len(names) > 0 && math.Abs(total-1) > 0.001 {
		err = fmt.Errorf("population: the shares add up to %.4g; give every stratum one, so that they add up to 1", total)
	}
	return names, shares, err
}

// weighted reports whether queries count by weights or by shares of a population.
func (s Settings) weighted() bool { return s.Weights != "" || len(s.Population) > 0 }

// Unequal reports whether more than scores makes the difference: weights or covariates.
func (s Settings) Unequal() bool { return s.weighted() || len(s.Adjust) > 0 }

// unequalFaults reports what weights and covariates do not go with.
func (s Settings) unequalFaults() (faults []setting.Fault) {
	fault := func(key string, bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, setting.Fault{Key: key, Text: fmt.Sprintf(format, args...)})
		}
	}
	_, _, err := s.shares()
	fault("population", err != nil, "%v", err)
	for _, text := range s.Adjust {
		_, name := columnOf(text)
		fault("adjust", name == "", "adjust %q: want FILE:COLUMN, of all queries that these stand for", text)
	}
	const another = "%s %s is of means without weights and covariates; take another"
	adjusted, bad := len(s.Adjust) > 0, s.Correction == CorrectionMaxT || s.Correction == CorrectionTukey
	fault("weights", s.Unequal() && s.Silver != nil, "weights, population and adjust are not taken with labels of a model, whose queries are a random sample; leave one of them out")
	fault("interval", s.Unequal() && s.Interval != IntervalAuto && s.Interval != IntervalT, another+": auto or t", "interval", s.Interval)
	fault("correction", s.Unequal() && bad, another, "correction", s.Correction)
	fault("adjust", adjusted && s.weighted(), "adjust is of queries that count alike, and does not go with weights or population; leave one of them out")
	fault("test", adjusted && s.Test == TestRandomization, "test randomization flips signs, which does not hold once a covariate is allowed for; take %s", TestT)
	fault("all_pairs", adjusted && s.AllPairs, "adjust is about each candidate and the baseline, and does not go with all_pairs; leave one of them out")
	return faults
}

// A known is what is known of the pairs besides scores; all pairings of one baseline share it.
type known struct {
	weights    []float64 // by pair; 0: left out
	strata     []int     // by unit, places in shares; nil where there is one
	shares     []float64 // of the population
	covariates []covariate
}

// A covariate is a number of each pair that no system changes.
type covariate struct {
	result.CovariateUsed
	values []float64 // by pair
}

func (k *known) weight(i int) float64 {
	if !k.hasWeights() {
		return 1
	}
	return k.weights[i]
}

func (k *known) hasWeights() bool { return k.weights != nil }
