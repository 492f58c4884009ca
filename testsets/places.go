package testsets

// places keeps the lines of a set, next to the set and not in it: faults that
// show only when the whole set is known need them, no one else does.
type places struct {
	header     map[string]int // by key
	headerSpot spot
	queries    []queryPlaces
}

type queryPlaces struct {
	kind, split, unjudged int
	docs, chunks          []int
	passages              []int
	broken                part
	spot                  spot
}

// A part of a query. One that has a fault of its own is not checked further, so
// that what merely follows from the fault is not said.
type part uint8

const (
	partID part = 1 << iota
	partText
	partType
	partDocs
)

// partOf tells which part of a query a key belongs to; labels belong to none.
func partOf(key string) part {
	switch key {
	case "query_id", "id":
		return partID
	case "query_text", "query":
		return partText
	case "query_type":
		return partType
	case "relevant_docs", "relevant_chunks", "expected_doc_ids", "expected_chunk_ids", "doc_id", "chunk_id", "grade",
		"passages", "start", "end", "quote":
		return partDocs
	default:
		return 0
	}
}
