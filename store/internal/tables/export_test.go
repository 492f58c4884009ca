package tables

import "slices"

// uncopied are the other tables: the list of migrations, and tokens, with which
// anyone who has a copy could ask a server that is not theirs.
var uncopied = []string{versionTable, "tokens"}

// Transferred reports whether a column is copied, or its table left on purpose.
func Transferred(name, column string) bool {
	if slices.Contains(uncopied, name) {
		return true
	}
	for _, table := range transfers {
		for tr := table; tr != nil; tr = tr.parts {
			if tr.table == name {
				return slices.Contains(tr.names(), column)
			}
		}
	}
	return false
}
