//go:build unix && !linux

package pgtest

import "syscall"

// attributes makes the server run as its owner.
func attributes(owner *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: owner}
}
