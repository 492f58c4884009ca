package plan

import (
	"errors"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// errNoUse says that a list of paths would be ignored.
var errNoUse = errors.New("paths are for CitationCoverage(strict), which is not among the measures")

// Measures parses texts under a profile; without any they are the profile's own.
// Where it is known which paths exist, those of a profile that has
// CitationCoverage have its strict form next to it, and texts that do not ask for
// it are an error.
func Measures(profile metrics.Profile, given []string, paths bool) ([]metrics.Measure, error) {
	measures := profile.Measures
	if len(given) > 0 {
		var err error
		if measures, err = profile.ParseList(strings.Join(given, ",")); err != nil {
			return nil, err
		}
	}
	strict := metrics.Measure(metrics.CitationCoverage{Strict: true})
	if !paths || slices.Contains(measures, strict) {
		return measures, nil
	}
	i := slices.Index(measures, metrics.Measure(metrics.CitationCoverage{}))
	if i < 0 || len(given) > 0 {
		return nil, errNoUse
	}
	return slices.Insert(slices.Clone(measures), i+1, strict), nil
}
