package main

import "github.com/rankduel/rankduel/experiment/result"

func candidates(c *result.Comparison) []result.System {
	var out []result.System
	for _, p := range c.Comparisons {
		out = append(out, p.B)
	}
	return out
}

func namesOf(systems []result.System) []string {
	var names []string
	for _, s := range systems {
		names = append(names, s.Name)
	}
	return names
}
