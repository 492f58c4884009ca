package lint

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
	"github.com/rankduel/rankduel/testsets/parts"
)

// texts finds queries that ask the same. Pairs across the parts of a split are
// leaks, and are said as such alone.
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
		c.say(Finding{
			Code: "no_texts", Severity: Note, Text: "every query has its id as text, as sets made of judgments alone have",
			Remedy: "add the texts, or nothing that depends on them can be checked",
		})
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
		case a.Family != "" && a.Family == b.Family, a.Group != "" && a.Group == b.Group:
		default:
			list[p.Kind] = append(list[p.Kind], item)
		}
	}
	for _, l := range parts.Leaks(c.set, 2) {
		if l.Kind == parts.Grouped {
			leaks[false] = append(leaks[false], c.pair(l.Evaluation, l.HeldOut, "one group"))
		}
	}
	c.add(Finding{
		Code: "leak", Severity: Warning, Items: leaks[false], Text: pairs(leaks[false]) + " of queries that ask the same, one held out and one not: what is learnt on the one is known of the other",
		Remedy: "split a new version by group (`rankduel testset split --again -o FILE`)",
	})
	c.add(Finding{
		Code: "duplicate_text", Severity: Warning, Items: list[near.Same], Text: pairs(list[near.Same]) + " of queries with one text: two copies of a query are not two observations",
		Remedy: "keep one, or give them a common group",
	})
	c.add(Finding{
		Code: "same_words", Severity: Note, Items: list[near.Stems], Text: pairs(list[near.Stems]) + " of queries with the same words in another form or order",
		Remedy: "where they ask the same, give them a common family, or a group if they expect the same documents",
	})
	c.add(Finding{
		Code: "leak_similar", Severity: Note, Items: leaks[true], Text: pairs(leaks[true]) + " of queries with most letters in common, one held out and one not", Remedy: "look whether they ask the same",
	})
	c.add(Finding{
		Code: "similar_text", Severity: Note, Items: list[near.Similar], Text: pairs(list[near.Similar]) + " of queries with most letters in common", Remedy: "look whether they ask the same",
	})
}

func pairs(items []Item) string { return count(len(items), "pair", "pairs") }

// answers finds queries that name a document which answers them: its id, or its
// title, word for word. Whatever looks for words finds these, however it is
// built.
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
	c.add(Finding{
		Code: "id_in_text", Severity: Warning, Items: ids, Text: count(len(ids), "query names", "queries name") + " the id of a document that answers it",
		Remedy: "ask as somebody would who does not know the answer",
	})
	c.add(Finding{
		Code: "title_in_text", Severity: Note, Items: titles, Text: count(len(titles), "query has", "queries have") + " the title of a document that answers it, word for word: searching by words finds it whatever else it can",
	})
}

// tellsApart reports whether an id is more than a word or a number that a
// sentence may have by chance.
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
	c.add(Finding{
		Code: "damaged_text", Severity: Warning, Items: broken, Text: count(len(broken), "query has", "queries have") + " characters of a wrong encoding, or none",
		Remedy: "read the source again as what it is (UTF-8, windows-1252)",
	})
}

// isDamaged recognizes replacement and control characters, and UTF-8 that was
// read as Latin-1: é as Ã©.
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
