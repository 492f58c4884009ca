package history

import "github.com/rankduel/rankduel/testsets"

// A Link says how a version is to the one it names as its parent.
type Link string

// The links.
const (
	Whole   Link = "parent"  // made from that content
	Back    Link = "child"   // of a diff alone: the older one was made from the newer
	Changed Link = "changed" // made from that version, whose content is another now
	Other   Link = "other"   // of a diff: made from another version; of a log: its parent is not there
	First   Link = "none"    // names no parent
	Sibling Link = "same"    // of a diff: the same content
)

// linkBetween returns the link of a diff. Sets of one parent, and sets without one,
// are strangers as far as anybody can say.
func linkBetween(from, to Version, fromParent, toParent *testsets.Parent) Link {
	switch {
	case from.SHA256 == to.SHA256:
		return Sibling
	case toParent != nil && toParent.SHA256 == from.SHA256:
		return Whole
	case fromParent != nil && fromParent.SHA256 == to.SHA256:
		return Back
	case toParent != nil && toParent.Version == from.Version:
		return Changed
	case toParent != nil:
		return Other
	}
	return First
}
