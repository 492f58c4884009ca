package priority

// SpentAlpha returns what Looks spends.
var SpentAlpha = spentAlpha

// Estimate returns what a look is made of.
func (s *Sample) Estimate(b int) Estimate { return s.estimate(b) }
