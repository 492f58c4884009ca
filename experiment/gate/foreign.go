package gate

import "github.com/rankduel/rankduel/metrics"

// A foreignMeasure was computed by another program. What is good about it is what a
// rule takes for it: a drop is bad of what should be high, a rise of what should be
// low.
type foreignMeasure struct {
	name   string
	better metrics.Direction
}

// String returns the name as it was read.
func (f foreignMeasure) String() string { return f.name }

// Score returns an error: there is no formula.
func (foreignMeasure) Score(*metrics.Judged) (score float64, defined bool) { return 0, false }

// Cutoff returns 0: it is not known.
func (foreignMeasure) Cutoff() int { return 0 }

// Direction tells which of two scores is the better one.
func (f foreignMeasure) Direction() metrics.Direction { return f.better }

// Conventions returns the profile that a document names. Scores of other programs have
// none: there every name is a measure.
func Conventions(name string) (metrics.Profile, error) {
	if name == ScoresProfile {
		return metrics.Profile{Name: name, Decimals: -1, Defaults: metrics.Defaults{Gain: metrics.LinearGain()}}, nil
	}
	return metrics.ProfileByName(name)
}

// ScoresProfile is the name that scores of other programs have in place of a profile.
const ScoresProfile = "scores"

func measureOf(text string, profile metrics.Profile) (metrics.Measure, error) {
	m, err := profile.Parse(text)
	if err != nil && profile.Name == ScoresProfile {
		return foreignMeasure{name: text}, nil
	}
	return m, err
}
