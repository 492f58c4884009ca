package holdout

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// Release says what of a check may be shown where less than everything is.
func Release(how string, c *result.HoldoutCheck, g Gains) (*result.HoldoutRelease, error) {
	r := &result.HoldoutRelease{A: c.A.Name, B: c.B.Name, Measure: c.Measure, Release: how, Health: c.Health}
	if how == result.ReleaseLadder {
		released, err := Ladder(g.HeldOut)
		if released {
			r.Shown = &c.HeldOut.Mean
		}
		return r, err
	}
	key := c.A.Name + "\x00" + c.B.Name + "\x00" + c.Measure + "\x00" + c.TestSet.SHA256
	agrees, value := Thresholdout{}.Answer(c.Evaluation.Mean, c.HeldOut.Mean, key)
	r.Agrees, r.Shown = agrees, &value
	if n := len(g.HeldOut); n < FewestForThreshold {
		r.Few, r.Fewest = n, FewestForThreshold
	}
	return r, nil
}

// Ladder says whether a held-out gain over the best system so far may be shown:
// when it exceeds one standard error of the pairs, and otherwise only that it
// does not, so that repeated looks cannot climb on noise (Blum and Hardt 2015,
// arXiv:1502.04585). A true gain below a standard error stays unseen.
func Ladder(heldOut []float64) (released bool, err error) {
	d, err := stats.DifferencesOf(heldOut)
	return err == nil && stats.LadderReleases(d), err
}

// Thresholdout is the method of that name (Dwork et al. 2015, doi:10.1126/science.aaa9375)
// for one mean difference: it says that the held-out part agrees, without a
// number, unless both parts differ by more than about At; then it gives the
// held-out gain with noise. Its guarantee is about many thousands of queries,
// and below some thousand its noise is as large as what is measured.
type Thresholdout struct {
	At    float64 // 0 means .04
	Noise float64 // scale of the Laplace noise; 0 means .01
}

// FewestForThreshold is the number of held-out queries below which Thresholdout
// says hardly more than its noise.
const FewestForThreshold = 1000

// Answer compares the gains of both parts. key fixes the noise: the same
// question of the same ledger gets the same answer, so that asking again does
// not average it away.
func (t Thresholdout) Answer(evaluation, heldOut float64, key string) (agrees bool, value float64) {
	if t.At == 0 {
		t.At = 0.04
	}
	if t.Noise == 0 {
		t.Noise = 0.01
	}
	sum := sha256.Sum256([]byte(key))
	rng := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
	at := t.At + laplace(rng, 2*t.Noise) + laplace(rng, 4*t.Noise)
	if math.Abs(evaluation-heldOut) <= at {
		return true, evaluation
	}
	return false, heldOut + laplace(rng, t.Noise)
}

// laplace draws from the Laplace distribution with mean 0.
func laplace(rng *rand.Rand, scale float64) float64 {
	u := rng.Float64() - 0.5
	return -math.Copysign(scale*math.Log(1-2*math.Abs(u)), u)
}
