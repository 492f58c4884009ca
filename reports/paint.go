package reports

// A tone is what a color says; the words and signs beside it say the same.
type tone int

const (
	neutral tone = iota
	good
	bad
	caution
)

// codes are the ANSI colors of the tones.
var codes = [...]string{good: "32", bad: "31", caution: "33"}

const unpainted = "\x1b[0m"

// paint wraps s in the ANSI color of the tone.
func (t tone) paint(s string) string {
	if s == "" || codes[t] == "" {
		return s
	}
	return "\x1b[" + codes[t] + "m" + s + unpainted
}

// colorMarks are all that painting puts around text.
func colorMarks() [][]byte {
	marks := [][]byte{[]byte(unpainted)}
	for _, code := range codes {
		if code != "" {
			marks = append(marks, []byte("\x1b["+code+"m"))
		}
	}
	return marks
}

// paint colors s if the options ask for color.
func (o Options) paint(t tone, s string) string {
	if !o.Color {
		return s
	}
	return t.paint(s)
}
