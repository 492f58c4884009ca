// Package fingerprint names settings by what they say, so that two settings that mean the same have the same name.
//
// Recordings of live engines are kept under such names, and a name that changes asks the engine again. What goes into it
// is for its users to decide: defaults written out, secrets by the names of their variables, nothing that fixes no
// ranking, and a number for the format, raised when the same settings come to mean something else.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/gowebpki/jcs"
)

// Of returns the SHA-256 of v as package encoding/json writes it, in hexadecimal. Maps count without an order, structs in the
// order of their fields: a field that is moved or renamed changes the fingerprint.
func Of(v any) (string, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return hash(content), nil
}

// Canonical returns the SHA-256 of the canonical JSON of v (RFC 8785) in hexadecimal, and that JSON: neither the order of
// fields nor the spelling of numbers matters. It reads numbers as float64: what may be a whole number above 2⁵³ has to be
// text in it.
func Canonical(v any) (sum string, canonical []byte, err error) {
	content, err := json.Marshal(v)
	if err != nil {
		return "", nil, err
	}
	if canonical, err = jcs.Transform(content); err != nil {
		return "", nil, err
	}
	return hash(canonical), canonical, nil
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
