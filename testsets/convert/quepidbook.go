package convert

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// quepidBook reads a book, with the labels of each judge.
func (d *draft) quepidBook(ctx context.Context, f *file) error {
	var book struct {
		Name  string          `json:"name"`
		Words json.RawMessage `json:"scale_with_labels"`
		Pairs []struct {
			Query   string  `json:"query_text"`
			Doc     anyText `json:"doc_id"`
			Need    *string `json:"information_need"`
			Notes   *string `json:"notes"`
			Ratings []struct {
				Rating     anyText `json:"rating"`
				Unrateable bool    `json:"unrateable"`
				Later      bool    `json:"judge_later"`
				User       *string `json:"user_email"`
				Comment    *string `json:"explanation"`
			} `json:"judgements"`
		} `json:"query_doc_pairs"`
	}
	if err := d.decodeJSON(ctx, f, &book); err != nil {
		return err
	}
	d.name = book.Name
	d.scaleWords(book.Words)
	unrated, aside := 0, 0
	for i, p := range book.Pairs {
		at := place{file: f.path, path: fmt.Sprintf("query_doc_pairs[%d]", i)}
		if p.Query == "" || p.Doc == "" {
			d.fault(at, "a pair needs query_text and doc_id")
			continue
		}
		q := d.byText(p.Query, at)
		for _, text := range []*string{p.Need, p.Notes} {
			if text != nil && *text != "" {
				aside++
			}
		}
		for _, r := range p.Ratings {
			if r.Comment != nil && *r.Comment != "" {
				aside++
			}
			if r.Rating == "" {
				unrated++
				continue
			}
			judge := "Anonymous"
			if r.User != nil && *r.User != "" {
				judge = *r.User
			}
			q.judge(mark{doc: string(p.Doc), label: string(r.Rating), judge: judge, at: at})
		}
	}
	d.count(Dropped, "unrateable", unrated, "label", "without a grade: unrateable, or left for later")
	d.count(Dropped, "comments", aside, "comment", "for which a test set has no place: information needs, notes, explanations")
	return nil
}

// scaleWords takes the words of the grades, from an object or one in a string.
func (d *draft) scaleWords(raw json.RawMessage) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		raw = json.RawMessage(text)
	}
	var words map[string]string
	if json.Unmarshal(raw, &words) != nil {
		return
	}
	for grade, word := range words {
		if g, err := strconv.Atoi(strings.TrimSuffix(grade, ".0")); err == nil {
			d.words[g] = word
		}
	}
}
