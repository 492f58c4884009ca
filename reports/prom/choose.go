package prom

import (
	"fmt"
	"slices"
	"strings"
)

// Choose says which of an experiment's configurations are published: the one
// that was asked for by name; else all of them where the label config tells them
// apart, and without it the baseline, which is what is in use.
func Choose(configs []string, baseline, wanted string, l Labels) ([]string, error) {
	switch {
	case wanted != "" && !slices.Contains(configs, wanted):
		return nil, fmt.Errorf("there is no configuration %q; there are %s", wanted, strings.Join(configs, ", "))
	case wanted != "":
		return []string{wanted}, nil
	case l.Config:
		return configs, nil
	}
	return []string{baseline}, nil
}
