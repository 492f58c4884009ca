package metrics

import (
	"fmt"
	"strconv"
	"strings"
)

// What may follow a measure name of trec_eval after the dot.

// tailReader returns what reads the tail of a form, nil where cutoffs follow it.
func tailReader(form string) func(string) ([]map[string]string, error) {
	switch form {
	case "11pt_avg":
		return valueOf("recall")
	case "set_F":
		return valueOf("beta")
	case "utility":
		return valueOf("weights")
	case "Rprec_mult":
		return eachOf("mult")
	case "ndcg":
		return trecGains
	case "rbp":
		return readPersistence
	case "rbp_resid":
		return readResidual
	}
	return nil
}

// valueOf reads the whole tail as the value of one parameter: set_F.2, utility.1,-1,0,0.
func valueOf(param string) func(string) ([]map[string]string, error) {
	return func(tail string) ([]map[string]string, error) {
		return []map[string]string{{param: tail}}, nil
	}
}

// eachOf reads a tail that lists values of one parameter, each for a measure of its own: Rprec_mult.0.2,0.4.
func eachOf(param string) func(string) ([]map[string]string, error) {
	return func(tail string) ([]map[string]string, error) {
		var sets []map[string]string
		for value := range strings.SplitSeq(tail, ",") {
			sets = append(sets, map[string]string{param: value})
		}
		return sets, nil
	}
}

// trecGains reads gains by grade: ndcg.1=3,2=9. As in trec_eval a grade that is not named gains itself,
// whatever the others gain; grades up to 10 are declared, or up to the highest that is named.
func trecGains(tail string) ([]map[string]string, error) {
	gains := map[int]string{}
	highest := 10
	for pair := range strings.SplitSeq(tail, ",") {
		left, right, _ := strings.Cut(pair, "=")
		grade, err := strconv.Atoi(left)
		if err != nil || grade < 0 || grade > 1000 || right == "" {
			return nil, fmt.Errorf("%q is not grade=gain", pair)
		}
		gains[grade] = right
		highest = max(highest, grade)
	}
	parts := make([]string, highest+1)
	for grade := range parts {
		gain, named := gains[grade]
		if !named {
			gain = strconv.Itoa(grade)
		}
		parts[grade] = strconv.Itoa(grade) + ":" + gain
	}
	return []map[string]string{{"gain": "{" + strings.Join(parts, ",") + "}"}}, nil
}
