package silver

// HalfWidth is halfWidth, of which Needed is made.
func (p Plan) HalfWidth(n, m int) float64 { return p.halfWidth(n, m) }
