//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package outfile

import (
	"os"
	"runtime"
)

type held struct{}

// lock has nothing to do: where it matters, an open file cannot be removed.
func lock(*os.File) (held, bool) { return held{}, true }

func (held) release() {}

// removeAbandoned leaves it to the system, which does not remove what someone
// has open. Elsewhere it is not known who writes a part.
func removeAbandoned(path string) {
	if runtime.GOOS == "windows" {
		_ = os.Remove(path)
	}
}
