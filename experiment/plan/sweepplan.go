package plan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// A SweepPlan is the sweep section of an experiment: which settings are tried, and how the choice among them is judged.
type SweepPlan struct {
	// Settings are the configurations of the file, if it has any, and then what
	// the grid unfolds to, in the order of the file. No two of them mean the same.
	Settings []Config

	Baseline   string // one of the settings: what the gain is measured from
	Folds      int    // of the cross-validation over queries; 0: 5
	Repeats    int    // of its division into folds; 0: 10
	Duplicates int    // settings left out because an earlier one means the same
}

// MaxSettings is how many settings one sweep may have.
const MaxSettings = 100_000

// The sweep section as it is written.
type sweepFile struct {
	Grid     []sweepEntryFile `yaml:"grid"`
	Baseline string           `yaml:"baseline"`
	Folds    *int             `yaml:"folds"`
	Repeats  *int             `yaml:"repeats"`
}

// A sweepEntryFile unfolds to every combination of its values. A single value may stand without a list.
type sweepEntryFile struct {
	Method     values[string]      `yaml:"fusion_method"`
	Components componentSets       `yaml:"components"`
	Depth      values[int]         `yaml:"depth"`
	TopK       values[int]         `yaml:"top_k"`
	RRFK       values[int]         `yaml:"rrf_k"`
	Norm       values[fusion.Norm] `yaml:"norm"`
	GMNZGamma  values[float64]     `yaml:"gmnz_gamma"`
	ISRSigma   values[float64]     `yaml:"isr_sigma"`
	RBCP       values[float64]     `yaml:"rbc_p"`
	WProdFloor values[float64]     `yaml:"wprod_floor"`
	Segments   values[int]         `yaml:"probfuse_segments"`
	Window     values[int]         `yaml:"slidefuse_window"`
	Weights    weightLists         `yaml:"weights"`
	Rerank     *rerank.Settings    `yaml:"rerank"`
	RerankTopN values[int]         `yaml:"rerank_top_n"`
	Asked      string              `yaml:"components_asked"`
	TrainFolds *int                `yaml:"folds"`
}

// An axis is one key of an entry with its values. Combinations vary the last axis fastest.
type axis struct {
	key   string
	count func(c *Config) int
	set   func(c *Config, i int) (text string)
}

// Keys whose values go into names as they are: no one would take them for another key's.
const (
	keyMethod     = "fusion_method"
	keyComponents = "components"
	keyWeights    = "weights"
)

// axes lists the keys that the entry gives values to. What is not given is not
// an axis, so that a setting's name says what was written and no more.
func (e *sweepEntryFile) axes() []axis {
	list := []axis{
		axisOf(keyMethod, e.Method, func(c *Config, v string) { c.Fusion.Method = v }),
		{keyComponents, fixed(len(e.Components)), func(c *Config, i int) string {
			c.Components = e.Components[i]
			return strings.Join(c.Components, "+")
		}},
		axisOf("depth", e.Depth, func(c *Config, v int) { c.Depth = v }),
		axisOf("top_k", e.TopK, func(c *Config, v int) { c.TopK = v }),
		axisOf("rrf_k", e.RRFK, func(c *Config, v int) { c.Fusion.RRFK = &v }),
		axisOf("probfuse_segments", e.Segments, func(c *Config, v int) { c.Fusion.ProbFuseSegments = &v }),
		axisOf("slidefuse_window", e.Window, func(c *Config, v int) { c.Fusion.SlideFuseWindow = &v }),
		axisOf("norm", e.Norm, func(c *Config, v fusion.Norm) { c.Fusion.Norm = v }),
		axisOf("gmnz_gamma", e.GMNZGamma, func(c *Config, v float64) { c.Fusion.GMNZGamma = &v }),
		axisOf("isr_sigma", e.ISRSigma, func(c *Config, v float64) { c.Fusion.ISRSigma = &v }),
		axisOf("rbc_p", e.RBCP, func(c *Config, v float64) { c.Fusion.RBCP = &v }),
		axisOf("wprod_floor", e.WProdFloor, func(c *Config, v float64) { c.Fusion.WProdFloor = &v }),
	}
	if e.Weights.given() {
		list = append(list, axis{keyWeights, e.Weights.count, e.Weights.set})
	}
	if e.Rerank != nil {
		list = append(list, axis{"rerank", fixed(1), func(c *Config, _ int) string {
			c.Rerank = e.Rerank
			return e.Rerank.Method
		}}, axisOf("rerank_top_n", e.RerankTopN, func(c *Config, v int) {
			c.Rerank = new(*e.Rerank)
			c.Rerank.TopN = &v
		}))
	}
	return slices.DeleteFunc(list, func(a axis) bool { return a.count == nil })
}

