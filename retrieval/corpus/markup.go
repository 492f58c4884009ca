package corpus

import (
	"html"
	"strings"
)

// plainText takes tags, comments, scripts and style sheets out of HTML or SGML and resolves character
// references. A < that no letter, slash, ! or ? follows is text, as in "1 <= m < n". Each tag
// becomes a space, so that words in neighboring elements stay apart.
func plainText(markup string) string {
	var text strings.Builder
	for {
		before, rest, found := cutTag(markup)
		text.WriteString(html.UnescapeString(before))
		if !found {
			return strings.TrimSpace(text.String())
		}
		text.WriteByte(' ')
		markup = rest
	}
}

// cutTag cuts s around its first tag, comment, script or style element.
func cutTag(s string) (before, after string, found bool) {
	for at := 0; at < len(s); at++ {
		if s[at] != '<' || at+1 == len(s) || !startsTag(s[at+1]) {
			continue
		}
		if length := tagLength(s[at:]); length > 0 {
			return s[:at], s[at+length:], true
		}
	}
	return s, "", false
}

func startsTag(b byte) bool {
	return b == '/' || b == '!' || b == '?' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// tagLength returns the length of the tag, comment, script or style element that s starts with, 0 when the
// markup does not end, or another < comes before the end of a tag: then it was not a tag.
func tagLength(s string) int {
	switch {
	case strings.HasPrefix(s, "<!--"):
		return endFold(s, "-->")
	case hasPrefixFold(s, "<script"):
		return endFold(s, "</script>")
	case hasPrefixFold(s, "<style"):
		return endFold(s, "</style>")
	}
	if end := strings.IndexAny(s[1:], "<>") + 1; end > 0 && s[end] == '>' {
		return end + 1
	}
	return 0
}

// endFold returns where the first occurrence of closing, in ASCII upper or lower case, ends in s, 0 when there is none.
func endFold(s, closing string) int {
	for i := 0; i+len(closing) <= len(s); i++ {
		if s[i] == closing[0] && hasPrefixFold(s[i:], closing) {
			return i + len(closing)
		}
	}
	return 0
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
