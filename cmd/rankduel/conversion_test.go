package main

import (
	"slices"
	"strings"
)

// topicsOf gives every query of qrels a text.
func topicsOf(qrels string) string {
	var topics []string
	for line := range strings.Lines(qrels) {
		id, _, _ := strings.Cut(line, " ")
		if topic := id + "\ttext of " + id; !slices.Contains(topics, topic) {
			topics = append(topics, topic)
		}
	}
	return strings.Join(topics, "\n") + "\n"
}
