package runfile

import "testing"

// LowerMaxPage lets a page unpack to no more than size until the test ends.
func LowerMaxPage(t *testing.T, size int32) {
	before := maxPage
	maxPage = size
	t.Cleanup(func() { maxPage = before })
}
