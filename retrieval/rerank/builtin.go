package rerank

// Builtin returns the methods of this package. To add one, write its file and add its row here.
func Builtin() *Registry {
	r := &Registry{entries: make(map[string]Entry, 6)}
	for _, e := range []Entry{
		cohereEntry(),
		cohereV2Entry(),
		jinaEntry(),
		lexicalEntry(),
		teiEntry(),
		vllmEntry(),
	} {
		r.entries[e.Name] = e
	}
	return r
}

// Validate reports every fault of the settings at once, joined. It needs neither service nor disk nor environment.
func (s Settings) Validate() error { return Builtin().Validate(s) }

// Resolved returns the settings with their defaults written out: two settings that mean the same resolve to the same
// value.
func (s Settings) Resolved() Settings { return Builtin().resolve(s) }
