package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// The placeholders of mode once.
const (
	placeQuery = "{query}"
	placeK     = "{k}"
	placeID    = "{id}"
)

func hasPlaceholder(argument string) bool {
	return slices.ContainsFunc([]string{placeQuery, placeK, placeID}, func(p string) bool { return strings.Contains(argument, p) })
}

// filled puts a query into the arguments, in one pass: a query that holds {k} keeps it.
func filled(arguments []string, q retrieval.Query, k int) []string {
	replace := strings.NewReplacer(placeQuery, argument(q.Text), placeK, strconv.Itoa(k), placeID, argument(q.ID))
	list := make([]string, len(arguments))
	for i, a := range arguments {
		list[i] = replace.Replace(a)
	}
	return list
}

// argument makes text that can be an argument of a program, and is UTF-8 like the text in a request.
func argument(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
