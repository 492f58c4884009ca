package plan

import "github.com/rankduel/rankduel/experiment/request"

// An Override is what someone wants in place of what the file says.
type Override struct {
	request.Request

	// NoVerdict is for anyone who decides by something else than a verdict: the
	// file's primary and guardrails are asked for only where measures were given
	// that have them.
	NoVerdict bool
}

// waives tells whether a role that the file gives to a measure is not asked for.
func (o Override) waives(key string) bool {
	return o.NoVerdict && o.Has("measures") && !o.Has(key)
}
