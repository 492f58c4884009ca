package metrics

import "strings"

// ParseAnswer reads a measure of answers with the built-in names, such as
// CitationCoverage(strict).
func ParseAnswer(text string) (AnswerMeasure, error) { return builtin().ParseAnswer(text) }

// ParseAnswer reads a measure of answers. The error is a [*ParseError].
func (r *Registry) ParseAnswer(text string) (AnswerMeasure, error) {
	text = strings.TrimSpace(text)
	s, err := readSpec(text)
	if err != nil {
		return nil, err
	}
	t, ok := r.find(s.name)
	if !ok {
		e := newParseError(text, 0, "no measure is named %q", s.name)
		e.Nearest = Nearest(s.name, r.allNames())
		return nil, e
	}
	if t.definition.NewAnswer == nil {
		return nil, newParseError(text, 0, "%s judges rankings, not answers", t.definition.Name)
	}
	if s.cuts != nil {
		return nil, newParseError(text, s.cutPos, "%s has no cutoff", t.definition.Name)
	}
	values, err := r.values(s, t)
	if err != nil {
		return nil, err
	}
	args := &Args{values: values}
	m := t.definition.NewAnswer(args)
	if args.err != nil {
		return nil, newParseError(text, len(s.name), "%v", args.err)
	}
	return m, nil
}
