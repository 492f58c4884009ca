package document

import "strings"

// markdown draws a section in GitHub's dialect: paragraphs of a title, a table and
// lines that keep their breaks.
func (d *Document) markdown(s section) (string, error) {
	var paragraphs []string
	add := func(paragraph string) {
		if paragraph != "" {
			paragraphs = append(paragraphs, paragraph)
		}
	}
	title, lines := s.title, strings.Join(s.lines, "\\\n")
	switch s.kind {
	case verbatim:
		return strings.Join(s.lines, "\n"), nil
	case footer:
		return "---\n\n<sub>" + lines + "</sub>", nil
	case folded:
		title = "<details><summary>" + title + "</summary>"
	}
	add(title)
	for _, part := range s.parts {
		drawn, err := part.markdown()
		if err != nil {
			return "", err
		}
		add(drawn)
	}
	add(lines)
	if s.kind == folded {
		add("</details>")
	}
	return strings.Join(paragraphs, "\n\n"), nil
}
