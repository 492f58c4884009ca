package testsets_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/testsets"
)

func asErrors(t *testing.T, err error) testsets.Errors {
	t.Helper()
	var faults testsets.Errors
	if !errors.As(err, &faults) {
		t.Fatalf("error is %T %v, want Errors", err, err)
	}
	return faults
}

// TestFaults gives each faulty file the faults it must report, as "line code
// query", all of them and in the order of the lines. {Q} stands for two valid
// queries on lines of their own.
func TestFaults(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{"empty file", "", []string{"0 empty "}},
		{"blank file", " \n\n", []string{"0 empty "}},
		{"only comments", "# nothing\n", []string{"1 empty "}},
		{"null", "~\n", []string{"1 kind "}},
		{"one word", "hello", []string{"1 kind "}},
		{"not UTF-8", "version: v1\nqueries: \xff", []string{"2 encoding "}},
		{"broken YAML", "version: v1\nqueries: [\n", []string{"2 syntax "}},
		{"control character", "version: v1\nname: a\x01b", []string{"1 syntax "}},
		{"second document", "version: v1\nqueries:\n{Q}---\nversion: v2\n", []string{"6 syntax "}},
		{"broken second document", "version: v1\nqueries:\n{Q}---\n[a", []string{"5 syntax "}},
		{"broken member of a group", "- {id: g1, query: a, group: g, expected_doc_ids: [a]}\n- {id: g2, query: b, group: g, expected_doc_ids: a}\n", []string{"2 kind g2"}},
		{"group without documents", "- {id: g1, query: a, group: g}\n- {id: g2, query: b, group: g, expected_doc_ids: [a]}\n", []string{"2 group g2"}},
		{"unknown anchor", "version: *v\n", []string{"1 syntax "}},
		{"no queries", "version: v1\n", []string{"1 missing_key "}},
		{"empty list", "version: v1\nqueries: []\n", []string{"1 empty "}},
		{"queries null", "version: v1\nqueries:\n", []string{"2 kind "}},
		{"no version", "queries:\n{Q}", []string{"1 missing_key "}},
		{"version null", "version:\nqueries:\n{Q}", []string{"1 kind "}},
		{"unknown header key", "version: v1\nversionn: v2\nqueries:\n{Q}", []string{"2 unknown_key "}},
		{"header key twice", "version: v1\nversion: v1\nqueries:\n{Q}", []string{"2 duplicate_key "}},
		{"merge key", "version: v1\n<<: {name: n}\nqueries:\n{Q}", []string{"2 unknown_key "}},
		{"mapping as key", "version: v1\n{a: b}: c\nqueries:\n{Q}", []string{"2 unknown_key "}},
		{"name with @", "version: v1\nname: a@b\nqueries:\n{Q}", []string{"2 value "}},
		{"created", "version: v1\ncreated: March\nqueries:\n{Q}", []string{"2 value "}},
		{"created impossible", "version: v1\ncreated: 2026-02-30\nqueries:\n{Q}", []string{"2 value "}},
		{"parent", "version: v1\nparent: v0\nqueries:\n{Q}", []string{"2 kind "}},
		{"parent hash", "version: v1\nparent: {version: v0, sha256: 12}\nqueries:\n{Q}", []string{"2 value "}},
		{"parent without hash", "version: v1\nparent: {version: v0}\nqueries:\n{Q}", []string{"2 missing_key "}},
		{"unknown format", "version: v1\nformat: kebap\nqueries:\n{Q}", []string{"2 value "}},
		{"scale is a list", "version: v1\nscale: [0, 1, 2, 3]\nqueries:\n{Q}", []string{"2 scale "}},
		{"scale without 0", "version: v1\nscale: {1: a, 2: b, 3: c}\nqueries:\n{Q}", []string{"2 scale "}},
		{"scale without a relevant grade", "version: v1\nscale: {0: a}\nqueries:\n{Q}", []string{"2 scale ", "4 grade q1", "5 grade q2"}},
		{"scale twice the same", "version: v1\nscale: {0: a, 1: b, 1: c, 3: d}\nqueries:\n{Q}", []string{"2 scale "}},
		{"scale with a word for a grade", "version: v1\nscale: {0: a, one: b, 1: b, 3: d}\nqueries:\n{Q}", []string{"2 scale "}},
		{"grade outside a declared scale", "version: v1\nscale: {0: a, 1: b}\nqueries:\n{Q}", []string{"4 grade q1"}},
		{"grade in a gap of the scale", "version: v1\nscale: {0: a, 1: b, 3: c, 9: d}\nqueries:\n{Q}- {query_id: q3, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 2}, {doc_id: b, grade: 9}]}\n", []string{"6 grade q3"}},
		{"strata", "version: v1\nstrata: [paraphrase]\nqueries:\n{Q}", []string{"4 query_type q1"}},
		{"no strata but types", "version: v1\nstrata: []\nqueries:\n{Q}", []string{"4 query_type q1", "5 query_type q2"}},
		{"stratum twice", "version: v1\nstrata: [exact_term, paraphrase, exact_term]\nqueries:\n{Q}", []string{"2 value "}},
		{"query is text", "version: v1\nqueries:\n- q1\n{Q}", []string{"3 kind "}},
		{"query is null", "version: v1\nqueries:\n-\n{Q}", []string{"3 kind "}},
		{"unknown query key", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_typ: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n", []string{"3 unknown_key q3", "3 missing_key q3"}},
		{"no query_id", "version: v1\nqueries:\n- {query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n", []string{"3 missing_key "}},
		{"no query_text", "version: v1\nqueries:\n- {query_id: q3, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n", []string{"3 missing_key q3"}},
		{"no query_type", "version: v1\nqueries:\n- {query_id: q3, query_text: t, relevant_docs: [{doc_id: a, grade: 1}]}\n", []string{"3 missing_key q3"}},
		{"no relevant_docs", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase}\n", []string{"3 no_relevant q3"}},
		{"all grades 0", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 0}]}\n", []string{"3 no_relevant q3"}},
		{"empty ids", "version: v1\nqueries:\n- {query_id: '', query_text: ' ', query_type: paraphrase, relevant_docs: [{doc_id: '', grade: 1}]}\n", []string{"3 value ", "3 value ", "3 value "}},
		{"ids of the wrong kind", "version: v1\nqueries:\n- {query_id: ~, query_text: [t], query_type: paraphrase, relevant_docs: [{doc_id: {a: b}, grade: 1}]}\n", []string{"3 kind ~", "3 kind ~", "3 kind ~"}},
		{"tagged id", "version: v1\nqueries:\n- {query_id: !!binary aGk=, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n", []string{"3 kind aGk="}},
		{"grades", "version: v1\nqueries:\n- query_id: q3\n  query_text: t\n  query_type: paraphrase\n  relevant_docs:\n  - {doc_id: a, grade: 4}\n  - {doc_id: b, grade: -1}\n  - {doc_id: c, grade: 1.0}\n  - {doc_id: d, grade: '1'}\n  - {doc_id: e, grade: high}\n  - {doc_id: f, grade: 0x1}\n  - {doc_id: g, grade: 01}\n  - {doc_id: h, grade: }\n  - {doc_id: i, grade: 99999999999999999999}\n  - {doc_id: j}\n", []string{
			"7 grade q3", "8 grade q3", "9 grade q3", "10 grade q3", "11 grade q3", "12 grade q3", "13 grade q3", "14 grade q3", "15 grade q3", "16 missing_key q3",
		}},
		{"document twice", "version: v1\nqueries:\n- query_id: q3\n  query_text: t\n  query_type: paraphrase\n  relevant_docs:\n  - {doc_id: a, grade: 2}\n  - {doc_id: b, grade: 0}\n  - {doc_id: a, grade: 2}\n", []string{"9 duplicate_document q3"}},
		{"chunk twice", "version: v1\nqueries:\n- query_id: q3\n  query_text: t\n  query_type: paraphrase\n  relevant_chunks:\n  - {chunk_id: a, grade: 2}\n  - {chunk_id: a, grade: 7}\n", []string{"8 grade q3", "8 duplicate_document q3"}},
		{"document list with a word", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, relevant_docs: [a, b]}\n", []string{"3 kind q3", "3 kind q3"}},
		{"expected id twice", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, expected_doc_ids: [a, a]}\n", []string{"3 value q3"}},
		{"empty string to contain", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, expected_doc_ids: [a], must_contain: ['']}\n", []string{"3 value q3"}},
		{"refusal is a word", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, expected_doc_ids: [a], expected_refusal: no}\n", []string{"3 kind q3"}},
		{"query ids again", "version: v1\nqueries:\n{Q}{Q}", []string{"5 duplicate_query q1", "6 duplicate_query q2"}},
		{"unknown split", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, split: test, expected_doc_ids: [a]}\n", []string{"3 split q3"}},
		{"half a split", "version: v1\nqueries:\n{Q}- {query_id: q3, query_text: t, query_type: paraphrase, split: heldout, expected_doc_ids: [a]}\n", []string{"3 split q1"}},
		{"group", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, group: g, expected_doc_ids: [a, b]}\n- {query_id: q4, query_text: t, query_type: paraphrase, group: g, expected_doc_ids: [b, a]}\n- {query_id: q5, query_text: t, query_type: paraphrase, group: g, expected_doc_ids: [a]}\n", []string{"5 group q5"}},
		{"judgments of an unjudged query", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 0}],\n   unjudged: true}\n", []string{"4 unjudged q3"}},
		{"refusal of an unjudged query", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, unjudged: true, expected_refusal: false, expected_chunk_ids: [c]}\n", []string{"3 unjudged q3"}},
		{"unjudged is a word", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, unjudged: yes}\n", []string{"3 kind q3", "3 no_relevant q3"}},
		{"not unjudged", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, unjudged: false}\n", []string{"3 no_relevant q3"}},
		{"family in two parts", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, family: f, split: evaluation, unjudged: true}\n- {query_id: q4, query_text: u, query_type: paraphrase, family: f, split: heldout, unjudged: true}\n", []string{"4 split q4"}},
		{"null items", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, tags: [~], must_contain: [a, null], expected_doc_ids: [null], relevant_docs: [~]}\n", []string{"3 kind q3", "3 kind q3", "3 kind q3", "3 kind q3"}},
		{"null stratum", "version: v1\nstrata: [exact_term, ~, paraphrase]\nqueries:\n{Q}", []string{"2 kind "}},
		{"empty scale", "version: v1\nscale: {}\nqueries:\n{Q}", []string{"2 scale "}},
		{"empty parent", "version: v1\nparent: {}\nqueries:\n{Q}", []string{"2 missing_key ", "2 missing_key "}},
		{"empty judgments", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, relevant_docs: []}\n", []string{"3 no_relevant q3"}},
		{"judgment without keys", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, relevant_docs: [{}]}\n", []string{"3 missing_key q3", "3 missing_key q3"}},
		{"group with documents that did not help", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, group: g, relevant_docs: [{doc_id: a, grade: 1}, {doc_id: b, grade: 0}]}\n- {query_id: q4, query_text: u, query_type: paraphrase, group: g, relevant_docs: [{doc_id: c, grade: 0}, {doc_id: a, grade: 3}]}\n- {query_id: q5, query_text: v, query_type: paraphrase, group: g, relevant_docs: [{doc_id: a, grade: 0}, {doc_id: b, grade: 1}]}\n", []string{"5 group q5"}},
		{"golden with strata", "version: v1\nformat: golden\nstrata: [a]\nqueries:\n- {id: g1, query: q}\n", []string{"3 format "}},
		{"golden without query", "- id: g1\n- id: g2\n  query:\n", []string{"1 missing_key g1", "3 kind g2"}},
		{"bare list of nothing", "[]", []string{"1 empty "}},
		{"bare list of words", "[a, b]", []string{"1 kind ", "1 kind "}},
		{"all at once", "versionn: v1\nscale: {0: a, 1: b}\nqueries:\n{Q}- {query_id: q1, query_text: t, query_type: fuzzy, relevant_docs: [{doc_id: a, grade: 0}], note: x}\n", []string{
			"1 unknown_key ", "1 missing_key ", "4 grade q1", "6 unknown_key q1", "6 query_type q1", "6 no_relevant q1", "6 duplicate_query q1",
		}},
	}
	const two = "- {query_id: q1, query_text: one, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 3}]}\n" +
		"- {query_id: q2, query_text: two, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 1}]}\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set, err := testsets.Parse("dir/set.yaml", []byte(strings.ReplaceAll(tt.text, "{Q}", two)))
			if set != nil {
				t.Error("a set next to the error")
			}
			var got []string
			for _, f := range asErrors(t, err) {
				got = append(got, fmt.Sprintf("%d %s %s", f.Line, f.Code, f.Query))
				if f.File != "dir/set.yaml" || f.Text == "" || f.Remedy == "" {
					t.Errorf("fault without file, text or remedy: %+v", f)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s\n%v", diff, err)
			}
		})
	}
}

