//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outfile

import (
	"errors"
	"os"
	"syscall"
)

// A held is the lock on a part. It goes with the process, however that ends.
type held struct{ fd int }

// lock marks a part as being written. The lock is that of the open file, so a second descriptor keeps it when the first
// is closed, until the file has its name. A file system without locks has no part that could be found abandoned.
func lock(f *os.File) (held, bool) {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return held{}, false
	}
	syscall.ForkLock.RLock() // no program that is started meanwhile gets the lock
	defer syscall.ForkLock.RUnlock()
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return held{}, false
	}
	syscall.CloseOnExec(fd)
	return held{fd}, true
}

func (h held) release() { _ = syscall.Close(h.fd) }

// removeAbandoned removes a part that can be locked. The lock is held until it is gone: anyone who has just
// made the part, and locks it afterwards, looks whether it is still there.
func removeAbandoned(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }() // it was only locked
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = os.Remove(path)
	}
}
