package console

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"

	"github.com/rankduel/rankduel/testsets/label"
)

// A frame is what is on the screen, as lines without anything but text and our own marks.
type frame struct {
	width, height int
	plain         bool // no bold
}

const help = "digit: grade  x: cannot judge  s: later  u: undo  c: comment  ↑↓: scroll  ?: guideline  q: quit"

// draw makes the screen of a question; offset is how far its text is scrolled, and is returned as it was possible.
func (f frame) draw(v label.View, offset int, note string) (string, int) {
	head := append([]string{f.strong(truncate(progress(v), f.width))}, f.query(v)...)
	head = append(head, f.rule(""))
	foot := append([]string{}, wrapped(scale(v), f.width)...)
	if v.Others != "" {
		foot = append(wrapped(v.Others, f.width), foot...)
	}
	foot = append(foot, wrapped(note, f.width)...)
	if len(head)+len(foot) > f.height-3 { // a tiny terminal: the text first
		head = head[:1]
		foot = foot[len(foot)-1:]
	}
	return f.joined(head, f.body(v), foot, offset)
}

// joined puts the lines together, the body as far as there is room.
func (f frame) joined(head, body, foot []string, offset int) (string, int) {
	room := max(f.height-len(head)-len(foot)-1, 1)
	offset = max(0, min(offset, len(body)-room))
	shown := body[offset:min(len(body), offset+room)]
	more := ""
	if len(body) > room {
		more = fmt.Sprintf(" lines %d to %d of %d ", offset+1, offset+len(shown), len(body))
	}
	lines := append(append([]string{}, head...), shown...)
	for range room - len(shown) {
		lines = append(lines, "")
	}
	lines = append(append(lines, f.rule(more)), foot...)
	lines = lines[:min(len(lines), f.height)]
	return strings.Join(lines, "\r\n"), offset
}

// query returns the lines that stay in place: the need, then the query.
func (f frame) query(v label.View) []string {
	limit := max(1, f.height/4)
	var lines []string
	if v.Need != "" {
		lines = limitLines(wrapped("need: "+v.Need, f.width), limit)
	}
	return append(lines, limitLines(wrapped("query: "+v.QueryText, f.width), limit)...)
}

func limitLines(lines []string, limit int) []string {
	if len(lines) <= limit {
		return lines
	}
	lines = append([]string{}, lines[:limit]...)
	lines[limit-1] = strings.TrimRight(truncate(lines[limit-1], width(lines[limit-1])-1), "…") + "…"
	return lines
}

// body returns what scrolls: what did not fit above, title and text.
func (f frame) body(v label.View) []string {
	var lines []string
	limit := max(1, f.height/4)
	for _, text := range []string{"need: " + v.Need, "query: " + v.QueryText} {
		if long := wrapped(text, f.width); len(long) > limit {
			lines = append(append(lines, long...), "")
		}
	}
	if v.Title != "" {
		for _, line := range wrapped(v.Title, f.width) {
			lines = append(lines, f.strong(line))
		}
		lines = append(lines, "")
	}
	return append(lines, wrapped(v.Text, f.width)...)
}

func (f frame) rule(text string) string {
	text = truncate(text, f.width)
	return text + strings.Repeat("─", max(0, f.width-width(text)))
}

func (f frame) strong(s string) string {
	if f.plain || s == "" {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

func progress(v label.View) string {
	text := fmt.Sprintf("query %d of %d, document %d of %d · %s", v.Query, v.Queries, v.Document, v.Documents, v.Progress)
	if v.Again {
		text += " · put off before"
	}
	return text
}

func scale(v label.View) string {
	word := func(l testsets.Level) string { return strings.TrimSpace(fmt.Sprintf("%d %s", l.Grade, l.Word)) }
	return strings.Join(ordered.Each(v.Scale, word), " · ")
}
