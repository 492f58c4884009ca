package postgres

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for _, name := range []string{"PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGSERVICE"} {
		t.Setenv(name, "")
	}
	for _, tt := range []struct{ dsn, want string }{
		{"postgres://me:hunter2@db.example.org/team", "postgres://db.example.org:5432/team"},
		{"postgresql://me@db.example.org:6543/team?sslmode=require&password=hunter2&sslpassword=hunter3", "postgres://db.example.org:6543/team"},
		{"postgres://me:p%40ss%2Fhunter2@[::1]/team?search_path=a,b", "postgres://[::1]:5432/team?search_path=a%2Cb"},
		{"postgres://me@one:1,two:2/team", "postgres://one:1,two:2/team"},
		{"postgres:///team?host=/run/postgresql&user=me&application_name=hunter2", "postgres:///team?host=%2Frun%2Fpostgresql&port=5432"},
		{"postgres://me@h/a%20b", "postgres://h:5432/a%20b"},
		{"postgres://postgres:postgres@localhost/postgres", "postgres://localhost:5432/postgres"},
	} {
		got, err := Name(tt.dsn)
		if err != nil || got != tt.want {
			t.Errorf("Name(%s) = %s, %v; want %s", tt.dsn, got, err, tt.want)
		}
		if again, err := Name(got); again != got || err != nil {
			t.Errorf("the name of %s is %s, %v", got, again, err)
		}
	}
}

// FuzzAddress gives any address whose password is known: neither its name nor
// its error has it.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{"", "localhost/db", "localhost:port/db", "[::1/db", "h/db?sslmode=nonsense", "h/db?connect_timeout=x", "%zz", "h:1,h:x/d", "\x00", "h/db?host=/a&port=b", "+,00", "h/db?a"} {
		f.Add(seed)
	}
	f.Setenv("PGSERVICE", "")
	f.Setenv("PGPASSFILE", "/nowhere")
	f.Fuzz(func(t *testing.T, rest string) {
		const password = "xHunter2x"
		if strings.Contains(rest, password) {
			t.Skip("not where passwords stand")
		}
		for _, dsn := range []string{"postgres://me:" + password + "@" + rest, "postgres://" + rest + "?password=" + password, "postgres://" + rest + "&password=" + password} {
			name, err := Name(dsn)
			if strings.Contains(name, password) || err != nil && strings.Contains(err.Error(), password) {
				t.Errorf("of %q: %q, %v", dsn, name, err)
			}
		}
	})
}
