package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
)

// Texts looks documents up in the components that have their texts at hand; nil
// when none has. A text is a title, a line break and the rest, as the component
// keeps it. Opening them asks no engine anything.
func (p *Prepared) Texts(ctx context.Context) (text func(doc string) (string, bool), err error) {
	var texters []retrieval.Texter
	for _, planned := range p.plan.Components {
		if !p.hasTexts(planned.Name) {
			continue
		}
		r, unopened := p.sources[planned.Name].open(ctx)
		if unopened != nil {
			err = errors.Join(err, fmt.Errorf("component %q: %w", planned.Name, unopened))
			continue
		}
		if t, ok := r.(retrieval.Texter); ok {
			texters = append(texters, t)
		}
	}
	if len(texters) == 0 {
		return nil, err
	}
	return func(doc string) (string, bool) {
		for _, t := range texters {
			if text, known := t.Text(doc); known {
				return text, true
			}
		}
		return "", false
	}, err
}
