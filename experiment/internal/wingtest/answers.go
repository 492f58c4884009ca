package wingtest

// AnsweredSet has five queries: two want an answer, two a refusal, one says nothing of answers.
const AnsweredSet = `version: v1
strata: []
queries:
- {query_id: q1, query_text: one, relevant_docs: [{doc_id: d1, grade: 1}], must_contain: [alpha], forbidden: [beta]}
- {query_id: q2, query_text: two, relevant_docs: [{doc_id: d2, grade: 1}], must_contain: [alpha]}
- {query_id: q3, query_text: three, expected_refusal: true}
- {query_id: q4, query_text: four, expected_refusal: true, must_contain: [alpha]}
- {query_id: q5, query_text: five, relevant_docs: [{doc_id: d5, grade: 1}]}
`

// AnsweredRun is what a system says to them: right, wrong, refused, answered though it should not have, and an error.
const AnsweredRun = `{"query_id": "q1", "hits": [{"id": "d1"}], "answer": {"text": "alpha", "grounded": true, "citations": [{"path": "a.md"}]}}
{"query_id": "q2", "hits": [{"id": "x"}], "answer": {"text": "gamma", "grounded": true, "citations": [{"path": "a.md"}, {"path": "b.md"}]}}
{"query_id": "q3", "hits": [], "answer": {"text": "I do not know", "grounded": false}}
{"query_id": "q4", "hits": [{"id": "x"}], "answer": {"text": "alpha", "grounded": true, "citations": []}}
{"query_id": "q5", "error": "boom"}
`
