package reports

import (
	"io"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// TokensSchema names the JSON document about tokens.
const TokensSchema = "rankduel/tokens/v1"

// Tokens lists tokens, without what would help to find a secret.
func Tokens(w io.Writer, tokens []result.Token, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			if len(tokens) == 0 {
				return "no tokens\n", nil
			}
			d := textDocument{o: o}
			d.table("", tokensTable(tokens, o))
			return d.finish()
		},
		Markdown: func() (string, error) {
			if len(tokens) == 0 {
				return "no tokens\n", nil
			}
			var d markdownDocument
			d.table("", tokensTable(tokens, Options{}))
			return d.finish()
		},
		JSON: func() (string, error) {
			type listed struct {
				Name      string    `json:"name"`
				Scope     string    `json:"scope"`
				CreatedAt time.Time `json:"created_at"`
			}
			document := struct {
				Schema string   `json:"schema"`
				Tokens []listed `json:"tokens"`
			}{TokensSchema, []listed{}}
			for _, t := range tokens {
				document.Tokens = append(document.Tokens, listed{t.Name, t.Scope, t.CreatedAt.UTC()})
			}
			return indented(document)
		},
	})
}

func tokensTable(tokens []result.Token, o Options) table {
	t := table{columns: []column{{head: "token"}, {head: "scope"}, {head: "made"}}}
	for _, k := range tokens {
		t.add(k.Name, k.Scope, age(k.CreatedAt, o.Now))
	}
	return t
}
