package postgres_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval/internal/adaptertest"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

const anySQL = "SELECT id, score FROM t WHERE x = $1 LIMIT $2"

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name  string
		given postgres.Settings
		want  []string // nothing: valid
	}{
		{"url", postgres.Settings{DSN: "postgres://user@h1:1,h2:2/db?sslmode=require", SQL: anySQL}, nil},
		{"pairs", postgres.Settings{DSN: "host=h dbname=d user=u require_auth=password", SQL: anySQL}, nil},
		{"variables", postgres.Settings{DSN: "postgres://${U}:${P}@${H}:${PORT}/${D}", SQL: anySQL, MaxConnections: 3}, nil},
		{"password by variable", postgres.Settings{DSN: "host=h password='${P}' sslpassword=${Q}", SQL: anySQL}, nil},
		{"variable", postgres.Settings{DSNEnv: "DATABASE_URL", SQL: anySQL}, nil},
		{"nothing", postgres.Settings{}, []string{"dsn is missing", "sql is missing"}},
		{
			"all at once",
			postgres.Settings{DSN: "host=h ${", DSNEnv: "X", SQL: "SELECT 1", MaxConnections: -1},
			[]string{"dsn and dsn_env are both set", "does not use $1", "max_connections are -1: want 1 to 1000"},
		},
		{"reference", postgres.Settings{DSN: "postgres://${}/x", SQL: anySQL}, []string{"dsn: ${ without a name"}},
		{"NUL", postgres.Settings{DSN: "host=h", SQL: anySQL + "\x00"}, []string{"NUL byte"}},
		{"url password", postgres.Settings{DSN: "postgres://u:s3cret@h/db", SQL: anySQL}, []string{"password in clear"}},
		{"url password with letters that have a meaning", postgres.Settings{DSN: "postgres://u:s3/cret?@h/db", SQL: anySQL}, []string{"password in clear"}},
		{"password in a query", postgres.Settings{DSN: "postgres://u@h/db?sslmode=disable&password=s3cret", SQL: anySQL}, []string{"password in clear"}},
		{"password pair", postgres.Settings{DSN: "host=h password=s3cret", SQL: anySQL}, []string{"password in clear"}},
		{"quoted password pair", postgres.Settings{DSN: "host=h password = 's3cret'", SQL: anySQL}, []string{"password in clear"}},
		{"dollar password", postgres.Settings{DSN: "host=h password=$3cret", SQL: anySQL}, []string{"password in clear"}},
		{"two sizes of the pool", postgres.Settings{DSN: "host=h pool_max_conns=9", SQL: anySQL}, []string{"dsn: it has pool_max_conns: write max_connections next to it"}},
		{"a DSN for a name", postgres.Settings{DSNEnv: "postgres://u:s3cret@h/db", SQL: anySQL}, []string{"dsn_env is not the name"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.given.Validate()
			if (err == nil) != (len(c.want) == 0) {
				t.Fatalf("Validate = %v, want %q", err, c.want)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Validate = %v, want %q", err, want)
				}
			}
			if err != nil && strings.Contains(err.Error(), "3cret") {
				t.Errorf("Validate = %v: shows the password", err)
			}
		})
	}
}

// What neither validates nor resolves opens nothing and has no fingerprint, and no error shows what was in the variables.
func TestUnreadableDSN(t *testing.T) {
	t.Setenv("PG_TEST_EMPTY", "")
	t.Setenv("PG_TEST_WHOLE", "postgres://u:hunter2:x@h:port/db")
	t.Setenv("PG_TEST_PORT", "hunter2")
	t.Setenv("PG_TEST_PAIRS", "host=h password=hunter2 and more")
	for dsn, want := range map[string]string{
		"host=h user=${PG_TEST_UNSET} password=${PG_TEST_EMPTY}": "environment variable PG_TEST_UNSET is not set",
		"host=h password=${PG_TEST_EMPTY}":                       "environment variable PG_TEST_EMPTY is empty",
		"${PG_TEST_WHOLE}":                                       "dsn: invalid port; want postgres://user@host:port/database or host=",
		"host=h port=${PG_TEST_PORT}":                            "dsn: invalid port; want",
		"${PG_TEST_PAIRS}":                                       "dsn: failed to parse as keyword/value; want",
		"host=h sslmode=whatever":                                "dsn: failed to configure TLS; want",
		"host=h connect_timeout=soon":                            "dsn: invalid connect_timeout; want",
	} {
		s := postgres.Settings{DSN: dsn, SQL: anySQL}
		_, opened := postgres.Open(t.Context(), s)
		_, printed := s.Fingerprint()
		for _, err := range []error{opened, printed} {
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: %v, want %q", dsn, err, want)
			}
		}
	}
	if _, err := (postgres.Settings{DSNEnv: "PG_TEST_UNSET", SQL: anySQL}).Fingerprint(); err == nil || !strings.Contains(err.Error(), "dsn_env: PG_TEST_UNSET: environment variable PG_TEST_UNSET is not set") {
		t.Errorf("dsn_env: %v", err)
	}
}

