package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"
)

//go:embed page.css
var style string

// script is the bundle that `make web` builds from web/.
//
//go:embed web/dist/explorer.js
var script string

// styleOf returns the style sheet with what is at the foot of every printed page:
// of a sheet that is found alone it says what it belongs to.
func styleOf(testSet string) string {
	hexadecimal := func(r rune) rune {
		if strings.ContainsRune("0123456789abcdef", r) {
			return r
		}
		return -1 // it is in quotes
	}
	short := strings.Map(hexadecimal, testSet)
	return style + `@page{@bottom-left{content:"rankduel · test set ` + short[:min(8, len(short))] +
		`";font:9px sans-serif}@bottom-right{content:counter(page) " / " counter(pages);font:9px sans-serif}}` + "\n"
}

// policy allows the script and the style sheet of the page by their hashes, and nothing else: no request leaves it.
func policy(style string, beside bool) string {
	self := ""
	if beside { // the scripts of the folder next to the page
		self = " 'self'"
	}
	return "default-src 'none'; script-src " + hashOf(script) + self + "; style-src " + hashOf(style) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
