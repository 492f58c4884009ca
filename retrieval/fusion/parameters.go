package fusion

import (
	"fmt"
	"math"
	"reflect"
)

// A parameter is a number that a setting gives to a method.
type parameter struct {
	usual any // a pointer to what it is when it is not set; nil: it has to be set
	ok    func(x float64) bool
	want  string // what a number has to be
}

// parameters returns them by the keys of the settings.
func parameters() map[string]parameter {
	between := func(low, high float64) func(float64) bool { return func(x float64) bool { return x > low && x < high } }
	from := func(low, high float64) func(float64) bool {
		return func(x float64) bool { return x >= low && x <= high }
	}
	return map[string]parameter{
		"rrf_k": {new(defaultRRFK), from(1, math.MaxInt), "at least 1"},
		// With γ = 10 to be returned twice is worth a thousand times the score; more would only be a way to overflow.
		"gmnz_gamma":        {nil, from(0, 10), "a number from 0 (CombSUM) over 1 (CombMNZ) to 10"},
		"isr_sigma":         {new(defaultISRSigma), from(0, 1), "a number from 0 to 1"},
		"rbc_p":             {nil, between(0, 1), "a number between 0 and 1, such as 0.9 for a reader of 10 documents"},
		"wprod_floor":       {new(defaultWProdFloor), between(0, 1), "a number between 0 and 1"},
		"probfuse_segments": {nil, from(1, maxSegments), fmt.Sprintf("from 1 to %d", maxSegments)},
		"slidefuse_window":  {new(defaultSlideFuseWindow), from(0, maxWindow), fmt.Sprintf("from 0 to %d", maxWindow)},
	}
}

// check says what is wrong with the number at a place, and nothing where the setting is not a number.
func (p parameter) check(key string, place reflect.Value) error {
	switch {
	case p.ok == nil:
		return nil
	case place.IsNil():
		return fmt.Errorf("%s is missing: want %s", key, p.want)
	case !p.ok(place.Elem().Convert(reflect.TypeFor[float64]()).Float()):
		return fmt.Errorf("%s %v: want %s", key, place.Elem(), p.want)
	}
	return nil
}
