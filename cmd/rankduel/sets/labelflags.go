package sets

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/page"
	"github.com/rankduel/rankduel/testsets/label/sheet"
	"github.com/rankduel/rankduel/testsets/label/workbook"
)

// sheetFlags say whether questions go to a spreadsheet, or answers come back.
type sheetFlags struct{ toSheet, fromSheet string }

// A sheetAsker has questions that a sheet can hold, and takes its answers.
type sheetAsker interface {
	Person() string
	Scale() testsets.Scale
	View() label.View
	Rows() []label.Row
	Fill(answers map[int]label.Answer) (int, error)
}

func (o *sheetFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.toSheet, "export", "", "write the questions for a spreadsheet: .csv or .xlsx")
	flags.StringVar(&o.fromSheet, "import", "", "take the grades of a sheet that was exported, .csv or .xlsx")
}

// wanted reports whether a sheet is written or read in place of asking.
func (o *sheetFlags) wanted() bool { return o.toSheet+o.fromSheet != "" }

func (o *sheetFlags) check(served bool) error {
	switch {
	case o.toSheet != "" && o.fromSheet != "":
		return errors.New("--export and --import: give one of them")
	case served && o.wanted():
		return errors.New("--serve shows a page, and takes no sheet: leave --export and --import out")
	case o.toSheet != "":
		if err := outfile.Check(o.toSheet); err != nil {
			return fmt.Errorf("--export %s: %w", o.toSheet, err)
		}
	}
	return nil
}

func (o *sheetFlags) export(at streams, s sheetAsker) error {
	var b bytes.Buffer
	rows, cut := s.Rows(), 0
	choices, how := sheet.Choices(s.Scale()), "fill grade (x and a comment where a document cannot be judged)"
	if s.View().Decides { // a grade has to stand
		choices, how = choices[:len(choices)-1], "fill grade"
	}
	var err error
	if isWorkbook(o.toSheet) {
		cut, err = workbook.Write(&b, sheet.Table(rows), sheet.Grade, choices)
	} else {
		err = sheet.Export(&b, rows)
	}
	if err != nil {
		return err
	}
	if cut > 0 {
		fmt.Fprintf(at.err, "%s: longer than a cell of a workbook holds, and cut; CSV has them whole\n", prose.Plural(cut, "text"))
	}
	if err := outfile.Write(o.toSheet, b.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(at.out, "%s: %s for %s; %s, leave ids as they are, then: --import\n", o.toSheet, prose.Plural(len(rows), "row"), s.Person(), how)
	return nil
}

func (o *sheetFlags) fill(at streams, s sheetAsker) error {
	data, err := unpack.ReadFile(o.fromSheet)
	if err != nil {
		return err
	}
	var in sheet.Filled
	if isWorkbook(o.fromSheet) {
		t, wrong := workbook.Read(data)
		if wrong != nil {
			return fmt.Errorf("%s %w", o.fromSheet, wrong)
		}
		in, err = sheet.Fill(o.fromSheet, t, s.Rows(), s.Scale())
	} else {
		in, err = sheet.Import(o.fromSheet, data, s.Rows(), s.Scale())
	}
	if err != nil {
		return err
	}
	n, err := s.Fill(in.Answers)
	if err != nil {
		return fmt.Errorf("%s: %w", o.fromSheet, err)
	}
	notes := prose.Notes{prose.Plural(n, "new answer"), fmt.Sprintf("%d as before", len(in.Answers)-n), fmt.Sprintf("%d without a grade", in.Blank)}
	notes.If(in.Missing > 0, "%d that were exported are not there", in.Missing)
	notes.If(in.Encoding != "UTF-8", "read as %s", in.Encoding)
	_, err = fmt.Fprintf(at.out, "%s: %s\n", o.fromSheet, strings.Join(notes, ", "))
	return err
}

func isWorkbook(path string) bool { return strings.EqualFold(filepath.Ext(path), ".xlsx") }

// serveFlags say whether questions are shown on a page.
type serveFlags struct {
	serve bool
	addr  string
}

func (p *serveFlags) add(flags *pflag.FlagSet, whose string) {
	flags.BoolVar(&p.serve, "serve", false, "serve a page on this machine, with a secret link for "+whose+", until ctrl-C")
	flags.StringVar(&p.addr, "addr", "", "with --serve: address of this machine to listen at (default 127.0.0.1 and a free port)")
}

func (p *serveFlags) check() error {
	if p.addr != "" && !p.serve {
		return errors.New("--addr is where a page is served: add --serve")
	}
	return nil
}

// servePage prints everybody's link, and answers until ctx ends.
func servePage[A label.Asker](ctx context.Context, at streams, addr string, askers []A, guideline string) error {
	server, err := page.Listen(cmp.Or(addr, "127.0.0.1:0"), askers, guideline)
	if err != nil {
		return err
	}
	for _, l := range server.People {
		fmt.Fprintf(at.out, "%s: %s\n", l.Person(), l.Link)
	}
	fmt.Fprintln(at.err, "anyone who has a link answers in its name; ctrl-C ends it, and every answer is kept")
	return server.Serve(ctx)
}