// fixed returns nil where there are no values.
func fixed(n int) func(*Config) int {
	if n == 0 {
		return nil
	}
	return func(*Config) int { return n }
}

func axisOf[T any](key string, list values[T], set func(c *Config, v T)) axis {
	return axis{key, fixed(len(list)), func(c *Config, i int) string {
		set(c, list[i])
		return fmt.Sprint(list[i])
	}}
}

// unfold calls yield for every combination of the entry's values, until it
// says stop. A setting's name is what was written for it.
func (e *sweepEntryFile) unfold(base Config, yield func(Config) bool) {
	base.Asked = e.Asked
	if e.TrainFolds != nil {
		base.Folds = *e.TrainFolds
	}
	axes := e.axes()
	var walk func(c Config, parts []string, rest []axis) bool
	walk = func(c Config, parts []string, rest []axis) bool {
		if len(rest) == 0 {
			c.Name = strings.Join(parts, " ")
			return yield(c.lean().resolved())
		}
		for i := range rest[0].count(&c) {
			next := c
			text := rest[0].set(&next, i)
			if !slices.Contains([]string{keyMethod, keyComponents, keyWeights}, rest[0].key) {
				text = rest[0].key + "=" + text
			}
			if !walk(next, append(slices.Clip(parts), text), rest[1:]) {
				return false
			}
		}
		return true
	}
	walk(base, nil, axes)
}

// size returns how many combinations there are, or MaxSettings + 1 when there are more than that.
func (e *sweepEntryFile) size(base Config) int {
	sets := [][]string(e.Components)
	if len(sets) == 0 {
		sets = [][]string{base.Components}
	}
	total := 0
	for _, set := range sets {
		n := 1
		for _, a := range e.axes() {
			c := Config{Components: set}
			if count := a.count(&c); a.key != keyComponents {
				n = min(n*count, MaxSettings+1)
			}
		}
		total = min(total+n, MaxSettings+1)
	}
	return total
}

// lean leaves out the components whose weight is 0: no one would ask them. Their
// documents, which would end a ranking with score 0, go with them.
func (c Config) lean() Config {
	if c.Fusion.Weights == nil {
		return c
	}
	weighs := func(name string) bool { w, given := c.Fusion.Weights[name]; return !given || w != 0 }
	if !slices.ContainsFunc(c.Components, weighs) {
		return c // all 0: the method says that it is a fault
	}
	c.Components = slices.DeleteFunc(slices.Clone(c.Components), func(name string) bool { return !weighs(name) })
	c.Fusion.Weights = maps.Clone(c.Fusion.Weights)
	maps.DeleteFunc(c.Fusion.Weights, func(_ string, w float64) bool { return w == 0 })
	return c
}

// composition returns the i-th way of writing steps as a sum of this number of whole
// numbers from 0; the ones with a large first number come first.
func composition(steps, parts, i int) []int {
	list := make([]int, 0, parts)
	for ; parts > 1; parts-- {
		head := steps
		for n := 1; i >= n; n = countCompositions(steps-head, parts-1, MaxSettings) {
			i -= n
			head--
		}
		list = append(list, head)
		steps -= head
	}
	return append(list, steps)
}

// countCompositions returns how many there are, C(steps + parts − 1, parts − 1), or
// limit + 1 when there are more than limit.
func countCompositions(steps, parts, limit int) int {
	n := 1
	for i := 1; i < parts; i++ {
		if n > limit*i/(steps+i)+1 {
			return limit + 1
		}
		n = n * (steps + i) / i
	}
	return min(n, limit+1)
}

// weightText writes weights in the order of the components, then those of names that are none.
func weightText(c *Config) string {
	names := ordered.With(slices.Clone(c.Components), slices.Sorted(maps.Keys(c.Fusion.Weights))...)
	parts := make([]string, 0, len(names))
	for _, name := range names {
		if w, given := c.Fusion.Weights[name]; given {
			parts = append(parts, name+"="+strconv.FormatFloat(w, 'g', -1, 64))
		}
	}
	return strings.Join(parts, " ")
}
