package adjudicate

// A Summary counts how labels became one.
type Summary struct {
	Pairs, Equal, Unjudged int
	ByRule                 map[string]int // of the others, by the rule that decided
	Open                   int
	Reset                  int // decisions about labels that changed since, to be taken again
}

// Summary says how far it is.
func (w *Work) Summary() Summary {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Summary{Pairs: len(w.list), ByRule: map[string]int{}, Reset: w.reset}
	for _, d := range w.list {
		switch d.rule {
		case "":
			s.Open++
		case equal:
			s.Equal++
		case unjudged:
			s.Unjudged++
		default:
			s.ByRule[d.rule]++
		}
	}
	return s
}
