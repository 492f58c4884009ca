//go:build unix

// Package pgtest starts a throwaway PostgreSQL server for a test.
//
// The server has a data folder of its own below the temporary folder, listens on a socket there and on no network port,
// trusts everybody who can open that socket, and is gone when the test ends: stopped by its process id, its files
// removed. Starting takes about a second, nearly all of it initdb. Durability is off, which a test does not need.
//
// PostgreSQL refuses to run as root, so a test that does run as root starts it as the user postgres or no one.
// Where there is no PostgreSQL, [Start] skips the test and says so.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// port names the socket file; nothing listens on the network.
const port = 5432

// superuser and database are what [Server.DSN] connects as and to.
const (
	superuser = "test"
	database  = "postgres"
)

const (
	startTimeout = 20 * time.Second
	pollEvery    = 10 * time.Millisecond
)

// A Server is a running PostgreSQL of one test.
type Server struct {
	Dir string // holds the socket, the data and the log

	binaries string
	owner    *syscall.Credential
	command  *exec.Cmd
	log      *os.File
}

// Start makes an empty database cluster (UTF-8, locale C) and starts its server; both go when the test ends.
func Start(tb testing.TB) *Server {
	tb.Helper()
	s := &Server{binaries: binaries(tb), owner: owner(tb)}
	// Not tb.TempDir: the name of a test may be longer than the 107 bytes that the path of a socket may have.
	var err error
	if s.Dir, err = os.MkdirTemp("", "pg"); err != nil { //nolint:usetesting // see above
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		s.Kill(tb)
		if err := os.RemoveAll(s.Dir); err != nil {
			tb.Error(err)
		}
	})
	if s.owner != nil {
		if err := os.Chown(s.Dir, int(s.owner.Uid), int(s.owner.Gid)); err != nil {
			tb.Fatal(err)
		}
	}
	initdb := s.run("initdb", "--pgdata", s.data(), "--username", superuser, "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
	if out, err := initdb.CombinedOutput(); err != nil {
		tb.Fatalf("initdb: %v\n%s", err, out)
	}
	s.Launch(tb)
	return s
}

// Launch starts the server again after [Server.Kill], over the same data and on the same socket.
func (s *Server) Launch(tb testing.TB) {
	tb.Helper()
	var err error
	if s.log, err = os.Create(filepath.Join(s.Dir, "log")); err != nil {
		tb.Fatal(err)
	}
	arguments := []string{"-D", s.data(), "-k", s.Dir, "-p", strconv.Itoa(port)}
	// A commit is written, so that it survives Kill, but not flushed to the disk.
	for _, setting := range []string{
		"listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=32MB", "autovacuum=off",
	} {
		arguments = append(arguments, "-c", setting)
	}
	s.command = s.run("postgres", arguments...)
	s.command.Stdout, s.command.Stderr = s.log, s.log
	if err := s.command.Start(); err != nil {
		s.command = nil
		tb.Fatalf("postgres: %v", err)
	}
	if err := s.wait(tb.Context()); err != nil {
		log, _ := os.ReadFile(s.log.Name()) // the start has failed; the log is extra
		tb.Fatalf("postgres did not start: %v\n%s", err, bytes.TrimSpace(log))
	}
}

// Kill ends the server without warning, as a crash would, and waits until it and its children are gone. It does
// nothing when the server is not running.
func (s *Server) Kill(tb testing.TB) {
	tb.Helper()
	if s.command == nil {
		return
	}
	// SIGQUIT makes the server end at once, its children first; SIGKILL would leave them behind.
	if err := s.command.Process.Signal(syscall.SIGQUIT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		tb.Error(err)
	}
	var exit *exec.ExitError
	if err := s.command.Wait(); err != nil && !errors.As(err, &exit) {
		tb.Error(err)
	}
	if err := s.log.Close(); err != nil {
		tb.Error(err)
	}
	s.command = nil
}

// DSN returns a connection string for the server. It holds no secret.
func (s *Server) DSN() string { return s.DSNFor(superuser) }

// DSNFor returns [Server.DSN] for another user of the database.
func (s *Server) DSNFor(user string) string {
	return fmt.Sprintf("host=%s port=%d user=%s dbname=%s sslmode=disable", s.Dir, port, user, database)
}

// URL returns [Server.DSN] as an address, with further parameters such as search_path=a.
func (s *Server) URL(parameters ...string) string {
	params := url.Values{"host": {s.Dir}, "port": {strconv.Itoa(port)}, "user": {superuser}, "sslmode": {"disable"}}
	for _, p := range parameters {
		name, value, _ := strings.Cut(p, "=")
		params.Set(name, value)
	}
	return "postgres:///" + database + "?" + params.Encode()
}

// Exec runs statements that are separated by semicolons, and fails the test when one of them does.
func (s *Server) Exec(tb testing.TB, sql string) {
	tb.Helper()
	c, err := pgconn.Connect(tb.Context(), s.DSN())
	if err != nil {
		tb.Fatal(err)
	}
	_, err = c.Exec(tb.Context(), sql).ReadAll()
	if err := errors.Join(err, c.Close(tb.Context())); err != nil {
		tb.Fatal(err)
	}
}

func (s *Server) data() string { return filepath.Join(s.Dir, "data") }

// run prepares a program of PostgreSQL. The environment is not handed on: PGDATA and its like would change it.
func (s *Server) run(name string, arguments ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.binaries, name), arguments...)
	cmd.Dir = s.Dir
	cmd.Env = []string{"PATH=" + s.binaries + string(os.PathListSeparator) + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = attributes(s.owner)
	return cmd
}

// wait connects until the server takes the connection.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		c, err := pgconn.Connect(ctx, s.DSN())
		if err == nil {
			return c.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pollEvery):
		}
	}
}

// binaries finds the folder that has both programs: by PATH, or where Debian keeps them out of it, the newest first.
func binaries(tb testing.TB) string {
	tb.Helper()
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil && has(filepath.Dir(initdb), "postgres") {
			return filepath.Dir(initdb)
		}
	}
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		tb.Fatal(err)
	}
	version := func(folder string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder))) // what is not a number is the oldest
		return n
	}
	slices.SortFunc(folders, func(a, b string) int { return version(b) - version(a) })
	for _, folder := range folders {
		if has(folder, "initdb") && has(folder, "postgres") {
			return folder
		}
	}
	tb.Skip("no PostgreSQL server here: neither initdb and postgres on PATH nor /usr/lib/postgresql/*/bin")
	return ""
}

func has(folder, program string) bool {
	_, err := exec.LookPath(filepath.Join(folder, program))
	return err == nil
}

// owner returns whom the server runs as: nil for the user of the test, someone without rights when that is root.
func owner(tb testing.TB) *syscall.Credential {
	tb.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			tb.Fatal(err)
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			tb.Fatal(err)
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	tb.Skip("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")
	return nil
}
