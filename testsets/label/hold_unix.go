//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package label

import (
	"errors"
	"os"
	"syscall"
)

// hold takes the journal for this process, until it is closed. A file system without locks lets two write.
func hold(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
