package score

// What tests from outside look at.
var (
	OfKebab = ofKebab
)
