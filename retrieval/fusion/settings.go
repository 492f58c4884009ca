package fusion

import (
	"iter"
	"reflect"
	"strings"
)

// Settings choose a fusion method. The zero value passes a single component's ranking through. A setting
// that the method has no use for is a fault, because it is more likely a mistake than a wish.
type Settings struct {
	// Method is a name or an alias of [Builtin]; empty means "single".
	Method string `yaml:"fusion_method,omitempty" json:"fusion_method,omitempty"`

	// RRFK is the constant k ≥ 1 of rrf and w_rrf; nil means 60.
	// It is a pointer so that a written 0 is a fault and not the default.
	RRFK *int `yaml:"rrf_k,omitempty" json:"rrf_k,omitempty"`

	// Weights has one entry per component, each from 0 to 1e100, not all 0. They need not add up to 1.
	Weights map[string]float64 `yaml:"weights,omitempty" json:"weights,omitempty"`

	// Norm brings the scores of the components to one scale, for methods that look at scores; empty means
	// min-max, as in ranx.
	Norm Norm `yaml:"norm,omitempty" json:"norm,omitempty"`

	// GMNZGamma is the exponent of gmnz, from 0 (CombSUM) over 1 (CombMNZ) to 10; it has no default.
	GMNZGamma *float64 `yaml:"gmnz_gamma,omitempty" json:"gmnz_gamma,omitempty"`

	// ISRSigma is the σ in [0, 1] of logn_isr; nil means 0.01.
	ISRSigma *float64 `yaml:"isr_sigma,omitempty" json:"isr_sigma,omitempty"`

	// RBCP is the persistence in (0, 1) of rbc, which has no default: a reader goes on with this
	// probability from one document to the next, and so looks at 1/(1 - p) of them.
	RBCP *float64 `yaml:"rbc_p,omitempty" json:"rbc_p,omitempty"`

	// WProdFloor is what wprod takes for smaller parts, in (0, 1); nil means 0.01.
	WProdFloor *float64 `yaml:"wprod_floor,omitempty" json:"wprod_floor,omitempty"`

	// ProbFuseSegments is how many segments ≥ 1 probfuse divides each list into; it has no default.
	ProbFuseSegments *int `yaml:"probfuse_segments,omitempty" json:"probfuse_segments,omitempty"`

	// SlideFuseWindow is how many positions ≥ 0 on either side slidefuse averages over; nil means 5.
	SlideFuseWindow *int `yaml:"slidefuse_window,omitempty" json:"slidefuse_window,omitempty"`
}

// Keys of the settings that are not parameters.
const (
	keyWeights = "weights"
	keyNorm    = "norm"
)

// places yields the keys of the settings as they are written in configurations, but for the method, and where they are.
func (s *Settings) places() iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		v := reflect.ValueOf(s).Elem()
		for i := 1; i < v.NumField(); i++ {
			if key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ","); !yield(key, v.Field(i)) {
				return
			}
		}
	}
}

// SettingKeys lists the keys of the settings.
func SettingKeys() []string {
	var keys []string
	for key := range new(Settings).places() {
		keys = append(keys, key)
	}
	return keys
}
