package prom

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// DefaultPrefix begins every name where neither a caller nor a profile asks for another.
const DefaultPrefix = "rankduel"

// PrefixOf returns the prefix of a profile: medkg keeps that of its source, whose rules and dashboards ask for it.
func PrefixOf(profile string) string {
	if profile == "medkg" {
		return "medicalkg"
	}
	return DefaultPrefix
}

// Options say how metrics are called.
type Options struct {
	Prefix string // of every name; empty means that of the profile that was followed, else DefaultPrefix
	Labels Labels
}

// Labels are those that are added to every sample.
type Labels struct {
	Dataset bool // the name of the test set
	Config  bool // the name of the configuration
}

// LabelNames returns the labels that can be asked for.
func LabelNames() []string { return []string{"dataset", "config"} }

// ParseLabels reads names of labels.
func ParseLabels(names []string) (Labels, error) {
	var l Labels
	for _, name := range names {
		switch strings.TrimSpace(name) {
		case "dataset":
			l.Dataset = true
		case "config":
			l.Config = true
		default:
			return l, fmt.Errorf("unknown label %q; want %s", name, strings.Join(LabelNames(), " or "))
		}
	}
	return l, nil
}

var wellFormed = pattern.Lazy(`^[a-zA-Z][a-zA-Z0-9_]*$`)

// validate refuses a prefix that is not a beginning of a name.
func (o Options) validate() error {
	switch {
	case o.Prefix == "":
		return nil
	case !wellFormed().MatchString(o.Prefix):
		return fmt.Errorf("prefix %q: want a letter, then letters, digits and _", o.Prefix)
	case strings.HasSuffix(o.Prefix, "_"):
		return fmt.Errorf("prefix %q: leave the last _ out, it is added", o.Prefix)
	}
	return nil
}

func (o Options) name(short string) string {
	prefix := cmp.Or(o.Prefix, DefaultPrefix)
	return prefix + "_retrieval_" + short
}

// of returns the labels that say what a sample is about.
func (l Labels) of(dataset, config string) []label {
	var list []label
	if l.Dataset {
		list = append(list, label{"dataset", dataset})
	}
	if l.Config {
		list = append(list, label{"config", config})
	}
	return slices.DeleteFunc(list, func(l label) bool { return l.value == "" })
}

// Choose says which of an experiment's configurations are published: the one that was asked for by name; else all of
// them where the label config tells them apart, and without it the baseline, which is what is in use.
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
