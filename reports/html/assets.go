package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
)

//go:embed page.css
var style string

// script is the bundle that `make web` builds from web/.
//
//go:embed web/dist/explorer.js
var script string

// policy allows the script and the style sheet of the page by their hashes, and
// nothing else: no request leaves it.
func policy() string {
	return "default-src 'none'; script-src " + hashOf(script) + "; style-src " + hashOf(style) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
