// Package echo keeps secrets of a declaration that an engine sends back out of what is recorded and reported: rankings
// are stored and shared, errors alone were redacted before. What counts as a secret is for package secrets to say.
package echo

import (
	"fmt"

	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
)

// Clean masks secrets in the texts of a response. Ids are compared byte by byte, so one that holds a secret is an error,
// and so is a document or a path: it names the hit or citation and does not repeat the secret.
func Clean(response *retrieval.Response, known *secrets.Set) error {
	for i := range response.Hits {
		hit := &response.Hits[i]
		for _, field := range []struct{ name, value string }{{"id", hit.ID}, {"document", hit.Document}} {
			if known.Mask(field.value) != field.value {
				return fmt.Errorf("hit %d: its %s holds a secret of the declaration, which would be recorded: have the engine send the %s alone", i+1, field.name, field.name)
			}
		}
		hit.Text = known.Mask(hit.Text)
	}
	if response.Answer == nil {
		return nil
	}
	for i, citation := range response.Answer.Citations {
		if known.Mask(citation.Path) != citation.Path {
			return fmt.Errorf("citation %d: its path holds a secret of the declaration, which would be recorded: have the engine send the path alone", i+1)
		}
	}
	response.Answer.Text = known.Mask(response.Answer.Text)
	return nil
}