func TestFingerprint(t *testing.T) {
	for _, name := range []string{"PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGPASSWORD", "PGOPTIONS", "PGTZ", "PGSERVICE", "PGAPPNAME", "PGSSLMODE"} {
		t.Setenv(name, "")
	}
	print := func(s postgres.Settings) string {
		t.Helper()
		if s.SQL == "" {
			s.SQL = anySQL
		}
		f, err := s.Fingerprint()
		if err != nil || len(f) != 64 || strings.Trim(f, "0123456789abcdef") != "" {
			t.Fatalf("Fingerprint = %q, %v, want 64 hexadecimal digits", f, err)
		}
		return f
	}
	t.Setenv("PG_TEST_A", "one")
	t.Setenv("PG_TEST_B", "two")
	t.Setenv("PG_TEST_URL", "postgres://someone:else@h:5432/d?sslmode=disable")
	base := print(postgres.Settings{DSN: "host=h port=5432 dbname=d user=u password=${PG_TEST_A} sslmode=disable"})
	for name, same := range map[string]postgres.Settings{
		"another password":        {DSN: "host=h port=5432 dbname=d user=u password=${PG_TEST_B} sslmode=disable"},
		"another user, encrypted": {DSN: "host=h dbname=d user=v sslmode=prefer"},
		"as a URL":                {DSN: "postgres://u@h/d"},
		"by a variable":           {DSNEnv: "PG_TEST_URL"},
		"another name":            {DSN: "host=h dbname=d user=u application_name=x"},
		"more connections":        {DSN: "host=h dbname=d user=u", MaxConnections: 7},
	} {
		if print(same) != base {
			t.Errorf("%s: the fingerprint changed", name)
		}
	}
	seen := map[string]string{base: "base"}
	for name, other := range map[string]postgres.Settings{
		"host":      {DSN: "host=other dbname=d user=u"},
		"hosts":     {DSN: "host=h,other dbname=d user=u"},
		"port":      {DSN: "host=h port=1 dbname=d user=u"},
		"database":  {DSN: "host=h dbname=e user=u"},
		"parameter": {DSN: "host=h dbname=d user=u search_path=v2"},
		"sql":       {DSN: "host=h dbname=d user=u", SQL: anySQL + " "},
		"columns":   {DSN: "host=h dbname=d user=u", Columns: postgres.Columns{ID: "x"}},
	} {
		f := print(other)
		if twin, twice := seen[f]; twice {
			t.Errorf("%s: the fingerprint is that of %s", name, twin)
		}
		seen[f] = name
	}
}

// Both encodings of the settings read back, and say the same.
func TestEncodings(t *testing.T) {
	const text = `
dsn: postgres://search:${PASSWORD}@localhost/wiki
sql: SELECT 1 WHERE $1 = ''
columns: {id: page, score: rank, text: body, document: file}
max_connections: 4
`
	want := postgres.Settings{
		DSN: "postgres://search:${PASSWORD}@localhost/wiki", SQL: "SELECT 1 WHERE $1 = ''", MaxConnections: 4,
		Columns: postgres.Columns{ID: "page", Score: "rank", Text: "body", Document: "file"},
	}
	if diff := cmp.Diff(want, adaptertest.Settings[postgres.Settings](t, text)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func ExampleSettings_Validate() {
	s := postgres.Settings{
		DSN:            "postgres://search@localhost/wiki",
		SQL:            "SELECT id, rank FROM pages LIMIT 10",
		MaxConnections: 5000,
	}
	fmt.Println(s.Validate())
	// Output:
	// sql does not use $1, the text of the query: every query would get the same rows
	// max_connections are 5000: want 1 to 1000
}

// What the schema of experiment files takes, the settings take, and no less.
func TestMaxConnectionsOfTheSchema(t *testing.T) {
	content, err := os.ReadFile("../../schemas/experiment.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct{ Minimum *int }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(content, &schema); err != nil {
		t.Fatal(err)
	}
	least := schema.Defs["postgres"].Properties["max_connections"].Minimum
	if least == nil {
		t.Fatal("the schema has no minimum")
	}
	for n, valid := range map[int]bool{*least: true, *least - 1: false} {
		s := postgres.Settings{DSN: "host=h", SQL: anySQL, MaxConnections: n}
		if err := s.Validate(); (err == nil) != valid {
			t.Errorf("max_connections %d: %v, want it valid: %v", n, err, valid)
		}
	}
}
