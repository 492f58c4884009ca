//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package label

import "os"

// hold has nothing to do it with: two that write one journal are not found.
func hold(*os.File) bool { return true }
