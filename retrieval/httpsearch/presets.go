package httpsearch

import (
	_ "embed" // presets.yaml
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"
)

// Presets lists the engines that need no declaration of their own, sorted.
func Presets() []string { return slices.Sorted(maps.Keys(presets())) }

//go:embed presets.yaml
var presetsText []byte

// presets returns the declarations, each with its params.
var presets = sync.OnceValue(func() map[string]Settings {
	var all map[string]Settings
	if err := yaml.Unmarshal(presetsText, &all); err != nil {
		panic(err) // presets.yaml is part of the program
	}
	return all
})

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
	headers, params := map[string]string{}, maps.Clone(preset.Params)
	maps.Copy(headers, preset.Headers)
	maps.Copy(headers, s.Headers)
	maps.Copy(params, s.Params)
	s.Headers, s.Params = headers, params
	return s
}
