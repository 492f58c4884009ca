package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/rankduel/rankduel/internal/secrets"
)

// exitPatience is how long a process may live on after it has stopped to listen or to speak, and how long it may take to
// end by itself when it is asked to.
const exitPatience = time.Second

// A process is a program that was started once and answers line by line.
//
// Its goroutines end with it: one writes requests, one reads responses, one waits for the end, and one, of package exec,
// copies the standard error.
type process struct {
	program program
	health  *health
	cmd     *exec.Cmd
	stderr  tail
	outbox  chan []byte   // requests on their way
	closing chan struct{} // closed when the standard input shall be
	ready   chan struct{} // closed when requests may be sent, or the process has ended

	markReady, endInput func()        // close ready and closing
	exited              chan struct{} // closed when the process is no more
	gone                chan struct{} // closed when, besides, every call has its result
	lines               int           // read from the standard output; of the goroutine that does

	mu       sync.Mutex
	pending  map[uint64]*call
	cause    error // why this side ended it
	ended    error // set just before gone is closed
	fruitful bool  // it has answered
	isExited bool
}

// start starts the program. Requests may be sent when ready is closed.
func start(p program, h *health, concurrency int, readyWithin time.Duration) (*process, error) {
	r := &process{
		program: p, health: h, cmd: p.command(context.Background(), p.arguments), pending: make(map[uint64]*call),
		outbox: make(chan []byte, concurrency), closing: make(chan struct{}),
		ready: make(chan struct{}), exited: make(chan struct{}), gone: make(chan struct{}),
	}
	r.markReady, r.endInput = sync.OnceFunc(func() { close(r.ready) }), sync.OnceFunc(func() { close(r.closing) })
	stdin, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe, which is closed when the program ends, read or not.
	out, in, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdin.Close())
	}
	r.cmd.Stdout, r.cmd.Stderr = in, &r.stderr
	// The program has its own copy of the end that is written to.
	if err := errors.Join(r.cmd.Start(), in.Close()); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	if readyWithin == 0 {
		r.markReady()
	} else {
		time.AfterFunc(readyWithin, func() { r.unready(readyWithin) })
	}
	go r.write(stdin)
	go r.read(out)
	go r.wait(out)
	return r, nil
}

// write hands requests on. A program that has closed its standard input is given a moment to end, because its exit status
// tells more than a broken pipe.
func (p *process) write(stdin io.WriteCloser) {
	defer stdin.Close()
	for {
		select {
		case line := <-p.outbox:
			if _, err := stdin.Write(line); err != nil {
				select {
				case <-p.exited:
				case <-time.After(exitPatience):
					p.kill(errors.New("the program has closed its standard input, where requests come from"))
				}
				return
			}
		case <-p.closing:
			return
		case <-p.exited:
			return
		}
	}
}

// wait waits for the end of the process and ends what it has started, which could keep its output open for ever.
func (p *process) wait(out *os.File) {
	_ = p.cmd.Wait() // what it says is in ProcessState too
	p.mu.Lock()
	p.isExited = true
	_ = killGroup(p.cmd.Process)
	p.mu.Unlock()
	// What got away from the group may hold the pipe: what was written until now is read, and no more.
	_ = out.SetReadDeadline(time.Now().Add(exitPatience))
	close(p.exited)
}

// read takes responses until there are no more, sees to it that the process ends, and settles what is left.
func (p *process) read(out *os.File) {
	defer func() { _ = out.Close() }() // it was only read
	fault, over := p.takeAll(out)
	if over {
		killer := time.AfterFunc(exitPatience, func() { p.kill(errors.New("the program has closed its standard output")) })
		defer killer.Stop()
	} else {
		p.kill(fault)
	}
	<-p.exited

	p.mu.Lock()
	defer p.mu.Unlock()
	cause := p.cause
	switch {
	case cause != nil:
	case fault != nil:
		cause = fmt.Errorf("%w; the program ended (%v)", fault, p.cmd.ProcessState)
	default:
		cause = fmt.Errorf("the program ended (%v)", p.cmd.ProcessState)
	}
	p.ended = &endError{fmt.Errorf("%s: %w%s", p.program.name(), cause, p.stderr.words(p.program.secrets))}
	if !p.fruitful {
		p.health.fruitless.Add(1)
	}
	for id := range p.pending {
		p.resolve(id, result{err: p.ended})
	}
	p.markReady()
	close(p.gone)
}

func (p *process) unready(within time.Duration) {
	select {
	case <-p.ready:
	default:
		p.kill(fmt.Errorf(`the program did not write {"ready":true} within start_timeout, %v`, within))
	}
}

// kill ends the process and everything it has started. The first cause is the one that is reported.
func (p *process) kill(cause error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cause == nil && !p.isExited {
		p.cause = cause
	}
	if !p.isExited {
		_ = killGroup(p.cmd.Process) // it may have ended by itself just now
	}
}

// failure returns why the process has ended, or nil.
func (p *process) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// close ends the process: politely at first.
func (p *process) close() {
	p.endInput()
	select {
	case <-p.gone:
	case <-time.After(exitPatience):
		p.kill(errClosed)
		<-p.gone
	}
}

// The end of the standard error that is kept.
const (
	tailBytes = 4 << 10
	tailLines = 5
)

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	cut  bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailBytes-1):]...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.cut = true
	}
	return len(p), nil
}

// words returns the last lines, for an error: on one line, without secrets. Empty when nothing was written.
func (t *tail) words(hidden *secrets.Set) string {
	t.mu.Lock()
	kept := string(t.kept)
	if t.cut { // what is left of the first word may be a part of a secret
		kept = kept[strings.IndexAny(kept+" ", " \n\t"):]
	}
	t.mu.Unlock()
	var lines []string
	for line := range strings.Lines(hidden.Redact(kept)) {
		if line = hidden.Line(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "; its last words: " + strings.Join(lines[max(0, len(lines)-tailLines):], " / ")
}
