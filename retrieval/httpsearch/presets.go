package httpsearch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Presets lists the engines that need no declaration of their own, sorted.
func Presets() []string { return slices.Sorted(maps.Keys(presets())) }

// presets returns declarations with params. A param of nil has to be given; others have that default.
func presets() map[string]Settings {
	return map[string]Settings{
		"elasticsearch":    elasticsearch(),
		"opensearch":       elasticsearch(), // the same API: it branched off at version 7.10
		"solr":             solr(),
		"vespa":            vespa(),
		"qdrant":           qdrant(),
		"weaviate":         weaviate(),
		"weaviate-graphql": weaviateGraphQL(),
		"meilisearch":      meilisearch(),
		"groonga":          groonga(),
	}
}

// resolved returns the settings with those of their preset and the defaults written out.
func (s Settings) resolved() (Settings, error) {
	if s.Preset != "" {
		preset, known := presets()[s.Preset]
		if !known {
			return s, fmt.Errorf("preset %q: want one of %s", s.Preset, strings.Join(Presets(), ", "))
		}
		s = s.over(preset)
	}
	if s.Method == "" {
		s.Method = "GET"
		if s.Body != "" {
			s.Method = "POST"
		}
	}
	return s, nil
}

// over fills in from the preset what s leaves open.
func (s Settings) over(preset Settings) Settings {
	for _, field := range []struct {
		of   *string
		from string
	}{
		{&s.Server, preset.Server},
		{&s.Method, preset.Method},
		{&s.URL, preset.URL},
		{&s.Body, preset.Body},
		{&s.Hits, preset.Hits},
		{&s.Answer, preset.Answer},
		{&s.Failed, preset.Failed},
	} {
		if *field.of == "" {
			*field.of = field.from
		}
	}
	headers, params := maps.Clone(preset.Headers), maps.Clone(preset.Params)
	if headers == nil {
		headers = make(map[string]string)
	}
	maps.Copy(headers, s.Headers)
	maps.Copy(params, s.Params)
	s.Headers, s.Params = headers, params
	return s
}
