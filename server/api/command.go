package api

import (
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/experiments"
)

// command is what does the same on the machine that has the store, whose place is not
// for clients.
func (q *pairQuery) command(runs []result.StoredRun, compared result.ComparedSettings) string {
	parts := []string{"rankduel", "compare"}
	for _, run := range runs {
		word := run.ID
		if len(q.Names) > 0 {
			word = run.Name + "=" + run.ID
		}
		parts = append(parts, shellWord(word))
	}
	settings := experiments.Query(q.Settings())
	settings.Del("guardrails")
	for _, m := range compared.Guardrails {
		parts = append(parts, "--guardrail="+shellWord(m))
	}
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		parts = append(parts, "--"+strings.ReplaceAll(key, "_", "-")+"="+shellWord(settings.Get(key)))
	}
	return strings.Join(append(parts, "--store=STORE"), " ")
}

// shellWord is a word as a shell reads it.
func shellWord(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.@=") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
