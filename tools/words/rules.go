package main

import "regexp"

// A kind is where a piece of text was found.
type kind int

const (
	comment kind = iota
	message      // a string of code
	name         // what code declares
	prose        // a page
)

// A rule is a word or a turn that readers stumble over.
type rule struct {
	name   string
	in     []kind
	match  *regexp.Regexp
	unless *regexp.Regexp // what a match may be part of; nil: nothing
	better string
}

var text = []kind{comment, message, prose}

func word(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b(` + pattern + `)\b`) }

// rules are those of the house style; each names what to write in place of it.
var rules = []rule{
	{"whoever", text, word(`whoever`), nil, "the user, the caller"},
	{"nobody", text, word(`nobody|somebody`), nil, "no query, no one, if no one …; the user"},
	{"anew", text, word(`anew|again and again`), nil, "again, repeatedly"},
	{"beside", text, word(`beside`), nil, "next to, besides, in addition to"},
	{"lies", text, word(`lies|lay|lying`), word(`lies (above|below|within|inside|outside|between)`), "is"},
	{"stands", text, word(`stands|stood`), word(`stands for`), "is, is written"},
	{"bears", text, word(`bears`), nil, "allows, gains, applies to"},
	{"so many", text, word(`so many`), nil, "N, the number of"},
	{"is no", text, word(`(is|are|was|were) no`), word(`there (is|are|was|were) no|(is|are|was|were) no (longer|more|less|higher|lower|better|worse|larger|smaller)`), "is not a …"},
	{"participle", []kind{name}, regexp.MustCompile(`^(?i:asked|spent|telling|lying|did|toldApart|aside|also|some|few|short|whole|most|cut|steady|abreast|workOff|patrol|settle|cautions)$`), nil, "a verb, or what it returns"},
	{"function is", []kind{comment}, regexp.MustCompile(`^func \S+ (is|are|was|were) `), nil, "begin with a verb: returns, reports, …"},
}
