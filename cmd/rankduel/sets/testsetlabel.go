package sets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/silver"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/console"
)

// labelOptions say who labels what, and where.
type labelOptions struct {
	as        []string
	labels    string
	queries   string
	scale     scaleFlags
	seed      uint64
	guideline string
	key       string
	sample    string
	remade    bool // the pool may have been made again
	batch     bool // it is one of several
	serveFlags
	sheetFlags
}

// scaleFlags say which grades there are.
type scaleFlags struct{ scale, testSet string }

func (s *scaleFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.scale, "scale", "", `grades: 0-3, or with words, "0 no, 1 partly, 2 yes" (default 0-3)`)
	flags.StringVar(&s.testSet, "test-set", "", "take the grades and their words from this test set")
}

// read gives the scale, nil for the default one.
func (s *scaleFlags) read() (testsets.Scale, error) {
	switch {
	case s.scale != "" && s.testSet != "":
		return nil, errors.New("--scale and --test-set both say which grades there are; give one of them")
	case s.scale != "":
		return label.ParseScale(s.scale)
	case s.testSet == "":
		return nil, nil
	}
	set, err := judgments.OpenTestSet(".", s.testSet)
	if err != nil {
		return nil, err
	}
	return set.Scale, nil
}

func newTestsetLabelCommand() *cobra.Command {
	var opts labelOptions
	cmd := flags.Verb("label POOL.jsonl --as NAME", cobra.ExactArgs(1), opts.labelPool)
	set := cmd.Flags()
	opts.add(set)
	set.StringVar(&opts.labels, "labels", "", "folder of the journals, NAME.jsonl each (default: labels next to the pool)")
	set.StringVar(&opts.queries, "queries", "", "CSV with query_id, query_text and, if you like, need (default: entering.csv next to the pool)")
	set.Uint64Var(&opts.seed, "seed", flags.LabelSeed, "seed of the orders; another one is another order")
	set.StringVar(&opts.guideline, "guideline", "", "text that says what each grade means; ? shows it")
	set.BoolVar(&opts.batch, "batch", false, "the pool is one of several, as labels next writes them: the journal may have labels of others")
	opts.scale.add(set)
	flags.IdleWith(set, "export", "guideline")
	flags.IdleWith(set, "import", "guideline")
	return cmd
}

// add is for the flags that label and refresh label share.
func (o *labelOptions) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&o.as, "as", nil, "who labels; letters, digits, - _ and .")
	flags.StringVar(&o.key, "prioritised", "", "show what most systems found first, by this pool.key.jsonl, rather than shuffled")
	flags.StringVar(&o.sample, "sample", "", "ask queries in the order of this file of rankduel labels sample, rather than shuffled")
	o.sheetFlags.add(flags)
	o.serveFlags.add(flags, "each --as")
}

// streams are where a person is asked.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func streamsOf(cmd *cobra.Command) streams {
	return streams{cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()}
}

func (o *labelOptions) check() error {
	var errs prose.Faults
	errs.If(len(o.as) == 0, "say who labels: --as NAME")
	for _, person := range o.as {
		errs = append(errs, label.CheckName(person))
	}
	errs.If(len(o.as) > 1 && !o.serve, "one person at a time: give --as once, or --serve a page for several")
	errs = append(errs, o.serveFlags.check(), o.sheetFlags.check(o.serve))
	return errs.Join()
}

func (o *labelOptions) labelPool(cmd *cobra.Command, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	scale, err := o.scale.read()
	if err != nil {
		return err
	}
	o.labels = cmp.Or(o.labels, flags.LabelJournals(args[0]))
	pool, err := flags.OpenLabelPool(args[0], o.queries)
	if err != nil {
		return err
	}
	return o.work(cmd.Context(), streamsOf(cmd), pool, scale)
}

