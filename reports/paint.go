package reports

// A tone is what a color says; the words and signs beside it say the same.
type tone int

const (
	neutral tone = iota
	good
	bad
	caution
)

// paint wraps s in the ANSI color of the tone.
func (t tone) paint(s string) string {
	codes := [...]string{good: "32", bad: "31", caution: "33"}
	if s == "" || codes[t] == "" {
		return s
	}
	return "\x1b[" + codes[t] + "m" + s + "\x1b[0m"
}

// paint colors s if the options ask for color.
func (o Options) paint(t tone, s string) string {
	if !o.Color {
		return s
	}
	return t.paint(s)
}
