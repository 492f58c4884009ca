package traces

import "fmt"

// The names of the two conventions, which are those of the profiles that score
// what was read.
const (
	ProfileCSB     = "csb"      // as the specification says
	profileCSBCode = "csb-code" // as the shipped program does where it leaves its specification
)

// Profiles lists the names of the conventions, the default one first.
func Profiles() []string { return []string{ProfileCSB, profileCSBCode} }

// A Convention is how traces are read, where the specification and the program
// that was shipped with it part ways: paths, categories of tools, running
// totals, confidence, what is null. The zero value is the specification's.
type Convention struct {
	// Code follows the shipped program.
	Code bool

	// Strip are prefixes of paths to take off besides those of the specification,
	// such as /app/ where tasks were run there.
	Strip []string
}

// ConventionOf returns the convention of a profile, csb if it is empty.
func ConventionOf(profile string) (Convention, error) {
	switch profile {
	case "", ProfileCSB:
		return Convention{}, nil
	case profileCSBCode:
		return Convention{Code: true}, nil
	}
	return Convention{}, fmt.Errorf("profile %q reads no traces: want one of %q", profile, Profiles())
}

// Profile returns the name of the convention.
func (c Convention) Profile() string {
	if c.Code {
		return profileCSBCode
	}
	return ProfileCSB
}
