package runfile

import (
	"errors"

	"github.com/rankduel/rankduel/retrieval"
)

// answer reads an answer; nil for a null. text is the key of its text.
func (s *scanner) answer(text string) (*retrieval.Answer, error) {
	if s.null() {
		return nil, nil
	}
	var a retrieval.Answer
	claims := false
	err := s.fields([]string{text, "grounded", "citations"}, func(name string) (err error) {
		switch name {
		case text:
			a.Text, err = s.optional()
		case "grounded":
			a.Grounded, err = s.flag()
			claims = true
		case "citations":
			err = s.arrayOrNull(func() error {
				c, err := s.citation()
				a.Citations = append(a.Citations, c)
				return err
			})
		}
		return err
	})
	if err == nil && !claims {
		err = errors.New("the answer lacks the key grounded: true if it claims evidence, false if it refuses to answer")
	}
	return &a, err
}

// citation reads a citation: a path, or as kebab has it, a path one level
// deeper. A citation without a path counts as one: it is evidence that leads
// nowhere, which measures want to know.
func (s *scanner) citation() (c retrieval.Citation, err error) {
	path := func(string) (err error) {
		c.Path, err = s.optional()
		return err
	}
	err = s.fieldsOrNull([]string{"path", "citation"}, func(name string) error {
		if name == "path" {
			return path(name)
		}
		return s.fieldsOrNull([]string{"path"}, path)
	})
	return c, err
}
