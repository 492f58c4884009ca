package result

import "slices"

// StoreCopySchema is the name of what was copied from one store to another.
const StoreCopySchema = "rankduel/store-copy/v1"

// A StoreCopy is what was copied from one store to another.
type StoreCopy struct {
	Schema string        `json:"schema"`
	From   string        `json:"from"`
	To     string        `json:"to"`
	Tables []CopiedTable `json:"tables"`
	Equal  bool          `json:"equal"` // all that From has and that is copied is in To, byte for byte
}

// A CopiedTable is one kind of what a store keeps.
type CopiedTable struct {
	Name      string `json:"name"`
	Found     int    `json:"found"`         // in From, those that are copied at all
	Copied    int    `json:"copied"`        // To had none
	There     int    `json:"already_there"` // equal in To
	Differing int    `json:"differing"`     // another in To, where it stays
	Replaced  int    `json:"replaced"`      // another in To, which gave way
	Left      int    `json:"left"`          // in From, and not copied: work that is not done
	Unequal   int    `json:"unequal"`       // not the same in From and To when both were read again
}

// Lost reports whether something is unequal for another reason than that To keeps its own.
func (c *StoreCopy) Lost() bool {
	return slices.ContainsFunc(c.Tables, func(t CopiedTable) bool { return t.Unequal > t.Differing })
}
