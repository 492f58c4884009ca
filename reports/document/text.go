package document

import "strings"

// text draws a section for a terminal: the title, the tables and the lines under
// each other.
func (d *Document) text(s section) (string, error) {
	if s.kind == verbatim {
		return strings.Join(s.lines, "\n"), nil
	}
	var lines, drawn []string
	if s.title != "" {
		lines = append(lines, d.Wrap(s.title, "  "))
	}
	for _, part := range s.parts {
		text, err := part.Text(d.Screen)
		if err != nil {
			return "", err
		}
		drawn = append(drawn, text)
	}
	if len(drawn) > 0 {
		lines = append(lines, strings.Join(drawn, "\n\n"))
	}
	for _, line := range s.lines {
		lines = append(lines, d.Wrap(line, "  "))
	}
	return strings.Join(lines, "\n"), nil
}

// Wrap breaks a sentence so that it fits into the screen.
func (s Screen) Wrap(line, indent string) string { return wrap(line, s.Width, indent) }
