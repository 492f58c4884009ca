package postgres

import (
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/prose"
)

// DefaultMaxConnections is well below the 100 that a server takes by default, and above the concurrency that a
// comparison of latencies should use.
const DefaultMaxConnections = 16

const maxMaxConnections = 1000

// Settings say which database is asked, and what.
type Settings struct {
	// DSN is the connection string; ${NAME} stands for an environment variable. Either this or DSNEnv.
	DSN string `yaml:"dsn,omitempty" json:"dsn,omitempty"`

	// DSNEnv names the environment variable that holds the whole connection string.
	DSNEnv string `yaml:"dsn_env,omitempty" json:"dsn_env,omitempty"`

	// SQL is one statement that returns rows, with $1 for the text of the query and $2 for k.
	SQL string `yaml:"sql" json:"sql"`

	// Columns says which columns mean what.
	Columns Columns `yaml:"columns,omitempty" json:"columns,omitzero"`

	// State is a statement whose rows change with what SQL reads. Empty means the counts of changes to the tables that
	// SQL reads, from PostgreSQL's statistics; "none" turns that off. It is not part of the fingerprint, because what
	// it answers is part of the key of recordings.
	State string `yaml:"state,omitempty" json:"-"`

	// MaxConnections bounds the connections that are open at once; 0 means [DefaultMaxConnections]. The wait
	// for one is in no latency, but it counts against the time limit of the query: below the concurrency of the run, queries
	// stand in line.
	MaxConnections int `yaml:"max_connections,omitempty" json:"max_connections,omitempty"`
}

// Columns names the columns of the result. Those that are not named here are the ones called id, score, text and
// document. Where the result has neither an id nor a score, its first column is the id and its second one the score.
type Columns struct {
	ID       string `yaml:"id,omitempty" json:"id,omitempty"`             // of any type; used as PostgreSQL prints it
	Score    string `yaml:"score,omitempty" json:"score,omitempty"`       // of a numeric type; higher is better
	Text     string `yaml:"text,omitempty" json:"text,omitempty"`         // what was found, for rerankers
	Document string `yaml:"document,omitempty" json:"document,omitempty"` // that the hit is a chunk of
}

// Validate reports every fault of the settings at once, joined. It neither looks at the environment nor connects:
// whether variables are set, the server answers and the SQL is right is found out by [Open].
func (s Settings) Validate() error {
	var faults prose.Faults
	faults.If(s.DSN == "" && s.DSNEnv == "", "dsn is missing: want postgres://user@host:port/database or host=… dbname=…, or dsn_env with the name of a variable that holds it")
	faults.If(s.DSN != "" && s.DSNEnv != "", "dsn and dsn_env are both set: want one of them")
	if s.DSNEnv == "" {
		faults = append(faults, checkDSN(s.DSN)...)
	}
	// Not quoted: someone may have put the connection string itself there.
	faults.If(s.DSN == "" && s.DSNEnv != "" && !variableName().MatchString(s.DSNEnv), "dsn_env is not the name of an environment variable: want something like DATABASE_URL, without $, and a connection string into dsn")
	blank := strings.TrimSpace(s.SQL) == ""
	faults.If(blank, "sql is missing: want a statement that returns id and score, with $1 for the query and $2 for k")
	faults.If(!blank && !strings.Contains(s.SQL, "$1"), "sql does not use $1, the text of the query: every query would get the same rows")
	faults.If(strings.ContainsRune(s.SQL, 0) || !utf8.ValidString(s.SQL), "sql holds a NUL byte or is not UTF-8, which PostgreSQL refuses")
	faults.If(s.MaxConnections < 0 || s.MaxConnections > maxMaxConnections, "max_connections are %d: want 1 to %d", s.MaxConnections, maxMaxConnections)
	return faults.Join()
}

// Fingerprint returns a SHA-256, in hexadecimal, of what the rankings depend on as far as this side knows: the SQL, the
// columns, and where it is sent, which is host, port, database and the session's parameters such as search_path. User,
// password and the content of the database are not in it: when that has changed, refresh recordings. The connection
// string has to be readable, its environment variables included, but nothing is connected to.
func (s Settings) Fingerprint() (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	at, err := resolve(s)
	if err != nil {
		return "", err
	}
	return fingerprint.Of(struct {
		Format     int               `json:"format"`
		SQL        string            `json:"sql"`
		Columns    Columns           `json:"columns"`
		Addresses  []string          `json:"addresses"`
		Database   string            `json:"database"`
		Parameters map[string]string `json:"parameters"`
	}{1, s.SQL, s.Columns, at.addresses(), at.config.ConnConfig.Database, at.parameters()})
}
