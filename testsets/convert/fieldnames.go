package convert

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/internal/pattern"
)

// The keys of questions and answers, in the names of Ragas, DeepEval and the
// data sets that people publish. The first that a record has counts.
func questionKeys() []string {
	return []string{"user_input", "question", "query", "query_text", "input", "prompt", "q"}
}

// conversationKeys hold what turns of one conversation have in common.
func conversationKeys() []string {
	return []string{"conversation_id", "conversationId", "dialogue_id", "dialog_id"}
}

// passageKeys hold texts of documents, which have no ids.
func passageKeys() []string {
	return []string{"reference_contexts", "context", "contexts", "retrieved_contexts", "retrieval_context", "retrievalContext", "positive", "negative", "positive_wrong"}
}

var (
	documentName = pattern.Lazy(`^(relevant|(expect(ed)?|relevant|gold|gt|ground_truth|reference)(_\w+)*_(ids?|docs?|documents?|files?|paths?|urls?|chunks?|clauses?|nodes?))$`)
	gradeName    = pattern.Lazy(`(^|_)(ratings?|grades?|relevances?|relevant|qrels?|judge?ments?)(_|$)`)
)

// snake returns expectedDocIds as expected_doc_ids.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// namesDocuments reports a name of ids of what should be found, which may have no word for that.
func namesDocuments(name string) bool {
	return slices.Contains([]string{"positive_doc_ids", "doc_ids", "document_ids"}, name) || documentName().MatchString(snake(name))
}

// ownKeys are those of our sets and of kebab's that look like fields of documents.
var ownKeys = []string{"expected_doc_ids", "expected_chunk_ids", "relevant_docs", "relevant_chunks"}

func namesForeignDocuments(key string) bool {
	return documentName().MatchString(key) && !slices.Contains(ownKeys, key)
}
