// Package console lets a person label in a terminal, and a program or a file by lines. Nothing in queries
// and documents can steer the terminal: control characters are spelled out.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/rankduel/rankduel/testsets/label"
)

// Options are what a terminal shows next to questions.
type Options struct {
	Guideline string // text of the guideline; empty: there is none
	Plain     bool   // without bold
}

// Run asks in a terminal until the person leaves, everything is answered or ctx
// ends. Every answer is on the disk before the next question is drawn.
func Run(ctx context.Context, in, out *os.File, s label.Asker, o Options) error {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer func() { _ = term.Restore(int(in.Fd()), before) }() // nothing could be done about it
	// another screen, and marks around what is pasted
	fmt.Fprint(out, "\x1b[?1049h\x1b[?2004h\x1b[?25l")
	defer fmt.Fprint(out, "\x1b[?25h\x1b[?2004l\x1b[?1049l")
	size := func() (int, int) {
		w, h, err := term.GetSize(int(out.Fd()))
		if err != nil || w < 1 || h < 1 {
			return 80, 24
		}
		return w, h
	}
	return ask(ctx, in, out, size, s, o)
}

// resized is how often a terminal is asked for its size. It tells no program on every system when it changes.
const resized = 200 * time.Millisecond

// ask returns Run on any streams.
func ask(ctx context.Context, in io.Reader, out io.Writer, size func() (int, int), s label.Asker, o Options) error {
	d := &dialog{s: s, o: o, view: s.View()}
	keys, done := make(chan key), make(chan struct{})
	defer close(done)
	go readKeys(in, keys, done)
	tick := time.NewTicker(resized)
	defer tick.Stop()
	drawn := ""
	for !d.left && !d.view.Done {
		w, h := size()
		screen := d.draw(frame{width: w, height: h, plain: o.Plain})
		if screen != drawn {
			if _, err := fmt.Fprint(out, "\x1b[H\x1b[2J"+screen); err != nil {
				return err
			}
			drawn = screen
		}
		select {
		case k, open := <-keys:
			if !open {
				return nil
			}
			if err := d.press(k); err != nil {
				return err
			}
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// A dialog is what the keys have led to.
type dialog struct {
	s       label.Asker
	o       Options
	view    label.View
	offset  int
	page    int    // lines of the last screen's text
	note    string // what the last key did
	comment string // that goes with the next answer
	typing  *typed // a comment that is being typed
	guide   bool   // the guideline is shown
	pasting bool
	left    bool
}

// typed is a comment while it is typed.
type typed struct {
	text string
	why  bool // it says why the document cannot be judged
}

func (d *dialog) draw(f frame) string {
	d.page = max(f.height/2, 1)
	var screen string
	if d.guide {
		screen, d.offset = f.joined([]string{f.strong("guideline"), f.rule("")}, wrapped(d.o.Guideline, f.width), []string{"any other key: back"}, d.offset)
		return screen
	}
	screen, d.offset = f.draw(d.view, d.offset, d.prompt(f))
	return screen
}

func (d *dialog) prompt(f frame) string {
	switch {
	case d.typing != nil && d.typing.why:
		return tail("why it cannot be judged (enter: done, esc: back): ", d.typing.text, 2*f.width-2)
	case d.typing != nil:
		return tail("comment (enter: done, esc: back): ", d.typing.text, 2*f.width-2)
	case d.note != "":
		return d.note
	case d.comment != "":
		return truncate("with comment: "+d.comment, 2*f.width-2)
	}
	return help
}

// tail keeps the end of what is typed in sight.
func tail(prompt, text string, limit int) string {
	text += "_"
	for width(prompt+text) > limit && len(text) > 1 {
		text = withoutFirst(text)
	}
	return prompt + text
}

// press does what a key asks for. An error is one of the journal.
func (d *dialog) press(k key) error {
	switch {
	case k == keyQuit:
		d.left = true
		return nil
	case k == keyPaste || k == keyPasted:
		d.pasting = k == keyPaste
		return nil
	case d.typing != nil:
		return d.write(k)
	case d.pasting || k == keyNone:
		return nil // a pasted 3 is not a grade
	}
	if d.scroll(k) {
		return nil
	}
	d.note = ""
	if d.guide {
		d.guide, d.offset = false, 0
		return nil
	}
	return d.command(k)
}

func (d *dialog) scroll(k key) bool {
	by, ok := map[key]int{keyUp: -1, keyDown: 1, keyPageUp: -d.page, keyPageDown: d.page, ' ': d.page, keyHome: -1 << 30, keyEnd: 1 << 30}[k]
	d.offset = max(0, d.offset+by)
	return ok
}

func (d *dialog) command(k key) error {
	switch {
	case k >= '0' && k <= '9':
		return d.answer(label.Answer{State: label.Graded, Grade: int(k - '0'), Comment: d.comment})
	case k == 's':
		return d.answer(label.Answer{State: label.Later, Comment: d.comment})
	case k == 'u':
		return d.answer(label.Answer{State: label.Undone})
	case k == 'x':
		d.typing = &typed{text: d.comment, why: true}
	case k == 'c':
		d.typing = &typed{text: d.comment}
	case k == 'q':
		d.left = true
	case k == '?' && d.o.Guideline == "":
		d.note = "there is no guideline; give one with --guideline FILE"
	case k == '?':
		d.guide, d.offset = true, 0
	default:
		d.note = "that key does nothing · " + help
	}
	return nil
}

// write edits the comment.
func (d *dialog) write(k key) error {
	switch {
	case k == keyEscape:
		d.typing = nil
	case k == keyEnter && d.pasting:
		d.typing.text += " "
	case k == keyEnter && d.typing.why:
		text := d.typing.text
		d.typing = nil
		return d.answer(label.Answer{State: label.CannotJudge, Comment: text})
	case k == keyEnter:
		d.comment, d.typing = d.typing.text, nil
	case k == keyBackspace:
		d.typing.text = withoutLast(d.typing.text)
	case k == keyClear:
		d.typing.text = ""
	case k > 0:
		d.typing.text += string(rune(k))
	}
	return nil
}

// answer keeps an answer and goes on. What the session refuses is shown.
func (d *dialog) answer(a label.Answer) error {
	err := d.s.Answer(d.view.Seq, a)
	if cause := new(os.PathError); errors.As(err, &cause) {
		return err
	}
	if err != nil {
		d.note = err.Error()
		return nil
	}
	d.comment, d.offset = "", 0
	switch a.State {
	case label.Graded:
		d.note = fmt.Sprintf("graded %d (u takes it back)", a.Grade)
	case label.CannotJudge:
		d.note = "cannot be judged (u takes it back)"
	case label.Later:
		d.note = "put off; it comes again at the end"
	case label.Undone:
		d.note = "taken back; this is the document again"
	}
	d.view = d.s.View()
	return nil
}
