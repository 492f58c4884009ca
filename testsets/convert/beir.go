package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
)

func looksBEIRQueries(f *file) bool {
	line, _, _ := strings.Cut(strings.TrimSpace(f.head()), "\n")
	var keys map[string]json.RawMessage
	return json.Unmarshal([]byte(line), &keys) == nil && keys["_id"] != nil && keys["text"] != nil
}

// looksBEIRQrels reports its header, or three columns with tabs that end in a number.
func looksBEIRQrels(f *file) bool {
	line, _, _ := strings.Cut(f.head(), "\n")
	fields := strings.Split(strings.TrimRight(line, "\r"), "\t")
	if len(fields) != 3 {
		return false
	}
	_, err := strconv.ParseFloat(fields[2], 64)
	return strings.EqualFold(fields[0], "query-id") || err == nil
}

func readBEIR(ctx context.Context, in *input, d *draft) error {
	d.profile = profileQrels
	var queries, qrels []*file
	for _, f := range in.files {
		switch base := f.base(); {
		case strings.HasPrefix(base, "corpus") && strings.HasSuffix(base, ".jsonl"):
			if err := d.collection(ctx, f.path); err != nil {
				return err
			}
		case looksBEIRQueries(f):
			queries = append(queries, f)
		case looksBEIRQrels(f), looksQrels(f):
			qrels = append(qrels, f)
		case in.folder == "":
			return fmt.Errorf("%s: neither queries (JSON lines with _id and text) nor qrels (query-id, corpus-id, score)", f.path)
		default:
			d.count(Dropped, "other_files", 1, "file", "of the folder besides queries, corpus and qrels")
		}
	}
	qrels, err := d.split(qrels, in.folder)
	if err != nil {
		return err
	}
	for _, f := range queries {
		if err := d.beirQueries(ctx, f); err != nil {
			return err
		}
	}
	for _, f := range qrels {
		read := d.beirQrels
		if looksQrels(f) && !looksBEIRQrels(f) {
			read = d.qrels
		}
		if err := read(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// split picks the qrels: those that were asked for, the only ones, or test.
func (d *draft) split(qrels []*file, folder string) ([]*file, error) {
	if folder == "" || len(qrels) == 0 {
		if d.opts.Split != "" {
			return nil, fmt.Errorf("--qrels-split %s is about a folder with a folder qrels in it", d.opts.Split)
		}
		return qrels, nil
	}
	want := d.opts.Split
	if want == "" && len(qrels) > 1 {
		want = "test"
	}
	if want == "" {
		return qrels, nil
	}
	stem := func(f *file) string { s, _, _ := strings.Cut(f.base(), "."); return s }
	i := slices.IndexFunc(qrels, func(f *file) bool { return stem(f) == want })
	names := ordered.Each(qrels, stem)
	if i < 0 {
		return nil, fmt.Errorf("%s: no qrels %q; there are %s: --qrels-split NAME", folder, want, strings.Join(names, ", "))
	}
	d.count(Dropped, "splits", len(qrels)-1, "other split", "of the qrels, of "+strings.Join(names, ", ")+", where "+want+" was read: --qrels-split takes another")
	return qrels[i : i+1], nil
}

// An anyText is a string, or a number or truth value as it is written; null is empty.
type anyText string

func (t *anyText) UnmarshalJSON(b []byte) error {
	switch {
	case b[0] == '"':
		return json.Unmarshal(b, (*string)(t))
	case b[0] == '{' || b[0] == '[':
		return fmt.Errorf("want text or a number, and there is %.20s", b)
	case string(b) == "null":
		*t = ""
	default:
		*t = anyText(b)
	}
	return nil
}

func (d *draft) beirQueries(ctx context.Context, f *file) error {
	metadata := 0
	err := d.eachLine(ctx, f, func(at place, l string) {
		if strings.TrimSpace(l) == "" {
			return
		}
		var q struct {
			ID       anyText         `json:"_id"`
			Text     *string         `json:"text"`
			Metadata json.RawMessage `json:"metadata"`
		}
		switch err := json.Unmarshal([]byte(l), &q); {
		case err != nil:
			d.fault(at, "%w; write each query as one JSON object on a line of its own", err)
			return
		case q.ID == "" || q.Text == nil:
			d.fault(at, `a query needs "_id" and "text"`)
			return
		}
		d.named(string(q.ID), *q.Text, at)
		if m := strings.TrimSpace(string(q.Metadata)); m != "" && m != "{}" && m != "null" {
			metadata++
		}
	})
	d.count(Dropped, "metadata", metadata, "query", "with metadata, for which a test set has no place")
	return err
}

// beirQrels reads three columns with tabs. The loader of BEIR drops the first
// line unread; here a header is known by its words.
func (d *draft) beirQrels(ctx context.Context, f *file) error {
	return d.eachLine(ctx, f, func(at place, l string) {
		fields := strings.Split(l, "\t")
		if len(fields) != 3 {
			fields = strings.Fields(l)
		}
		switch {
		case len(fields) == 0, at.line == 1 && strings.EqualFold(fields[0], "query-id"):
		case len(fields) == 4:
			d.byID(fields[0], at).judge(mark{doc: fields[2], label: fields[3], at: at})
		case len(fields) != 3:
			d.fault(at, "%d fields in place of 3: query-id, corpus-id, score", len(fields))
		default:
			d.byID(fields[0], at).judge(mark{doc: fields[1], label: fields[2], at: at})
		}
	})
}

func writeBEIR(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	var queries, qrels bytes.Buffer
	qrels.WriteString("query-id\tcorpus-id\tscore\n")
	for _, q := range set.Queries {
		queries.WriteString(`{"_id": ` + plainjson.Text(q.ID) + `, "text": ` + plainjson.Text(q.Text) + "}\n")
		for _, j := range q.Relevant {
			if strings.ContainsAny(q.ID+j.Doc, "\t\r\n") {
				return nil, fmt.Errorf("query %q, document %q: a tab or a line end in an id, which qrels cannot hold", q.ID, j.Doc)
			}
			qrels.WriteString(q.ID + "\t" + j.Doc + "\t" + strconv.Itoa(j.Grade) + "\n")
		}
	}
	return []File{{"queries.jsonl", queries.Bytes()}, {"qrels/test.tsv", qrels.Bytes()}}, nil
}
