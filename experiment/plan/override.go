package plan

// An Override is what somebody wants in place of what the file says; what is
// empty stays as it is.
type Override struct {
	Profile    string
	Part       string
	Measures   []string
	Primary    string
	Guardrails []string
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
