package postgres

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/rankduel/rankduel/internal/secrets"
)

// FuzzExpand holds that a value that is put into a connection string comes out of pgconn's parser as it was, and
// changes nothing else.
func FuzzExpand(f *testing.F) {
	for _, v := range []string{"x", nasty, " ", "'", `\`, `a\ b`, "%41", "host=evil", "@evil/", "?host=evil&", "${OTHER}", "\t\n\r\v\f", "ä東"} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if value == "" || strings.ContainsRune(value, 0) {
			t.Skip("no value of an environment variable that may be used")
		}
		for _, dsn := range []string{
			"host=h port=1 user=u dbname=d password=${SECRET} sslmode=disable",
			"host=h port=1 user=u dbname=d sslmode=disable password = '${SECRET}'",
			"postgres://u:${SECRET}@h:1/d?sslmode=disable",
			"postgres://u@h:1/d?password=${SECRET}&sslmode=disable",
		} {
			secrets := secrets.New(func(string) (string, bool) { return value, true })
			expanded, err := expand(secrets, dsn)
			if err != nil {
				t.Fatal(err)
			}
			c, err := pgconn.ParseConfig(expanded)
			if err != nil {
				t.Fatalf("%s with %q: %v", dsn, value, err)
			}
			if c.Password != value {
				t.Errorf("%s: password %q, want %q", dsn, c.Password, value)
			}
			if c.Host != "h" || c.Port != 1 || c.User != "u" || c.Database != "d" || len(c.Fallbacks) != 0 {
				t.Errorf("%s with %q: %s@%s:%d/%s", dsn, value, c.User, c.Host, c.Port, c.Database)
			}
		}
	})
}

const nasty = `p@ss:w/o?r#d 'q"u\o&t%41e+=`

// pgconn is the judge of which texts hold a password: what it finds without our noticing would be stored.
func FuzzHasPassword(f *testing.F) {
	for _, v := range []string{
		"postgres://u:p@h/d", "postgres://h/d?password=p", "host=h password=p", "password='p'", "password = \\p", "postgres://u:@h/d",
		"postgres://u:p@h,i/d", "postgresql://:p@/", "password=''", "sslpassword=x", "postgres://u@h:1/d?a=b",
	} {
		f.Add(v)
	}
	for _, name := range []string{"PGPASSWORD", "PGSERVICE"} {
		f.Setenv(name, "")
	}
	f.Setenv("PGPASSFILE", "/nowhere")
	f.Fuzz(func(t *testing.T, dsn string) {
		if strings.Contains(dsn, "${") || strings.Contains(dsn, "passfile") || strings.Contains(dsn, "service") {
			t.Skip("not a password in clear")
		}
		c, err := pgconn.ParseConfig(dsn)
		if err != nil || c.Password == "" {
			t.Skip("no password")
		}
		if !hasPassword(dsn) {
			t.Errorf("%q holds the password %q", dsn, c.Password)
		}
	})
}

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		sql  string
		at   int
		want string
	}{
		{"SELECT", 0, ""},
		{"SELECT", 1, ", line 1, column 1 of sql"},
		{"a\nbc\nd", 4, ", line 2, column 2 of sql"},
		{"a\nbc\nd", 6, ", line 3, column 1 of sql"},
		{"東京 x", 4, ", line 1, column 4 of sql"},
		{"a", 2, ", line 1, column 2 of sql"}, // the end of the input
		{"a", 3, ""},
		{"a", -1, ""},
	} {
		if got := position(c.sql, c.at); got != c.want {
			t.Errorf("position(%q, %d) = %q, want %q", c.sql, c.at, got, c.want)
		}
	}
}
