package fusion

import "fmt"

// defaultSlideFuseWindow is that of the method's author in https://github.com/ishnid/fusion.
const defaultSlideFuseWindow = 5

// slideFuse is posFuse with estimates that are smoothed over neighbouring positions:
//
//	W_c(r)   = mean of P_c(i) for i from r − window to r + window
//	score(d) = Σ_c W_c(rank_c(d))
//
// with P_c(i) of posFuse, over the components c that returned d. At both ends of the list that is being
// fused the window is cut, as in ranx; the author's program cuts it at the end of the longest training list
// instead, which makes a difference where lists have unequal lengths. The range is [0, m] for m components;
// higher is better. A window of 0 is posFuse.
//
// Lillis, Toolan, Collier and Dunnion (2008), "Extending probabilistic data fusion using sliding windows",
// ECIR, doi:10.1007/978-3-540-78646-7_33.
type slideFuse struct {
	window int // positions on either side, ≥ 0
}

var _ Trainer = slideFuse{}

// Name implements [Trainer].
func (slideFuse) Name() string { return "slidefuse" }

// Train implements [Trainer].
func (t slideFuse) Train(examples []Example) (Method, error) {
	return train(t.Name(), 0, examples, func(lists []judgedList) lesson {
		probabilities := byPosition(lists)
		return func(_ List, worth []float64) error {
			for i := range worth {
				start, end := max(i-t.window, 0), min(i+t.window+1, len(worth))
				sum := 0.0
				for _, p := range probabilities[min(start, len(probabilities)):min(end, len(probabilities))] {
					sum += p
				}
				worth[i] = sum / float64(end-start)
			}
			return nil
		}
	})
}

func slideFuseEntry() Entry {
	return Entry{
		Name:    slideFuse{}.Name(),
		Summary: "trained: posfuse smoothed over slidefuse_window positions on either side",
		Uses:    []string{keyWindow},
		Resolve: func(s Settings) Settings {
			if s.SlideFuseWindow == nil {
				s.SlideFuseWindow = new(defaultSlideFuseWindow)
			}
			return s
		},
		Check: func(s Settings, _ []string) []error {
			if err := windowFault(*s.SlideFuseWindow); err != nil {
				return []error{err}
			}
			return nil
		},
		Train: func(s Settings) Trainer { return slideFuse{window: *s.SlideFuseWindow} },
	}
}

func windowFault(window int) error {
	if window < 0 || window > maxWindow {
		return fmt.Errorf("%s %d: want from 0 to %d", keyWindow, window, maxWindow)
	}
	return nil
}

// maxWindow is wider than any list.
const maxWindow = 1_000_000
