package api

import (
	"strings"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
)

// command returns what does the same on the machine that has the store, whose place is not
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
	settings := q.Query()
	settings.Del("guardrails")
	for _, m := range compared.Guardrails {
		parts = append(parts, "--guardrail="+shellWord(m))
	}
	for _, f := range request.Of(compare.OfStored) {
		if settings.Has(f.Key) {
			parts = append(parts, "--"+f.Name()+"="+shellWord(settings.Get(f.Key)))
		}
	}
	return strings.Join(append(parts, "--store=STORE"), " ")
}

// shellWord returns a word as a shell reads it.
func shellWord(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.@=") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
