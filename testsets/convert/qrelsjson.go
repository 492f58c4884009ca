package convert

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/testsets/convert/sheet"
)

func looksQrelsJSON(f *file) bool {
	text, err := f.content()
	start := strings.TrimSpace(text)
	return err == nil && (strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[")) &&
		(judgmentsByQuery(text) != nil || judgmentTable(f.path, text) != nil)
}

// readQrelsJSON reads judgments alone: {query: {document: grade}}, {query: [documents]}, or
// records with a query, a document and a grade each.
func readQrelsJSON(ctx context.Context, f *file, d *draft) error {
	text, err := d.text(ctx, f)
	if err != nil {
		return err
	}
	d.profile = profileQrels
	if t := judgmentTable(f.path, text); t != nil {
		return d.judgmentTable(t)
	}
	if d.opts.Columns != "" {
		return fmt.Errorf("%s: --columns is about records with a query, a document and a grade each", f.path)
	}
	all := judgmentsByQuery(text)
	if all == nil {
		return fmt.Errorf("%s: want {query: {document: grade}}, {query: [documents]}, or records with query_id, doc_id and a grade", f.path)
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		at := place{file: f.path, path: fmt.Sprintf("query %q", id)}
		q := d.byID(id, at)
		switch judged := all[id].(type) {
		case []any:
			q.emptied = len(judged) == 0
			for _, doc := range textsOf(judged) {
				q.judge(mark{doc: doc, label: "1", at: at})
			}
		case map[string]any:
			for _, doc := range slices.Sorted(maps.Keys(judged)) {
				q.judge(mark{doc: doc, label: textOf(judged[doc]), at: at})
			}
		}
	}
	return nil
}

// judgmentsByQuery returns the values of an object that has a list of ids, or an object of
// numbers, for every query; nil for anything else.
func judgmentsByQuery(text string) map[string]any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var all map[string]any
	if dec.Decode(&all) != nil || dec.More() || len(all) == 0 {
		return nil
	}
	judged := false
	for _, v := range all {
		switch v := v.(type) {
		case []any:
			if slices.ContainsFunc(v, func(item any) bool { return textOf(item) == "" }) {
				return nil
			}
			judged = judged || len(v) > 0
		case map[string]any:
			if len(v) > 0 && !allNumbers(v) {
				return nil
			}
			judged = judged || len(v) > 0
		default:
			return nil
		}
	}
	if !judged {
		return nil
	}
	return all
}

// judgmentTable returns records that name a query, a document and a grade by the names
// that columns have, as a table; nil for anything else.
func judgmentTable(path, text string) *sheet.Table {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	t := &sheet.Table{Path: path}
	for line := 1; dec.More(); line++ {
		var v any
		if dec.Decode(&v) != nil {
			return nil
		}
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, item := range list {
			if !addRow(t, item, line) {
				return nil
			}
		}
	}
	at, err := t.Columns("")
	_, query := at[sheet.ID]
	_, doc := at[sheet.Doc]
	_, grade := at[sheet.Grade]
	if err != nil || !query || !doc || !grade {
		return nil
	}
	return t
}

// addRow adds a flat object with the keys of the ones before it.
func addRow(t *sheet.Table, item any, line int) bool {
	v, ok := item.(map[string]any)
	if t.Header == nil {
		t.Header = slices.Sorted(maps.Keys(v))
	}
	row := sheet.Row{Line: line}
	for _, name := range t.Header {
		cell := textOf(v[name])
		if cell == "" && v[name] != nil && v[name] != "" {
			return false
		}
		row.Cells = append(row.Cells, cell)
	}
	t.Rows = append(t.Rows, row)
	return ok && len(v) <= len(t.Header)
}
