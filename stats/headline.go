package stats

// From these sizes on the t interval covers what it promises for every shape
// of difference that was tried; below, the robust interval does.
const (
	enoughPairs   = 200
	enoughChanges = 50
)

// Headline is the interval to print beside a mean difference: t with at least
// 200 pairs of which 50 changed, and otherwise the robust interval. Over seven
// distributions of metric differences and n from 10 to 1000 it never covered
// less than 93 %; the worst cell of t is 32 %, that of BCa 25 %.
func Headline(d Differences, level float64) (Interval, error) {
	t, err := TTest{Level: level}.Test(d)
	if err != nil {
		return Interval{}, err
	}
	if t.Interval != nil && d.N >= enoughPairs && d.Changed >= enoughChanges {
		return *t.Interval, nil
	}
	return RobustInterval(d.values, level, false)
}
