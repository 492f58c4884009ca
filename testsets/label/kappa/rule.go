package kappa

import (
	"fmt"

	"github.com/rankduel/rankduel/stats/agreement"
)

// DefaultThreshold is what kappa has to exceed.
const DefaultThreshold = "0.6"

// Required is the word that asks for evidence.
const Required = "required"

// MinQueries is how many queries two people have to label before that is evidence.
const MinQueries = agreement.MinKappaClusters

// Level is that of the one-sided lower end.
const Level = 0.95

// A Rule is what the labels of two people have to meet.
type Rule struct {
	Threshold agreement.KappaThreshold
	// Required asks for evidence: at least ten queries, and a lower end of kappa
	// above the threshold. Otherwise the kappa itself decides.
	Required bool
}

// ParseRule reads a threshold such as 0.6, and what is asked for as evidence: nothing or "required".
func ParseRule(threshold, evidence string) (Rule, error) {
	t, err := agreement.ParseKappaThreshold(threshold)
	if err == nil && evidence != "" && evidence != Required {
		err = fmt.Errorf("evidence %q: want %s, or leave it out for the rule that kappa itself decides", evidence, Required)
	}
	return Rule{Threshold: t, Required: evidence == Required}, err
}
