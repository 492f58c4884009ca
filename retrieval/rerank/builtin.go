package rerank

// builtin returns the methods of this package. To add one, write its file and add its row here.
func builtin() methods {
	all := make(methods, 6)
	for _, e := range []entry{
		cohereEntry(),
		cohereV2Entry(),
		jinaEntry(),
		lexicalEntry(),
		teiEntry(),
		vllmEntry(),
	} {
		all[e.name] = e
	}
	return all
}

// Validate reports every fault of the settings at once, joined. It needs neither service nor disk nor environment.
func (s Settings) Validate() error { return builtin().validate(s) }

// Resolved returns the settings with their defaults written out: two settings that mean the same resolve to the same
// value.
func (s Settings) Resolved() Settings { return builtin().resolve(s) }
