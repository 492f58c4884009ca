package integration_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/trec"
)

func TestMalformedQrels(t *testing.T) {
	const (
		line  = `a qrels line is "qid iter docid grade"`
		first = "remove one, or keep the first with --duplicates keep-first"
	)
	refuse(t, readQrels(trec.QrelsOptions{}), []malformed{
		{"empty", "", "FILE", noLines, rightFile},
		{"comments only", "# q1 0 d1 1\n", "FILE", noLines, rightFile},
		{"one field", "q1\n", "FILE:1", "1 of 4 fields", line},
		{"three fields", "q1 0 d1 1\nq1 d2 1\n", "FILE:2", "3 of 4 fields", line},
		{"header line of a table", "query-id\tcorpus-id\tscore\n", "FILE:1", "3 of 4 fields", line},
		{"a run", "q1 Q0 d1 1 2.5 t\n", "FILE:1", "this is a line of a run, whose rank would be read as a grade", "give the judgments here"},
		{"a run further on", "q1 0 d1 1\nq1 Q0 d2 2 -1e3 t more\n", "FILE:2", "this is a line of a run", "give the judgments here"},
		{"blank in the document", "q1 0 my doc 1\n", "FILE:1", "5 fields in place of 4", "an id holds no blank"},
		{"a word behind it", "q1 0 d1 1 relevant\n", "FILE:1", "5 fields in place of 4", "an id holds no blank"},
		{"fraction", "q1 0 d1 0.9\n", "FILE:1", `grade "0.9" is not an integer`, "round it, or declare real-valued gains with --gains real"},
		{"word", "q1 0 d1 high\n", "FILE:1", `grade "high" is not an integer`, "write 0 for not relevant, 1 or more for relevant"},
		{"infinity", "q1 0 d1 inf\n", "FILE:1", `grade "inf" is not an integer`, "write 0 for not relevant"},
		{"grade beyond 32 bits", "q1 0 d1 99999999999\n", "FILE:1", `grade "99999999999" is not an integer`, "write 0 for not relevant"},
		{"document twice", "q1 0 d1 1\nq2 0 d1 1\nq1 0 d1 0\n", "FILE:3", `duplicate document "d1" in query "q1", first on line 1`, first},
		{"many duplicates", strings.Repeat("q1 0 d1 1\n", 20), "FILE", "19 duplicate documents", "remove one of each, or keep the first with --duplicates keep-first"},
		{"lines that end in CR", "q1 0 d1 1\rq1 0 d2 1\r", "FILE:1", cr, mendCR},
		{"a comment that ends in CR", "# judgments\rq1 0 d1 1\r", "FILE:1", cr, mendCR},
		{"gzip cut short", gzipped("q1 0 d1 1\n")[:20], "FILE", "gzip: ", damaged},
	})
	refuse(t, readQrels(trec.QrelsOptions{RealGains: true}), []malformed{
		{"gain is a word", "q1 0 d1 high\n", "FILE:1", `grade "high" is not an integer`, "write 0 for not relevant"},
		{"gain is NaN", "q1 0 d1 NaN\n", "FILE:1", `grade "NaN" is not an integer`, "write 0 for not relevant"},
	})
	refuse(t, readQrels(trec.QrelsOptions{Subtopics: true}), []malformed{
		{"document twice for a subtopic", "q1 1 d1 1\nq1 2 d1 1\nq1 1 d1 0\n", "FILE:3", `duplicate document "d1" in subtopic "1" of query "q1", first on line 1`, first},
	})
}

