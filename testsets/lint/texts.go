package lint

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

// texts finds queries that ask the same. Pairs across the parts of a split are leaks, and are said as such alone.
func (c *checker) texts() {
	queries := c.set.Queries
	all := make([]string, len(queries))
	c.copies = make([]int, len(queries))
	unknown := 0
	for i := range queries {
		all[i], c.copies[i] = queries[i].Text, i
		if queries[i].Text == queries[i].ID {
			unknown++
		}
	}
	if unknown == len(queries) && unknown > 1 {
		c.note(true, "no_texts", "add the texts, or nothing that depends on them can be checked", "every query has its id as text, as sets made of judgments alone have")
		return
	}
	list := map[near.Kind][]Item{}
	leaks := map[bool][]Item{}
	for _, p := range near.Pairs(all, near.Options{Least: c.opts.Least, Lang: func(i int) string { return queries[i].Lang }}) {
		if p.Kind == near.Same {
			c.copies[p.B] = p.A
		}
		a, b := &queries[p.A], &queries[p.B]
		item := c.pair(p.A, p.B, fmt.Sprintf("%q and %q", a.Text, b.Text))
		if p.Kind == near.Similar {
			item.Text += fmt.Sprintf(" (%.2f)", p.Similarity)
		}
		switch {
		case a.Split != b.Split && a.Split != testsets.Unsplit && b.Split != testsets.Unsplit:
			leaks[p.Kind == near.Similar] = append(leaks[p.Kind == near.Similar], item)
		case a.Family != "" && a.Family == b.Family, a.Unit() != "" && a.Unit() == b.Unit():
		default:
			list[p.Kind] = append(list[p.Kind], item)
		}
	}
	for _, l := range parts.Leaks(c.set, 2) {
		if l.Kind == parts.Grouped {
			leaks[false] = append(leaks[false], c.pair(l.Evaluation, l.HeldOut, "one group"))
		}
	}
	c.add(Warning, "leak", leaks[false], "pair", "pairs", "of queries that ask the same, one held out and one not: what is learnt on the one is known of the other",
		"split a new version by group (`rankduel testset split --again -o FILE`)")
	c.add(Warning, "duplicate_text", list[near.Same], "pair", "pairs", "of queries with one text: two copies of a query are not two observations",
		"keep one, or give them a common group")
	c.add(Note, "same_words", list[near.Stems], "pair", "pairs", "of queries with the same words in another form or order",
		"where they ask the same, give them a common family, or a group if they expect the same documents")
	c.add(Note, "leak_similar", leaks[true], "pair", "pairs", "of queries with most letters in common, one held out and one not", "look whether they ask the same")
	c.add(Note, "similar_text", list[near.Similar], "pair", "pairs", "of queries with most letters in common", "look whether they ask the same")
}

// answers finds queries that name a document which answers them: its id, or its title, word for word.
// Whatever looks for words finds these, however it is built.
func (c *checker) answers() {
	var ids, titles []Item
	for i := range c.set.Queries {
		q := &c.set.Queries[i]
		text := " " + near.Normal(q.Text) + " "
		for _, j := range q.Relevant {
			if j.Grade <= 0 {
				continue
			}
			item := c.at(i)
			item.DocID = j.Doc
			if id := near.Normal(j.Doc); tellsApart(j.Doc) && strings.Contains(text, " "+id+" ") && q.Text != q.ID {
				ids = append(ids, item)
			} else if c.opts.Title != nil {
				if title := near.Normal(c.opts.Title(j.Doc)); strings.Count(title, " ") > 0 && strings.Contains(text, " "+title+" ") {
					titles = append(titles, item)
				}
			}
		}
	}
	c.add(Warning, "id_in_text", ids, "query names", "queries name",
		"the id of a document that answers it", "ask as somebody would who does not know the answer")
	c.add(Note, "title_in_text", titles, "query has", "queries have",
		"the title of a document that answers it, word for word: searching by words finds it whatever else it can", "")
}

// tellsApart reports whether an id is more than a word or a number that a sentence may have by chance.
func tellsApart(id string) bool {
	letters, digits, signs := 0, 0, 0
	for _, c := range id {
		switch {
		case unicode.IsLetter(c):
			letters++
		case unicode.IsDigit(c):
			digits++
		default:
			signs++
		}
	}
	return letters > 0 && digits > 0 && letters+digits > 3 || letters > 3 && signs > 0
}

// damage finds texts that were read in another encoding than they were written in.
func (c *checker) damage() {
	var broken []Item
	for i := range c.set.Queries {
		if isDamaged(c.set.Queries[i].Text) {
			broken = append(broken, c.at(i))
		}
	}
	c.add(Warning, "damaged_text", broken, "query has", "queries have",
		"characters of a wrong encoding, or none", "read the source again as what it is (UTF-8, windows-1252)")
}

// isDamaged recognizes replacement and control characters, and UTF-8 that was read as Latin-1: é as Ã©.
func isDamaged(s string) bool {
	before := ' '
	for _, c := range s {
		switch {
		case c == unicode.ReplacementChar, unicode.IsControl(c) && !strings.ContainsRune("\t\n\r", c):
			return true
		case (before == 'Ã' || before == 'Â') && c >= 0x80 && c <= 0xbf:
			return true
		}
		before = c
	}
	return false
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
