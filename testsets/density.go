package testsets

import "bytes"

// The tree of a text takes 200 bytes for each key and value. Those of a test set take six bytes or more of
// the text; a text of brackets and commas has one for each byte or two.
const (
	minDense    = 50_000 // so few are read whatever they are
	denseText   = "more than one byte in four begins another key or value, as in no test set"
	denseRemedy = "look at the brackets and commas: where a list went wrong, or split the file"
)

// tooDense reports whether a text would take far more memory than a set of its
// size. It counts what begins keys and values in YAML and in JSON, wherever it is.
func tooDense(text []byte) bool {
	n := 0
	for _, mark := range []string{",", ":", "[", "{", "\n", "- ", "? "} {
		n += bytes.Count(text, []byte(mark))
	}
	return n > minDense+len(text)/4
}