func TestMalformedTestSets(t *testing.T) {
	const (
		head  = "version: v1\nstrata: []\nqueries:\n"
		query = "- {query_id: q1, query_text: t, relevant_docs: [{doc_id: a, grade: 1}]}\n"
	)
	// with is a set of one query that also has these keys.
	with := func(keys string) string { return head + "- {query_id: q1, query_text: t, " + keys + "}\n" }
	refuse(t, readTestSet(".yaml"), []malformed{
		{"empty", "", "FILE", "the file is empty", "start from testset init"},
		{"comments only", "# nothing\n", "FILE:1", "the file holds only comments", "start from testset init"},
		{"a word", "hello\n", "FILE:1", "the file is text, not a test set", "write version and queries"},
		{"not UTF-8", "version: v1\nname: \xff\n", "FILE:2", "not UTF-8", "save the file as UTF-8"},
		{"broken YAML", "version: v1\nqueries: [\n", "FILE:2", "not valid YAML", "look at this line and its neighbors"},
		{"tab as indent", "version: v1\nqueries:\n\t- a\n", "FILE:3", "not valid YAML", "look at this line and its neighbors"},
		{"second document", head + query + "---\nversion: v2\n", "FILE:6", "a second document begins", "put each set into a file of its own"},
		{"no version", "queries:\n" + query, "FILE: 2 faults\nFILE:1", "the test set has no version", "add it"},
		{"no queries", "version: v1\n", "FILE:1", "the test set has no queries", "add it"},
		{"empty list of queries", "version: v1\nqueries: []\n", "FILE:1", "the set has no queries", "add some"},
		{"null query", head + query + "- ~\n", "FILE:5", "a query is null, not a mapping", "write its keys: query_id, query_text"},
		{"unknown key", "verzion: v1\n" + head + query, "FILE:1", `unknown key "verzion" in the test set`, "did you mean version?"},
		{"key twice", "version: v1\n" + head + query, "FILE:2", `key "version" again, first on line 1`, "keep one"},
		{"scale without 0", "scale: {1: a, 2: b}\n" + head + query, "FILE:1", "the scale has no grade 0", "add 0: irrelevant"},
		{"empty scale", "scale: {}\n" + head + query, "FILE:1", "the scale is empty", "remove scale for the default"},
		{"grade of words", "scale: {0: a, one: b, 1: c}\n" + head + query, "FILE:1", `"one" is not a grade`, "write a whole number"},
		{"unknown format", "format: kebap\n" + head + query, "FILE:1", `unknown format "kebap"`, "write golden, or remove it"},
		{"impossible date", "created: 2026-02-30\n" + head + query, "FILE:1", `created "2026-02-30" is not a date`, "write 2026-03-01"},
		{"short hash", "parent: {version: v0, sha256: 12}\n" + head + query, "FILE:1", "sha256 of parent is not 64 lower-case hexadecimal digits", "copy it from testset show"},
		{"name with @", "name: a@b\n" + head + query, "FILE:1", `name "a@b" has a @ or /`, "rename it"},
		{"null stratum", "version: v1\nstrata: [a, ~]\nqueries:\n- {query_id: q1, query_text: t, query_type: a, relevant_docs: [{doc_id: a, grade: 1}]}\n", "FILE:2", "an entry of strata is null", "remove it"},
		{"query type without strata", with("query_type: x, relevant_docs: [{doc_id: a, grade: 1}]"), "FILE:4", `query_type "x", but the set has no strata`, "declare strata, or remove query_type"},
		{"no id", head + "- {query_text: t, relevant_docs: [{doc_id: a, grade: 1}]}\n", "FILE:4", "a query has no query_id", "add it"},
		{"null id", head + "- {query_id: null, query_text: t, relevant_docs: [{doc_id: a, grade: 1}]}\n", "FILE:4", "query_id is null", "put it in quotes if the text \"null\" is meant"},
		{"blank text", head + "- {query_id: q1, query_text: ' ', relevant_docs: [{doc_id: a, grade: 1}]}\n", "FILE:4", "query_text is empty", "write it"},
		{"id twice", head + query + query, "FILE:5", "duplicate query id, first on line 4", "give one of them another id"},
		{"no judgments", head + "- {query_id: q1, query_text: t}\n", "FILE:4", "no relevant document: relevant_docs is missing or empty", "write unjudged: true if nobody has looked yet"},
		{"grade 0 only", with("relevant_docs: [{doc_id: a, grade: 0}]"), "FILE:4", "no relevant document: every grade is 0", "judge one above 0"},
		{"grade outside the scale", with("relevant_docs: [{doc_id: a, grade: 4}]"), "FILE:4", `grade 4 of document "a" is outside the scale`, "use one of 0 irrelevant"},
		{"grade as a fraction", with("relevant_docs: [{doc_id: a, grade: 1.5}]"), "FILE:4", `grade "1.5" is not an integer`, "write a whole number without quotes"},
		{"grade as text", with("relevant_docs: [{doc_id: a, grade: '1'}]"), "FILE:4", `grade "1" is not an integer`, "write a whole number without quotes"},
		{"judgment without grade", with("relevant_docs: [{doc_id: a}]"), "FILE:4", "a judged document has no grade", "add it"},
		{"judgment is a word", with("relevant_docs: [a]"), "FILE:4", "a judged document is text, not a mapping", "write its keys: doc_id, grade"},
		{"null judgment", with("relevant_docs: [~]"), "FILE:4", "a judged document is null, not a mapping", "write its keys: doc_id, grade"},
		{"judgments are a word", with("relevant_docs: a"), "FILE:4", "relevant_docs is text, not a list", "write a list"},
		{"document twice", with("relevant_docs: [{doc_id: a, grade: 1}, {doc_id: a, grade: 2}]"), "FILE:4", `document "a" judged twice, first on line 4`, "keep one judgment"},
		{"chunk twice", with("relevant_chunks: [{chunk_id: c, grade: 1}, {chunk_id: c, grade: 1}]"), "FILE:4", `chunk "c" judged twice`, "keep one judgment"},
		{"tag twice", with("tags: [a, a], expected_doc_ids: [d]"), "FILE:4", `tags has "a" twice, first on line 4`, "keep one"},
		{"null tag", with("tags: [~], expected_doc_ids: [d]"), "FILE:4", "an entry of tags is null", "remove it"},
		{"refusal is a word", with("expected_refusal: no, expected_doc_ids: [d]"), "FILE:4", "expected_refusal is not true or false", "write true or false"},
		{"unjudged is a word", with("unjudged: yes, expected_doc_ids: [d]"), "FILE:4", "unjudged is not true or false", "write true or false"},
		{"judged and unjudged", with("unjudged: true, relevant_docs: [{doc_id: a, grade: 0}]"), "FILE:4", "unjudged next to relevant_docs", "remove the mark, or what is next to it"},
		{"unknown part", with("split: test, expected_doc_ids: [d]"), "FILE:4", `unknown split "test"`, "write evaluation or heldout"},
		{"half a split", head + query + "- {query_id: q2, query_text: u, split: heldout, expected_doc_ids: [d]}\n", "FILE:4", "no split, as in 1 of 2 queries", "mark every query evaluation or heldout, or none"},
		{"a family in two parts", head + "- {query_id: q1, query_text: t, family: f, split: evaluation, unjudged: true}\n- {query_id: q2, query_text: u, family: f, split: heldout, unjudged: true}\n", "FILE:5", `family "f" is parted by the split`, "put the whole family into one part"},
		{"a group that disagrees", head + "- {query_id: q1, query_text: t, group: g, expected_doc_ids: [a]}\n- {query_id: q2, query_text: u, group: g, expected_doc_ids: [b]}\n", "FILE:5", `group "g" expects a, first on line 4, this member b`, "expect the same documents in the whole group"},
		{"merge key", head + "- {<<: {a: b}, query_id: q1, query_text: t, expected_doc_ids: [d]}\n", "FILE:4", `unknown key "<<" in a query`, "write the keys out"},
	})
	refuse(t, readTestSet(".yaml.gz"), []malformed{
		{"gzip cut short", gzipped(head + query)[:30], "test set FILE", "gzip: unexpected EOF", damaged},
		{"zstd that grows beyond measure", zstandard(strings.Repeat("#\n", 40<<20)), "test set FILE", "it unpacks to more than 64 MiB and 200 times its size", "unpack it and give the plain file"},
	})
}

