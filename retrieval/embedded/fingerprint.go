package embedded

// Fingerprint is [Retriever.Fingerprint] without building the index: it reads
// the corpus once, to hash it.
func (s Settings) Fingerprint() (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	s = s.Resolved()
	stopWords, err := s.StopWords.load()
	if err != nil {
		return "", err
	}
	s.StopWords = WordList{Words: append([]string{}, stopWords...)} // their content counts, not their name
	corpus, err := hashCorpus(s.Corpus)
	if err != nil {
		return "", err
	}
	return fingerprint(s, corpus), nil
}
