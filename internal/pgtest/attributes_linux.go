package pgtest

import "syscall"

// attributes makes the server run as its owner and end when the test binary is killed and cannot clean up.
func attributes(owner *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: owner, Pdeathsig: syscall.SIGQUIT}
}
