package html

import "unicode"

// isolated returns a printable name for a line with signs and numbers: one written from right to left
// would turn "baseline → candidate" round, and gets marks that keep its direction to itself.
func isolated(name string) string {
	for _, r := range name {
		if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam) {
			return "\u2068" + name + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return name
}
