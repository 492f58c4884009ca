package command

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// takeAll takes responses until the output is over, or until one of them is such that the process cannot be trusted any
// more.
func (p *process) takeAll(out io.Reader) (fault error, over bool) {
	in := bufio.NewReaderSize(out, 64<<10)
	for !over && fault == nil {
		var line []byte
		line, fault = readLine(in)
		if errors.Is(fault, io.EOF) {
			fault, over = nil, true
		}
		if over && len(line) == 0 {
			break
		}
		p.lines++
		switch {
		case errors.Is(fault, errTooLong):
			fault = fmt.Errorf("%w; it begins %q", fault, p.program.secrets.Snippet(line[:beginning]))
		case fault == nil:
			fault = p.take(line)
		}
	}
	if fault != nil {
		fault = fmt.Errorf("line %d of its standard output: %w", p.lines, fault)
	}
	return fault, over
}

// errTooLong is about a line, or the whole output in mode once.
var errTooLong = fmt.Errorf("it is longer than %d MiB", maxOutput>>20)

// beginning is more than an error quotes of something long.
const beginning = 1 << 10

// readLine reads up to a newline, or to the end, which is io.EOF with or without a line.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxOutput:
			return line, errTooLong
		case err == nil:
			return line, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF), errors.Is(err, os.ErrDeadlineExceeded): // or nothing more comes
			return line, io.EOF
		default:
			return line, fmt.Errorf("it cannot be read: %w", err)
		}
	}
}

// take settles the call that a line answers. An error means that it is not known what this line belongs to, and so
// neither what the next one will.
func (p *process) take(line []byte) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil
	}
	r, id, err := parse(line)
	secrets := p.program.secrets
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Ready && id == 0 && err == nil && !p.fruitful {
		p.markReady()
		return nil
	}
	c, asked := p.pending[id]
	if !asked {
		if err == nil {
			err = fmt.Errorf("id %d was not asked, or is answered already", id)
		}
		return fmt.Errorf("%w; it begins %q; the standard output is for responses alone, logs belong to the standard error", err, secrets.Snippet(line))
	}
	var got result
	if err == nil {
		got.response, err = r.meaning(c.request, secrets)
	}
	if err != nil {
		got.err = fmt.Errorf("%s: line %d of its standard output: %w; it begins %q", p.program.name(), p.lines, err, secrets.Snippet(line))
	}
	p.fruitful = true
	p.health.fruitless.Store(0)
	p.resolve(id, got)
	return nil
}
