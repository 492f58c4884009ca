package filesum

import (
	"os"
	"syscall"
	"time"
)

// A stamp is by what a file is known.
type stamp struct {
	device, inode    uint64
	size             int64
	content, written syscall.Timespec // when its bytes, and anything about it, changed
}

// stampOf reads the stamp of a file. It is opened: a network's file system may show
// an older one to anyone who only asks.
func stampOf(path string) (stamp, bool) {
	f, err := os.Open(path)
	if err != nil {
		return stamp{}, false
	}
	defer func() { _ = f.Close() }() // nothing was read
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}, false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}, false
	}
	return stamp{device: uint64(s.Dev), inode: s.Ino, size: s.Size, content: s.Mtim, written: s.Ctim}, true //nolint:unconvert // Dev is smaller elsewhere
}

// changed returns when something last changed.
func (s stamp) changed() time.Time {
	content, written := time.Unix(s.content.Unix()), time.Unix(s.written.Unix())
	if content.After(written) {
		return content
	}
	return written
}
