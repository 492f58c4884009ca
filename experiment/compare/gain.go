package compare

import (
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// Gain tests whether the mean of b − a is 0, with a standard error
// that does not follow from the spread of these differences: they are means
// over divisions of the queries, which vary less than the error of their mean.
// They are stretched around their mean until it does, and go the usual way.
func Gain(b, a []float64, standardError float64, settings Settings) (result.GainInference, error) {
	d, err := stats.NewDifferences(a, b)
	if err != nil {
		return result.GainInference{}, err
	}
	out := result.GainInference{N: d.N, Wins: d.Wins, Losses: d.Losses, Ties: d.Ties, StandardError: standardError}
	inf := inference{result.Inference{N: d.N, MeanDifference: &d.Mean, StdDifference: d.SD, Changed: d.Changed}}
	if d.SD != nil {
		level := 1 - settings.Alpha
		kind, err := stats.Headline(d, level)
		if err != nil {
			return result.GainInference{}, err
		}
		stretched := stretch(d, standardError*math.Sqrt(float64(d.N)))
		t, err := stats.TTest{Level: level}.Test(stretched)
		if err != nil {
			return result.GainInference{}, err
		}
		inf.PValue, inf.PAdjusted, inf.StdDifference = t.P, t.P, stretched.SD
		for _, i := range []struct {
			to    **result.Interval
			level float64
		}{{&inf.Interval, level}, {&inf.Equivalence, 1 - 2*settings.Alpha}} {
			method := settings.Interval
			if method != IntervalT && method != IntervalRobust {
				method = kind.Method // a bootstrap of smoothed differences would be too sure
			}
			if *i.to, err = intervalOf(method, stretched, stats.Replicates{}, i.level); err != nil {
				return result.GainInference{}, err
			}
		}
	}
	out.Interval, out.Equivalence, out.PValue = inf.Interval, inf.Equivalence, inf.PValue
	out.Verdict, out.VerdictReason = decide(&inf, settings, false)
	return out, nil
}

// stretch gives the differences the standard deviation sd, around their mean.
func stretch(d stats.Differences, sd float64) stats.Differences {
	values := d.Values()
	if *d.SD == 0 {
		return d // all alike: there is no shape to stretch
	}
	for i, v := range values {
		values[i] = d.Mean + (v-d.Mean)*sd / *d.SD
	}
	stretched, err := stats.DifferencesOf(values)
	if err != nil {
		return d // larger than numbers can be, which scores are not
	}
	return stretched
}
