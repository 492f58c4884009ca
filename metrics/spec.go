package metrics

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A spec is a measure text taken apart, before anything is looked up:
//
//	name [ "(" [ key "=" value { "," key "=" value } ] ")" ] [ "@" cut { "," cut } ] [ "-l" grade ]
//
// The name may carry a tail in the manner of trec_eval: ndcg_cut.10,20.
type spec struct {
	text   string
	name   string
	params []pair
	cuts   []string // nil without @
	cutPos int
	rel    string // ranx's -l2
}

type pair struct {
	key, value string
	pos        int // of the key, from 0
}

// readSpec takes text apart. Positions are byte offsets into text.
func readSpec(text string) (spec, error) {
	s := spec{text: text}
	rest := text
	end := strings.IndexAny(rest, "(@")
	if end < 0 {
		end = len(rest)
	}
	s.name, rest = rest[:end], rest[end:]
	if bad := strings.IndexFunc(s.name, notInName); bad >= 0 {
		r, _ := utf8.DecodeRuneInString(s.name[bad:])
		return s, newParseError(text, bad, "unexpected %q in a measure name", r)
	}
	if s.name == "" {
		return s, newParseError(text, 0, "a measure name is missing")
	}
	if strings.HasPrefix(rest, "(") {
		closing, err := matching(text, end)
		if err != nil {
			return s, err
		}
		if s.params, err = readParams(text, end+1, closing); err != nil {
			return s, err
		}
		end = closing + 1
		rest = text[end:]
	}
	if cuts, ok := strings.CutPrefix(rest, "@"); ok {
		s.cutPos = end + 1
		if i := strings.Index(cuts, "-l"); i >= 0 {
			cuts = cuts[:i]
		}
		s.cuts = strings.Split(cuts, ",")
		end = s.cutPos + len(cuts)
		rest = text[end:]
	}
	if rel, ok := strings.CutPrefix(rest, "-l"); ok && rel != "" {
		s.rel, rest = rel, ""
	}
	if rest != "" {
		return s, newParseError(text, end, "unexpected %q", rest)
	}
	return s, nil
}

// notInName refuses what cannot be part of a name or of its tail. Letters of
// any script are fine: ir_measures writes α_nDCG.
func notInName(r rune) bool {
	known := unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.=,+", r)
	return !known || r == utf8.RuneError
}

// matching finds the parenthesis that closes the one at open.
func matching(text string, open int) (int, error) {
	braces := 0
	for i := open + 1; i < len(text); i++ {
		switch text[i] {
		case '{':
			braces++
		case '}':
			braces--
		case '(':
			return 0, newParseError(text, i, "unexpected %q", '(')
		case ')':
			if braces != 0 {
				return 0, newParseError(text, i, "a brace is not closed")
			}
			return i, nil
		}
	}
	return 0, newParseError(text, open, "the parenthesis is not closed")
}

// readParams reads key=value pairs from text[from:to]. A key alone means key=true, as in CitationCoverage(strict).
func readParams(text string, from, to int) ([]pair, error) {
	if strings.TrimSpace(text[from:to]) == "" {
		return nil, nil
	}
	var pairs []pair
	start := from
	for _, part := range splitOutside(text[from:to], ",") {
		key, value, given := strings.Cut(part, "=")
		p := pair{key: strings.TrimSpace(key), value: "true", pos: start}
		if given {
			p.value = unquote(strings.TrimSpace(value))
		}
		if p.key == "" || p.value == "" {
			return nil, newParseError(text, start, "want parameter=value")
		}
		pairs = append(pairs, p)
		start += len(part) + 1
	}
	return pairs, nil
}

// unquote takes off the quotes that ir_measures puts around words.
func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// SplitList splits a list at its commas, but not within parentheses or braces; the
// empty text is a list without entries.
func SplitList(text string) []string {
	if text == "" {
		return nil
	}
	return splitOutside(text, ",")
}

// splitOutside splits at any of the separators, but not within parentheses or braces.
func splitOutside(text, separators string) []string {
	var parts []string
	depth, start := 0, 0
	for i, r := range text {
		switch {
		case r == '(' || r == '{':
			depth++
		case r == ')' || r == '}':
			depth--
		case depth <= 0 && strings.ContainsRune(separators, r):
			parts = append(parts, text[start:i])
			start = i + utf8.RuneLen(r)
		}
	}
	return append(parts, text[start:])
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// canonical writes Name(parameters)@cutoff; a cutoff of 0 is none.
func canonical(name string, parameters []string, cutoff int) string {
	var b strings.Builder
	b.WriteString(name)
	if len(parameters) > 0 {
		b.WriteByte('(')
		b.WriteString(strings.Join(parameters, ","))
		b.WriteByte(')')
	}
	if cutoff > 0 {
		b.WriteByte('@')
		b.WriteString(strconv.Itoa(cutoff))
	}
	return b.String()
}

// number writes x with the fewest digits that read back to x.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
