package reports

import (
	"io"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// TokensSchema names the JSON document about tokens.
const TokensSchema = "rankduel/tokens/v1"

// Tokens lists tokens, without what would help to find a secret.
func Tokens(w io.Writer, tokens []result.Token, f Format, o Options) error {
	type listed struct {
		Name      string    `json:"name"`
		Scope     string    `json:"scope"`
		CreatedAt time.Time `json:"created_at"`
	}
	list := []listed{}
	for _, t := range tokens {
		list = append(list, listed{t.Name, t.Scope, t.CreatedAt.UTC()})
	}
	return Write(w, f, o, Forms{
		Document: func(d *document.Document) {
			if len(tokens) == 0 {
				d.Lines("no tokens")
			}
			d.Table("", tokensTable(tokens, d.Now))
		},
		JSON: struct {
			Schema string   `json:"schema"`
			Tokens []listed `json:"tokens"`
		}{TokensSchema, list},
	})
}

func tokensTable(tokens []result.Token, now time.Time) document.Table {
	t := document.NewTable(document.Words("token", "scope", "made"))
	for _, k := range tokens {
		t.Add(k.Name, k.Scope, document.Age(k.CreatedAt, now))
	}
	return t
}
