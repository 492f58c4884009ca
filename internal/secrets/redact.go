package secrets

import (
	"errors"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/internal/pattern"
)

// snippetBytes is how much of a response an error may quote.
const snippetBytes = 300

// Redact returns text with a placeholder in the place of every hidden value.
func (s *Set) Redact(text string) string {
	if s == nil {
		return text
	}
	return s.hidden.in(text)
}

// Mask returns Redact for what is kept and compared, such as the text of a hit: only what is a secret for sure goes, because
// it is where secrets stand or its variable is called like one, and only what can be told from a word ([looks]).
func (s *Set) Mask(text string) string {
	if s == nil {
		return text
	}
	return s.echoed.in(text)
}

// Line returns Redact for a message: on one line, without control characters, white space folded.
func (s *Set) Line(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(s.Redact(text), "�"))
	return strings.Join(strings.Fields(text), " ")
}

// markup is what readers of a page do not see.
var markup = pattern.Lazy(`(?is)<!--.*?-->|<(script|style|head)\b.*?</(script|style|head)>|<[^>]*>`)

// Snippet returns the beginning of a response for an error: a [Set.Line] of at most 300 bytes, of HTML the text alone. Secrets go before the cut, so
// that none is cut in half and kept.
func (s *Set) Snippet(body []byte) string {
	text := string(body)
	if strings.HasPrefix(strings.TrimSpace(text), "<") { // a page of HTML, as of a proxy
		text = markup().ReplaceAllString(text, " ")
	}
	text = s.Line(text)
	if len(text) <= snippetBytes {
		return text
	}
	return strings.ToValidUTF8(text[:snippetBytes-len("…")], "") + "…"
}

// RedactError hides secrets in what is shown of an error. One with nothing to hide is returned as it is; from another
// one errors.Is still finds what it wraps, but no one can unwrap it and print what is inside.
func (s *Set) RedactError(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	shown := s.Redact(text)
	if shown == text {
		return err
	}
	return &redactedError{shown, err}
}

type redactedError struct {
	shown string
	cause error
}

func (e *redactedError) Error() string        { return e.shown }
func (e *redactedError) Is(target error) bool { return errors.Is(e.cause, target) }
