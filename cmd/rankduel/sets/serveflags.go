package sets

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/page"
)

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
