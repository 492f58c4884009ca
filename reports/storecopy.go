package reports

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// StoreCopy writes what was copied from one store to another.
func StoreCopy(w io.Writer, c *result.StoreCopy, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: c, Text: func(d *document.Document) {
		d.Lines(document.Printable(c.From) + " to " + document.Printable(c.To))
		d.Table("", copiedTables(c))
		d.Lines(copyCheck(c)...)
	}})
}

func copiedTables(c *result.StoreCopy) document.Table {
	t := document.NewTable(document.Words(""), document.Numbers("found", "copied", "already there", "other there", "replaced", "not copied"))
	for _, r := range c.Tables {
		t.Add(r.Name, fmt.Sprint(r.Found), fmt.Sprint(r.Copied), fmt.Sprint(r.There), fmt.Sprint(r.Differing), fmt.Sprint(r.Replaced), fmt.Sprint(r.Left))
	}
	return t
}

// copyCheck says what both stores came to when they were read again.
func copyCheck(c *result.StoreCopy) []string {
	var found, left prose.Notes
	kept, differing := 0, 0
	for _, t := range c.Tables {
		found = append(found, fmt.Sprintf("%d %s", t.Found, t.Name))
		kept += t.Differing
		differing += t.Unequal
		left.If(t.Left > 0, "%d %s are not done and stay where they are worked off", t.Left, t.Name)
	}
	lines := []string{"checked: " + strings.Join(found, ", ") + " read again from both, all equal"}
	switch {
	case differing > kept:
		lines = []string{fmt.Sprintf("checked: %d are not equal in both; somebody else writes to one of them: copy again", differing)}
	case differing > 0:
		lines = []string{fmt.Sprintf("checked: all equal but %d, which the second store keeps as it had them; --differing replace takes those of the first", kept)}
	}
	return append(lines, left...)
}

// TokensSchema names the JSON document about tokens.
const TokensSchema = "rankduel/tokens/v1"

// Tokens lists tokens, without what would help to find a secret.
func Tokens(w io.Writer, tokens []result.Token, f Format, o Options) error {
	type listed struct {
		Name      string    `json:"name"`
		Scope     string    `json:"scope"`
		CreatedAt time.Time `json:"created_at"`
	}
	list := ordered.Each(tokens, func(t result.Token) listed { return listed{t.Name, t.Scope, t.CreatedAt.UTC()} })
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
