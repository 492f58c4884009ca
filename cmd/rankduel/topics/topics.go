package topics

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A Topic explains one name that appears in reports, settings or JSON.
type Topic struct {
	Kind   string // "test", "interval", "verdict", ...
	Name   string
	Text   string
	Source string
}

//go:embed topics.yaml
var prose []byte

// Topics lists everything that can be explained besides measures, grouped by
// kind.
func Topics() []Topic { return slices.Clone(all()) }

var all = sync.OnceValue(func() []Topic {
	var groups []struct {
		Kind   string
		Topics []struct {
			Names        []string
			Text, Source string
		}
	}
	if err := yaml.Unmarshal(prose, &groups); err != nil {
		panic(fmt.Sprintf("topics.yaml: %v", err)) // it is compiled in
	}
	var topics []Topic
	for _, g := range groups {
		for _, t := range g.Topics {
			for _, name := range t.Names {
				topics = append(topics, Topic{g.Kind, name, t.Text, t.Source})
			}
		}
		if g.Topics == nil {
			topics = append(topics, ofProgram(g.Kind)...)
		}
	}
	return topics
})

// ofProgram explains what says itself what it is.
func ofProgram(kind string) []Topic {
	var topics []Topic
	switch kind {
	case "profile":
		for _, p := range metrics.Profiles() {
			topics = append(topics, Topic{kind, p.Name, profileText(p), ""})
		}
	case "fusion":
		for _, e := range fusion.Builtin().Entries() {
			topics = append(topics, Topic{kind, e.Name, e.Summary, ""})
		}
	}
	return topics
}

// Named returns all topics of a name: a word may be a finding and a warning.
func Named(is func(name string) bool) []Topic {
	return slices.DeleteFunc(Topics(), func(t Topic) bool { return !is(t.Name) })
}

// Names lists each name once, however many topics have it.
func Names() []string {
	var names []string
	for _, t := range all() {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