func TestMalformedTestSetsInJSON(t *testing.T) {
	const query = `{"query_id":"q1","query_text":"t","query_type":"paraphrase","relevant_docs":[{"doc_id":"a","grade":1}]}`
	refuse(t, readTestSet(".json"), []malformed{
		{"cut short", `{"version":"v1",` + "\n" + `"queries":[` + query, "FILE:2", "not valid JSON", "check commas, quotes and brackets"},
		{"comma too many", `{"version":"v1","queries":[` + query + `,]}`, "FILE:1", "not valid JSON", "check commas, quotes and brackets"},
		{"a number", "7", "FILE:1", "the file is text, not a test set", "write version and queries"},
		{"key twice", "{\"version\":\"v1\",\n\"version\":\"v1\",\"queries\":[" + query + "]}", "FILE:2", `key "version" again, first on line 1`, "keep one"},
		{"grade in quotes", `{"version":"v1","queries":[` + strings.Replace(query, ":1}", `:"1"}`, 1) + "]}", "FILE:1", `grade "1" is not an integer`, "write a whole number without quotes"},
		{"null list", `{"version":"v1","queries":null}`, "FILE:1", "queries is null, not a list", "write a list"},
		{"null in a list", `{"version":"v1","queries":[null]}`, "FILE:1", "a query is null, not a mapping", "write its keys"},
		{"nothing in a list", "[]", "FILE:1", "the set has no queries", "add some"},
	})
	refuse(t, readTestSet(".jsonl"), []malformed{
		{"empty", "", "FILE", "the file is empty", "start from testset init"},
		{"header only", `{"version":"v1"}`, "FILE:1", "the set has no queries", "add some"},
		{"header without version", `{"name":"n"}` + "\n" + query, "FILE:1", "the test set has no version", "add it"},
		{"broken line", query + "\n{\"query_id\"\n", "FILE:2", "not valid JSON", "check commas, quotes and brackets"},
		{"two objects on a line", query + query, "FILE:1", "not valid JSON", "check commas, quotes and brackets"},
		{"lines that end in CR", query + "\r" + query + "\r", "FILE:1", cr, mendCR},
		{"query twice", query + "\n" + query, "FILE:2", "duplicate query id, first on line 1", "give one of them another id"},
		{"second header", query + "\n" + `{"version":"v1"}`, "FILE: 5 faults\nFILE:2", `unknown key "version" in a query`, "known are query_id"},
	})
}
