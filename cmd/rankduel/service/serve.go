package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/internal/filesum"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/server"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/api"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/page"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/store"
)

type serveOptions struct {
	flags.Store
	jobFlags
	cacheDir         string
	system           string
	addr             string
	tlsCert, tlsKey  string
	maxBody          int // MiB
	maxQueries       int
	running, waiting int
	timeLimit, grace time.Duration
	log              string
	watch            watchFlags
	labels           labelFlags
}

// Forms of the log.
const (
	LogText = "text"
	LogJSON = "json"
)

// NewServeCommand makes the verb serve.
func NewServeCommand() *cobra.Command {
	var opts serveOptions
	cmd := flags.Verb("serve EXPERIMENT.yaml", cobra.ExactArgs(1), opts.run)
	opts.add(cmd.Flags())
	return cmd
}

func (o *serveOptions) add(flags *pflag.FlagSet) {
	o.Add(flags)
	o.jobFlags.add(flags)
	flags.StringVar(&o.service, "service", "", "servers of one name that share a store share their jobs (default: the experiment file's name)")
	flags.IntVar(&o.queued, "queue", o.queued, "jobs that wait; more are refused with 429")
	flags.StringVar(&o.cacheDir, "cache-dir", execution.CacheDir(), "folder for built indexes; empty builds them each time")
	flags.StringVar(&o.system, "system", "", "configuration of the experiment that is evaluated (default: the baseline)")
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "address and port to serve; port 0 takes a free one")
	flags.StringVar(&o.tlsCert, "tls-cert", "", "certificate, with its chain, in PEM: serve HTTPS")
	flags.StringVar(&o.tlsKey, "tls-key", "", "key of the certificate in PEM")
	flags.IntVar(&o.maxBody, "max-body", 8, "largest request, in MiB")
	flags.IntVar(&o.maxQueries, "max-queries", 10_000, "most queries of a test set that is sent")
	flags.IntVar(&o.running, "concurrency", 2, "evaluations at once")
	flags.IntVar(&o.waiting, "waiting", 64, "evaluations that wait for their turn; more are refused with 429")
	flags.DurationVar(&o.timeLimit, "time-limit", 5*time.Minute, "longest evaluation")
	flags.DurationVar(&o.grace, "grace", 30*time.Second, "time for what runs when the server is stopped")
	o.watch.add(flags)
	o.labels.add(flags)
	flags.StringVar(&o.log, "log-format", LogText, "form of the log on stderr: text or json")
}

func (o *serveOptions) check() error {
	var errs prose.Faults
	for _, n := range []struct {
		flag string
		is   int
	}{{"max-body", o.maxBody}, {"max-queries", o.maxQueries}, {"concurrency", o.running}, {"waiting", o.waiting}} {
		errs.If(n.is < 1, "--%s %d, want at least 1", n.flag, n.is)
	}
	for _, d := range []struct {
		flag string
		is   time.Duration
	}{{"time-limit", o.timeLimit}, {"grace", o.grace}} {
		errs.If(d.is <= 0, "--%s %v, want more than 0", d.flag, d.is)
	}
	errs = append(errs, o.jobFlags.check(), o.watch.check())
	errs.If(o.log != LogText && o.log != LogJSON, "--log-format %q: want %s or %s", o.log, LogText, LogJSON)
	errs.If((o.tlsCert == "") != (o.tlsKey == ""), "--tls-cert and --tls-key belong together; give both")
	if _, _, err := net.SplitHostPort(o.addr); err != nil {
		errs = append(errs, fmt.Errorf("--addr %q: want ADDRESS:PORT, such as 127.0.0.1:8080", o.addr))
	}
	return errs.Join()
}

