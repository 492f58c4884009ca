package document

// A Tone is what a color says; the words and signs next to it say the same.
type Tone int

// The tones of a text.
const (
	Neutral Tone = iota
	Good
	Bad
	Caution
)

// codes are the ANSI colors of the tones.
var codes = [...]string{Good: "32", Bad: "31", Caution: "33"}

const unpainted = "\x1b[0m"

func (t Tone) paint(s string) string {
	if s == "" || codes[t] == "" {
		return s
	}
	return "\x1b[" + codes[t] + "m" + s + unpainted
}

// colorMarks returns all that painting puts around text.
func colorMarks() [][]byte {
	marks := [][]byte{[]byte(unpainted)}
	for _, code := range codes {
		if code != "" {
			marks = append(marks, []byte("\x1b["+code+"m"))
		}
	}
	return marks
}

// Paint colors s if the screen has colors.
func (s Screen) Paint(t Tone, text string) string {
	if !s.Color {
		return text
	}
	return t.paint(text)
}