// TestMessages fixes the wording where it carries both places of a clash, the
// nearest known word, or the list that programs look for.
func TestMessages(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nearest key", "verson: v1\n", `set.yaml:1: unknown key "verson" in the test set; did you mean version?`},
		{
			"nearest stratum", "version: v1\nqueries:\n- {query_id: q, query_text: t, query_type: exact-term, expected_doc_ids: [a]}\n",
			`set.yaml:3: query "q": query_type "exact-term" is not one of the strata; did you mean exact_term?`,
		},
		{
			"two as near", "version: v1\nstrata: [bat, hat]\nqueries:\n- {query_id: q, query_text: t, query_type: cat, expected_doc_ids: [a]}\n",
			`query_type "cat" is not one of the strata; did you mean bat or hat?`,
		},
		{
			"grade", "version: v1\nqueries:\n- {query_id: q, query_text: t, query_type: paraphrase, relevant_docs: [{doc_id: a, grade: 4}, {doc_id: b, grade: 1}]}\n",
			`set.yaml:3: query "q": grade 4 of document "a" is outside the scale; use one of 0 irrelevant, 1 somewhat relevant, 2 relevant, 3 highly relevant, or declare another scale`,
		},
		{
			"both lines of a document", "version: v1\nqueries:\n- query_id: q\n  query_text: t\n  query_type: paraphrase\n  relevant_docs:\n  - {doc_id: a, grade: 1}\n  - {doc_id: a, grade: 1}\n",
			`set.yaml:8: query "q": document "a" judged twice, first on line 7; keep one judgment`,
		},
		{
			"both lines of a query", "- {id: g1, query: a}\n- {id: g1, query: b}\n",
			`set.yaml:2: query "g1": duplicate query id, first on line 1; give one of them another id`,
		},
		{
			"unjudged", "version: v1\nqueries:\n- {query_id: q, query_text: t, query_type: paraphrase, unjudged: true, relevant_docs: [{doc_id: a, grade: 1}], expected_doc_ids: [b], forbidden: [c]}\n",
			`set.yaml:3: query "q": unjudged next to relevant_docs, expected_doc_ids, forbidden; remove the mark, or what is next to it`,
		},
		{
			"no relevant document", "version: v1\nqueries:\n- {query_id: q, query_text: t, query_type: paraphrase}\n",
			`set.yaml:3: query "q": no relevant document: relevant_docs is missing or empty; judge one above 0, write unjudged: true if nobody has looked yet, or expected_refusal: true if there is none to find`,
		},
		{
			"family", "version: v1\nqueries:\n- {query_id: q3, query_text: t, query_type: paraphrase, family: f, split: evaluation, unjudged: true}\n- {query_id: q4, query_text: u, query_type: paraphrase, family: f, split: heldout, unjudged: true}\n",
			`set.yaml:4: query "q4": family "f" is parted by the split: query "q3" on line 3 is in evaluation, this member in heldout; put the whole family into one part, or take the query out of it`,
		},
		{
			"null item", "version: v1\nqueries:\n- {query_id: q, query_text: t, query_type: paraphrase, tags: [a, NULL]}\n",
			`set.yaml:3: query "q": an entry of tags is null; remove it, or put it in quotes if the text "NULL" is meant`,
		},
		{
			"null that may be meant", "- {id: NULL, query: a}\n",
			`set.yaml:1: query "NULL": id is null; put it in quotes if the text "NULL" is meant`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := testsets.Parse("set.yaml", []byte(tt.text))
			if !strings.Contains(fmt.Sprint(err), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestErrorsText(t *testing.T) {
	_, err := testsets.Parse("g.yaml", []byte("- {id: b, query: a}\n- {id: a, query: b}\n- {id: b, query: c}\n- {id: a, query: d}\n- {id: b, query: e}\n"))
	const want = "g.yaml: 3 faults, duplicate query ids: a, b\n" +
		"g.yaml:3: query \"b\": duplicate query id, first on line 1; give one of them another id\n"
	if !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("got\n%v\nwant it to begin\n%s", err, want)
	}
	var one testsets.Fault
	if !errors.As(err, &one) || one.Line != 3 {
		t.Errorf("errors.As gives %+v", one)
	}

	var many strings.Builder
	for range 1000 {
		many.WriteString("- {id: '', query: ''}\n")
	}
	_, err = testsets.Parse("", []byte(many.String()))
	if text := err.Error(); asErrors(t, err).Count() != 2000 || len(asErrors(t, err)) != 101 || strings.Count(text, "\n") != 101 || !strings.HasPrefix(text, "2000 faults\n") || !strings.HasSuffix(text, "\nand 1900 more faults") {
		t.Errorf("%d faults, text ends %q", asErrors(t, err).Count(), text[len(text)-40:])
	}
}

// TestAliasBomb reads a list of ten thousand documents ten thousand times.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: v1\nstrata: []\nqueries:\n- query_id: q\n  query_text: t\n  relevant_docs: &docs\n")
	for i := range 10_000 {
		fmt.Fprintf(&b, "  - {doc_id: d%d, grade: 1}\n", i)
	}
	for i := range 10_000 {
		fmt.Fprintf(&b, "- {query_id: q%d, query_text: t, relevant_docs: *docs}\n", i)
	}
	_, err := testsets.Parse("bomb.yaml", []byte(b.String()))
	faults := asErrors(t, err)
	if len(faults) != 1 || faults[0].Code != testsets.CodeSize {
		t.Errorf("got %v", err)
	}
}

// TestAliases has sets that a person writes with anchors, and sets that a few aliases make large. Those are refused at the
// alias that goes too far before anything of them is read: there is no other fault, although each of them has some.
func TestAliases(t *testing.T) {
	if testing.Short() {
		t.Skip("computes in one goroutine for long under the race detector; without -short it runs")
	}
	const head = "version: v1\nstrata: []\nqueries:\n" // 7 keys and values, the mapping and the list among them
	docs := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "{doc_id: d%d, grade: 1}, ", i)
		}
		return "[" + b.String() + "]"
	}
	same := func(n int) string { return "[" + strings.Repeat("{doc_id: d, grade: 1}, ", n) + "]" }
	groups := func(n, members int, docs string) string {
		var b strings.Builder
		for g := range n {
			list := "&docs " + docs
			for m := range members {
				fmt.Fprintf(&b, "- {query_id: q%d-%d, query_text: t, relevant_docs: %s}\n", g, m, list)
				list = "*docs"
			}
		}
		return b.String()
	}
	for _, tt := range []struct {
		name, text string
		line       int // of the only fault; 0 for none
		fault      string
	}{
		{name: "a list for a thousand queries", text: head + groups(1, 1000, docs(20))},
		{name: "a long list ten times", text: head + groups(1, 11, docs(5000))},
		{name: "groups of twenty", text: head + groups(200, 20, docs(30))},

		// 45,014 keys and values, 7 more with each alias of 45,001: 12 × 45,001 ≤ 100,000 + 10 × 45,098; the next is too much.
		{name: "a long list for all", text: head + groups(1, 900, same(9000)), line: 3 + 1 + 13, fault: "585013 keys and values, more than 551050"},
		// 3,018 that hold 2,999 aliases of 5, then aliases of 15,001: 14,995 + 7 × 15,001 ≤ 100,000 + 10 × 3,067; the next is too much.
		{name: "aliases of aliases", text: head + groups(1, 900, "[&d {doc_id: d, grade: 1}"+strings.Repeat(", *d", 2999)+"]"), line: 3 + 1 + 8, fault: "135003 keys and values, more than 130740"},
		// 60,007 before the list, 65,014 with it: 152 × 5,001 ≤ 100,000 + 10 × 66,078; the next is too much.
		{name: "in a large file", text: head + groups(5000, 1, same(1)) + groups(1, 900, same(1000)), line: 3 + 5000 + 1 + 153, fault: "765153 keys and values, more than 760850"},
		// 300,014 allow more than the most, 3,000,000, which 10 × 300,001 are too many for.
		{name: "a very long list", text: head + groups(1, 900, same(60_000)), line: 3 + 1 + 10, fault: "3000010 keys and values, more than 3000000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := testsets.Parse("set.yaml", []byte(tt.text))
			if tt.line == 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			want := fmt.Sprintf("set.yaml:%d: with the alias *docs, aliases repeat %s; write the entries out", tt.line, tt.fault)
			if faults := asErrors(t, err); len(faults) != 1 || faults[0].Code != testsets.CodeSize || faults[0].Error() != want {
				t.Errorf("%d faults, the first\n%v, want\n%s", len(faults), faults[0], want)
			}
		})
	}
}

// TestHostileYAML gives input that other loaders hang on or die of.
func TestHostileYAML(t *testing.T) {
	billion := "a: &a [x]\n"
	for c := 'b'; c <= 'm'; c++ {
		billion += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for name, text := range map[string]string{
		"billion laughs": billion + "queries: *m\nversion: v1\n",
		"self":           "version: v1\nqueries: &q [*q]\n",
		"deep list":      strings.Repeat("[", 200_000),
		"deep mapping":   strings.Repeat("{a: ", 20_000),
		"deep blocks":    strings.Repeat("- ", 20_000) + "x",
		"deep JSON":      strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000),
		"long word":      strings.Repeat("x", 1<<20),
		"only dashes":    "---\n---\n---\n",
		"NUL":            "version: \x00",
		"UTF-16":         "\xff\xfev\x00e\x00",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := testsets.Parse("x", []byte(text)); err == nil {
				t.Error("no error")
			}
		})
	}
}
