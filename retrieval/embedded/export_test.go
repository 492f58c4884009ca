package embedded

// Len returns the number of documents.
func (r *Retriever) Len() int { return len(r.index.IDs) }
