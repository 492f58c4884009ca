package plan

// An Override is what somebody wants in place of what the file says; what is
// empty stays as it is.
type Override struct {
	Profile    string
	Part       string
	Measures   []string
	Primary    string
	Guardrails []string

	// NoVerdict is for whoever decides by something else than a verdict: the
	// file's primary and guardrails are asked for only where Measures has them.
	NoVerdict bool
}

func (o Override) apply(f *planFile) {
	for key, set := range map[string]func(){
		"profile":    func() { f.Profile = o.Profile },
		"part":       func() { f.Part = o.Part },
		"measures":   func() { f.Measures = o.Measures },
		"primary":    func() { f.Primary = o.Primary },
		"guardrails": func() { f.Guardrails = o.Guardrails },
	} {
		if o.has(key) {
			set()
		}
	}
}

// waives tells whether a role that the file gives to a measure is not asked for.
func (o Override) waives(key string) bool {
	return o.NoVerdict && o.has("measures") && !o.has(key)
}

// has tells whether something is given in place of a key.
func (o Override) has(key string) bool {
	switch key {
	case "profile":
		return o.Profile != ""
	case "part":
		return o.Part != ""
	case "measures":
		return len(o.Measures) > 0
	case "primary":
		return o.Primary != ""
	case "guardrails":
		return len(o.Guardrails) > 0
	}
	return false
}
