package silver

// HalfWidth returns what Needed is made of.
func (p Plan) HalfWidth(n, m int) float64 { return p.halfWidth(n, m) }
