package html

import "unicode"

// isolated returns a name, already printable, that is next to signs and numbers in
// a line: one that is written from right to left would take these with it, and
// "baseline → candidate" would read as candidate → baseline. Marks around it keep
// its direction to itself; other names have none.
func isolated(name string) string {
	for _, r := range name {
		if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam) {
			return "\u2068" + name + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return name
}
