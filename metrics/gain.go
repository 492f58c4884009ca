package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Gain says what a grade is worth to a graded measure. The zero value is the exponential gain. A grade of
// 0 or less and an unjudged document gain nothing unless a declared gain says otherwise about grade 0.
type Gain struct {
	kind  gainKind
	table []declared // of a declared gain, most worth first
}

type gainKind uint8

const (
	exponential gainKind = iota
	linear
	binary
	declaredGain
)

type declared struct {
	grade int
	worth float64
}

// ExpGain returns 2^grade − 1, as in Burges et al. (2005), "Learning to rank using gradient descent", ICML,
// doi:10.1145/1102351.1102363. It is exact up to grade 53 and infinite from grade 1024.
func ExpGain() Gain { return Gain{kind: exponential} }

// LinearGain returns the grade itself, as in Järvelin and Kekäläinen (2002), ACM
// TOIS 20(4), doi:10.1145/582415.582418, and in trec_eval and scikit-learn.
func LinearGain() Gain { return Gain{kind: linear} }

// BinaryGain returns 1 for every grade from 1 on, for measures that are not to tell relevant from highly relevant.
func BinaryGain() Gain { return Gain{kind: binary} }

// DeclaredGain returns worth[grade], which may be fractional. A grade that is not declared gains 0; [CheckGrades] finds
// such grades before they are scored. Grades and gains must not be negative, and gains must be finite.
func DeclaredGain(worth map[int]float64) (Gain, error) {
	g := Gain{kind: declaredGain}
	for grade, w := range worth {
		if grade < 0 {
			return Gain{}, fmt.Errorf("gain of grade %d: a grade below 0 is not a judgment", grade)
		}
		if !(w >= 0) || math.IsInf(w, 0) {
			return Gain{}, fmt.Errorf("gain of grade %d is %v, want a finite number of at least 0", grade, w)
		}
		g.table = append(g.table, declared{grade, w + 0}) // + 0 turns -0 into 0
	}
	if len(g.table) == 0 {
		return Gain{}, fmt.Errorf("declared gain without a grade")
	}
	ordered.Stable(g.table, func(a, b declared) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(b.grade, a.grade))
	})
	return g, nil
}

// Of returns the gain of a grade.
func (g Gain) Of(grade int) float64 {
	switch g.kind {
	case linear:
		return max(float64(grade), 0)
	case binary:
		return float64(min(max(grade, 0), 1))
	case declaredGain:
		for _, d := range g.table {
			if d.grade == grade {
				return d.worth
			}
		}
		return 0
	}
	switch {
	case grade <= 0:
		return 0
	case grade < 64:
		return float64(uint64(1)<<grade - 1)
	}
	return math.Ldexp(1, grade) - 1
}

// ofReal returns the gain of a document that was judged by a real-valued gain: the
// same formulas, of a number that need not be whole.
func (g Gain) ofReal(x float64) float64 {
	if x == math.Trunc(x) {
		return g.Of(int(x))
	}
	switch g.kind {
	case linear:
		return max(x, 0)
	case exponential:
		return math.Exp2(max(x, 0)) - 1
	case binary:
		return g.Of(int(math.Floor(x)))
	}
	return 0 // a declared gain is of grades; CheckGains refuses it
}

// takesReal tells whether grades need not be whole.
func (g Gain) takesReal() bool { return g.kind != declaredGain }

// checkGrade refuses a positive grade without a declared gain. Grade 0 may stay
// undeclared: that it gains nothing needs no saying.
func (g Gain) checkGrade(grade int) error {
	if math.IsInf(g.Of(grade), 0) {
		return fmt.Errorf("grade %d is too large for gain=%s", grade, g)
	}
	if g.kind != declaredGain || grade <= 0 {
		return nil
	}
	for _, d := range g.table {
		if d.grade == grade {
			return nil
		}
	}
	return fmt.Errorf("grade %d has no declared gain", grade)
}

// String returns "exp", "linear", "binary" or the declared gains as "{0:0,1:1,2:3}".
func (g Gain) String() string {
	switch g.kind {
	case linear:
		return "linear"
	case binary:
		return "binary"
	case declaredGain:
		byGrade := slices.Clone(g.table)
		ordered.Stable(byGrade, func(a, b declared) int { return a.grade - b.grade })
		parts := ordered.Each(byGrade, func(d declared) string { return strconv.Itoa(d.grade) + ":" + number(d.worth) })
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "exp"
}

// ParseGain reads what String prints, and the names that ir_measures has for the two usual gains, exp-log2 and log2.
func ParseGain(text string) (Gain, error) {
	switch text {
	case "exp", "exp-log2":
		return ExpGain(), nil
	case "linear", "log2":
		return LinearGain(), nil
	case "binary":
		return BinaryGain(), nil
	}
	inner, ok := strings.CutPrefix(text, "{")
	if ok {
		inner, ok = strings.CutSuffix(inner, "}")
	}
	if !ok {
		return Gain{}, fmt.Errorf("gain %q, want exp, linear, binary or {grade:gain,...}", text)
	}
	worth := map[int]float64{}
	for pair := range strings.SplitSeq(inner, ",") {
		left, right, _ := strings.Cut(pair, ":")
		grade, err := strconv.Atoi(strings.TrimSpace(left))
		if err != nil {
			return Gain{}, fmt.Errorf("gain %q: grade %q is not an integer", text, strings.TrimSpace(left))
		}
		w, err := strconv.ParseFloat(strings.TrimSpace(right), 64)
		if err != nil {
			return Gain{}, fmt.Errorf("gain %q: gain %q is not a number", text, strings.TrimSpace(right))
		}
		if _, twice := worth[grade]; twice {
			return Gain{}, fmt.Errorf("gain %q: grade %d is declared twice", text, grade)
		}
		worth[grade] = w
	}
	return DeclaredGain(worth)
}
