package console

import (
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"
)

// A key is a character, or one of the keys below.
type key rune

// Keys that are not characters.
const (
	keyUp key = -iota - 1
	keyDown
	keyPageUp
	keyPageDown
	keyHome
	keyEnd
	keyEscape
	keyEnter
	keyBackspace
	keyClear // ctrl-U
	keyQuit  // ctrl-C, ctrl-D
	keyPaste // what follows was pasted, until keyPasted
	keyPasted
	keyNone // a sequence that no one knows
)

var sequences = map[string]key{
	"[A": keyUp, "[B": keyDown, "OA": keyUp, "OB": keyDown, "[5~": keyPageUp, "[6~": keyPageDown,
	"[H": keyHome, "[F": keyEnd, "OH": keyHome, "OF": keyEnd, "[1~": keyHome, "[4~": keyEnd,
	"[200~": keyPaste, "[201~": keyPasted,
}

var controls = map[byte]key{
	3: keyQuit, 4: keyQuit, '\r': keyEnter, '\n': keyEnter, 8: keyBackspace, 127: keyBackspace, 21: keyClear,
}

// readKeys sends the keys that in gives, until it ends or done is closed. A sequence comes in one read, or
// is completed by the next; an ESC that ends a read is the key.
func readKeys(in io.Reader, keys chan<- key, done <-chan struct{}) {
	defer close(keys)
	buffer := make([]byte, 4096)
	var rest []byte
	for {
		n, err := in.Read(buffer)
		rest = append(rest, buffer[:n]...)
		for len(rest) > 0 {
			k, size := nextKey(rest)
			if size == 0 {
				break
			}
			rest = rest[size:]
			select {
			case keys <- k:
			case <-done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// nextKey returns the first key of b and its length; a length of 0 wants more bytes.
func nextKey(b []byte) (key, int) {
	if k, ok := controls[b[0]]; ok {
		return k, 1
	}
	if b[0] == 0x1b {
		return escapeKey(b)
	}
	if !utf8.FullRune(b) {
		return keyNone, 0
	}
	r, size := utf8.DecodeRune(b)
	if r == utf8.RuneError || unicode.IsControl(r) {
		return keyNone, size
	}
	return key(r), size
}

func escapeKey(b []byte) (key, int) {
	if len(b) == 1 || b[1] != '[' && b[1] != 'O' {
		return keyEscape, 1
	}
	end := bytes.IndexFunc(b[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		if len(b) > 32 {
			return keyNone, len(b)
		}
		return keyNone, 0
	}
	if k, ok := sequences[string(b[1:end+3])]; ok {
		return k, end + 3
	}
	return keyNone, end + 3
}