// work returns one person's session.
func (o *labelOptions) work(ctx context.Context, at streams, pool *label.Pool, scale testsets.Scale) error {
	if o.serve {
		return o.page(ctx, at, pool, scale)
	}
	s, guideline, err := o.session(at, pool, scale, o.as[0])
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }() // every answer is synced
	switch {
	case o.toSheet != "":
		return o.export(at, s)
	case o.fromSheet != "":
		err = o.fill(at, s)
	default:
		err = o.ask(ctx, at, s, guideline)
	}
	sayProgress(at.err, s)
	return err
}

// page shows questions in browsers until ctx ends.
func (o *labelOptions) page(ctx context.Context, at streams, pool *label.Pool, scale testsets.Scale) error {
	var sessions []*label.Session
	guideline := ""
	for _, person := range o.as {
		s, text, err := o.session(at, pool, scale, person)
		if err != nil {
			return err
		}
		defer func() { _ = s.Close() }() // every answer is synced
		sessions, guideline = append(sessions, s), text
	}
	err := servePage(ctx, at, o.addr, sessions, guideline)
	for _, s := range sessions {
		sayProgress(at.err, s)
	}
	return err
}

// session opens a person's journal.
func (o *labelOptions) session(at streams, pool *label.Pool, scale testsets.Scale, person string) (*label.Session, string, error) {
	set := label.Settings{Person: person, Seed: o.seed, Scale: scale, Mode: o.mode(at), Now: time.Now, Remade: o.remade || o.batch}
	var err error
	if o.key != "" {
		if set.First, err = pool.Prioritised(o.key); err != nil {
			return nil, "", err
		}
	}
	if o.sample != "" {
		sample, err := silver.ReadSample(trec.File(o.sample))
		if err == nil {
			err = pool.Along(sample.Order)
		}
		if err != nil {
			return nil, "", err
		}
		set.Queries, set.Planned = sample.Order, sample.Planned
	}
	var guideline []byte
	if o.guideline != "" {
		if guideline, err = unpack.ReadFile(o.guideline); err != nil {
			return nil, "", err
		}
	}
	s, err := label.Open(pool, o.labels, set)
	if err != nil {
		return nil, "", err
	}
	if n := s.DroppedBytes(); n > 0 {
		fmt.Fprintf(at.err, "the last line of %s was unfinished (%d bytes) and is dropped; its document is asked again\n", label.File(o.labels, person), n)
	}
	if n := s.Unpooled(); n > 0 && o.remade {
		fmt.Fprintf(at.err, "%s: %s that the pool no longer has; the labels stay there and do not count\n", label.File(o.labels, person), prose.Plural(n, "document"))
	}
	return s, string(guideline), nil
}

// mode returns what the journal says of how someone was asked.
func (o *labelOptions) mode(at streams) string {
	switch {
	case o.serve:
		return "page"
	case o.wanted():
		return "sheet"
	case asksTerminal(at):
		return "terminal"
	}
	return "lines"
}

// asksTerminal tells whether someone sits at both streams.
func asksTerminal(at streams) bool {
	f, ok := at.in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && output.IsTerminal(at.out)
}

func (o *labelOptions) ask(ctx context.Context, at streams, s *label.Session, guideline string) error {
	if top := s.Scale().Max(); top > 9 && asksTerminal(at) {
		return fmt.Errorf("a terminal grades by one digit, and the scale goes to %d; use --export, --serve or lines on standard input", top)
	}
	return askHere(ctx, at, s, guideline)
}

// askHere asks in a terminal, or by lines where there is none.
func askHere(ctx context.Context, at streams, s label.Asker, guideline string) error {
	if !asksTerminal(at) {
		return console.Lines(at.in, at.out, s)
	}
	_, plain := os.LookupEnv("NO_COLOR")
	err := console.Run(ctx, at.in.(*os.File), output.Raw(at.out).(*os.File), s, console.Options{Guideline: guideline, Plain: plain})
	if errors.Is(err, context.Canceled) {
		return nil // what was answered is kept, and the progress is said
	}
	return err
}

func sayProgress(w io.Writer, s *label.Session) {
	v := s.View()
	text := s.Person() + ": " + v.String()
	if !v.Done {
		text += "; the same command goes on from here"
	}
	fmt.Fprintln(w, text)
}
