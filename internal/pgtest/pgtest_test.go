//go:build unix

package pgtest_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/internal/pgtest"
)

func ask(t *testing.T, dsn, sql string) (string, error) {
	t.Helper()
	c, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		return "", err
	}
	results, err := c.Exec(t.Context(), sql).ReadAll()
	if err = errors.Join(err, c.Close(t.Context())); err != nil {
		return "", err
	}
	return string(results[len(results)-1].Rows[0][0]), nil
}

func TestServerOutlivesAKillAndNotItsTest(t *testing.T) {
	var folder, dsn string
	t.Run("running", func(t *testing.T) {
		s := pgtest.Start(t)
		folder, dsn = s.Dir, s.DSN()
		s.Exec(t, "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7); CREATE ROLE guest LOGIN")
		if got, err := ask(t, s.DSNFor("guest"), "SELECT current_user"); got != "guest" || err != nil {
			t.Errorf("connected as %q, %v, want guest", got, err)
		}
		s.Kill(t)
		if _, err := ask(t, dsn, "SELECT 1"); err == nil {
			t.Error("a killed server answered")
		}
		s.Launch(t)
		if got, err := ask(t, dsn, "SELECT n FROM kept"); got != "7" || err != nil {
			t.Errorf("after the start: %q, %v, want 7", got, err)
		}
		if got, err := ask(t, dsn, "SHOW listen_addresses"); got != "" || err != nil {
			t.Errorf("listens on %q, %v, want no address", got, err)
		}
	})
	if folder == "" {
		t.Skip("the server was not started")
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("stat %s: %v, want it removed with its test", folder, err)
	}
	if _, err := ask(t, dsn, "SELECT 1"); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("after the test: %v, want no socket", err)
	}
}