func (o *serveOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr = cmd.ErrOrStderr()
	ctx, stderr, path := cmd.Context(), cmd.ErrOrStderr(), args[0]
	if err := o.check(); err != nil {
		return err
	}
	log := o.logger(stderr)
	secret, err := o.secret(log)
	if err != nil {
		return err
	}
	clients := kinds.NewPool()
	clients.Workers = o.workers
	loaded, err := plan.Reader{Kinds: kinds.All(clients)}.Load(path)
	if err != nil {
		return err
	}
	output.Warn(stderr, loaded.Warnings())
	labelled, err := o.labels.open()
	if err != nil {
		return err
	}
	if labelled != nil {
		defer labelled.Close()
	}
	rules, scored, err := o.watch.gate.with(loaded)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, o.Address, o.OnWait())
	if err != nil {
		return &result.StoreError{Err: err}
	}
	defer db.Close()
	systemOf, err := system.Open(scored, o.system, db, run.Options{
		CacheDir: o.cacheDir, CommitHash: execution.CommitHash(ctx, filepath.Dir(path)), Clock: time.Now, Warn: output.Warner(stderr), Clients: clients,
		Hashed: new(filesum.Cache).Of,
	})
	if err != nil {
		return err
	}
	at, err := net.Listen("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("--addr %s: %w", o.addr, err)
	}
	defer func() { _ = at.Close() }() // the server has, unless it never began
	guard, err := o.guard(ctx, stderr, db, at.Addr(), secret != nil)
	if err != nil {
		return err
	}
	scheme := "http"
	if secret != nil {
		scheme = "https"
	}
	work := &experiments.Experiments{Plan: loaded, Sets: systemOf.Sets(), Store: db, Options: systemOf.Options(), Queries: o.maxQueries}
	queue, err := o.queue(ctx, path, o.Address, db, work.Work, nil, log)
	if err != nil {
		return err
	}
	over, err := o.watch.over(ctx, systemOf, db, rules, log)
	if err != nil {
		return err
	}
	s := server.New(server.Config{
		API: api.Config{
			System: systemOf, Store: db, Jobs: queue, Experiments: work, Labels: labelled, Log: log, Version: output.Version, Program: output.Program(),
			Limits: api.Limits{Queries: o.maxQueries, Running: o.running, Waiting: o.waiting, Time: o.timeLimit},
			Ready:  func(ctx context.Context) error { return answers(ctx, db) },
		},
		Guard: guard, Metrics: o.watch.names.Collector, Page: page.Shell(), Log: log, Clock: time.Now,
		Limits: server.Limits{Body: int64(o.maxBody) << 20, Grace: o.grace, Write: o.timeLimit + time.Minute},
	})
	fmt.Fprintf(stderr, "rankduel: serving %s of %s at %s://%s\n", systemOf.Config(), path, scheme, at.Addr())
	defer o.watch.begin(ctx, over, o.timeLimit)()
	return s.Serve(ctx, at, secret)
}

func (o *serveOptions) logger(stderr io.Writer) *slog.Logger {
	if o.log == LogJSON {
		return slog.New(slog.NewJSONHandler(stderr, nil))
	}
	return slog.New(slog.NewTextHandler(stderr, nil))
}

// guard says who may ask, and refuses to serve an address to everybody.
func (o *serveOptions) guard(ctx context.Context, stderr io.Writer, db store.Store, at net.Addr, secret bool) (access.Guard, error) {
	guard := access.Guard{Tokens: db}
	if tcp, ok := at.(*net.TCPAddr); ok {
		guard.Loopback = tcp.IP.IsLoopback()
	}
	tokens, err := db.Tokens(ctx)
	if err != nil {
		return guard, &result.StoreError{Err: err}
	}
	name, err := store.Name(o.Address) // without a password
	if err != nil {
		return guard, err
	}
	switch {
	case len(tokens) == 0 && !guard.Loopback:
		return guard, fmt.Errorf("--addr %s can be reached from other machines, and %s has no token: anyone who reaches it could do everything; make one with `rankduel token add NAME --scope run --store %s`, or serve 127.0.0.1", o.addr, name, name)
	case len(tokens) == 0:
		fmt.Fprintf(stderr, "rankduel: warning: no tokens: everybody on this machine may do everything; `rankduel token add NAME --scope run --store %s` changes that\n", name)
	case !guard.Loopback && !secret:
		fmt.Fprintln(stderr, "rankduel: warning: tokens travel unencrypted: give --tls-cert and --tls-key, or put a proxy that speaks TLS before it")
	}
	guard.Loopback = guard.Loopback && len(tokens) == 0 // with the last token it does not open
	return guard, nil
}
