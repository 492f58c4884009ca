// Package pattern keeps regular expressions of a package until they are used:
// compiling all of the program's takes longer than many a verb's work.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy returns regexp.MustCompile at the first call of what it returns.
func Lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
