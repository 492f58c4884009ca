package postgres

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
)

// maxMessage bounds one row of an answer, so that a wrong SQL cannot fill the memory.
const maxMessage = 64 << 20

// A target is where queries go.
type target struct {
	config  *pgxpool.Config
	secrets *secrets.Set
}

// resolve reads the connection string with its environment variables.
func resolve(s Settings) (target, error) {
	t := target{secrets: secrets.New(nil)}
	dsn, place := s.DSN, "dsn"
	if s.DSNEnv != "" {
		dsn, place = "${"+s.DSNEnv+"}", "dsn_env: "+s.DSNEnv
	}
	expanded, err := expand(t.secrets, dsn)
	if err != nil {
		return t, fmt.Errorf("%s: %w", place, err)
	}
	if t.config, err = pgxpool.ParseConfig(expanded); err != nil {
		return t, fmt.Errorf("%s: %s; want postgres://user@host:port/database or host=… port=… user=… dbname=… (it is not shown, because it may hold a password)",
			place, t.secrets.Redact(reason(err)))
	}
	if err := checkPool(expanded); err != nil {
		return t, fmt.Errorf("%s: %w", place, err)
	}
	server := t.config.ConnConfig
	t.secrets.Hide(server.Password)
	server.MaxProtocolMessageBodyLen = maxMessage
	for name, value := range map[string]string{
		"client_encoding":  "UTF8", // what this side sends, whatever the database is kept in
		"application_name": "rankduel",
	} {
		if server.RuntimeParams[name] == "" {
			server.RuntimeParams[name] = value
		}
	}
	return t, nil
}

// reason returns what pgconn found wrong, without the text it found it in and without the details in brackets, which may
// quote a password that is in the wrong place.
func reason(err error) string {
	message := err.Error()
	if end := strings.LastIndex(message, "`: "); end >= 0 {
		message = message[end+len("`: "):]
	}
	message, _, _ = strings.Cut(message, " (")
	return message
}

// addresses returns where the server is looked for, in order; sslmode=prefer names each of them twice.
func (t target) addresses() []string {
	list := []string{address(t.config.ConnConfig.Host, t.config.ConnConfig.Port)}
	for _, f := range t.config.ConnConfig.Fallbacks {
		if a := address(f.Host, f.Port); !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

func address(host string, port uint16) string { return net.JoinHostPort(host, strconv.Itoa(int(port))) }

// parameters returns the session's settings without those that cannot change a ranking.
func (t target) parameters() map[string]string {
	kept := make(map[string]string)
	for name, value := range t.config.ConnConfig.RuntimeParams {
		if name != "application_name" && name != "client_encoding" {
			kept[name] = value
		}
	}
	return kept
}

// String names the target without its secrets.
func (t target) String() string {
	return t.secrets.Redact(fmt.Sprintf("%s database %s", strings.Join(t.addresses(), ","), t.config.ConnConfig.Database))
}

// expand puts in the values of environment variables, each so that it stays one value: percent-encoded in a URL, with
// backslashes among keyword=value pairs. What is nothing but one variable, or the host of a URL, is taken as it is.
func expand(known *secrets.Set, dsn string) (string, error) {
	return known.ExpandFunc(dsn, func(value string, at secrets.Place) string {
		switch {
		case at == secrets.Place{}:
			return value
		case !isURL(dsn):
			return keywordEscapes.Replace(value)
		}
		_, rest, _ := strings.Cut(at.Before, "://")
		authority, _, _ := strings.Cut(at.After, "/")
		if !strings.ContainsAny(rest, "/?") && !strings.Contains(authority, "@") {
			return value // a host, or hosts with their ports
		}
		return secrets.Percent(value)
	})
}

var keywordEscapes = strings.NewReplacer(
	`\`, `\\`, `'`, `\'`, " ", `\ `, "\t", "\\\t", "\n", "\\\n", "\r", "\\\r", "\v", "\\\v", "\f", "\\\f",
)

func isURL(dsn string) bool {
	return strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
}

// checkDSN finds what can be found without the environment.
func checkDSN(dsn string) []error {
	var faults prose.Faults
	faults.In("dsn", secrets.CheckReferences(dsn))
	faults.In("dsn", checkPool(dsn))
	faults.If(hasPassword(dsn), "dsn holds a password in clear, which would be stored and shared with the experiment: write ${NAME} in its place and set the variable NAME, or use PGPASSWORD or ~/.pgpass")
	return faults
}

// checkPool finds the parameter of pgxpool that would not count.
func checkPool(dsn string) error {
	if strings.Contains(dsn, "pool_max_conns") {
		return errors.New("it has pool_max_conns: write max_connections next to it")
	}
	return nil
}

// passwordPair finds password=… among keyword=value pairs and in the query of a URL, unless the value begins with a
// variable.
var passwordPair = pattern.Lazy(`(?i)password\s*=\s*'?\s*([^\s'&$]|\$[^{])`)

// hasPassword errs on the side of finding one: everything between the first colon and the last @ of a URL counts.
func hasPassword(dsn string) bool {
	if passwordPair().MatchString(dsn) {
		return true
	}
	if !isURL(dsn) {
		return false
	}
	_, rest, _ := strings.Cut(dsn, "://")
	at := strings.LastIndex(rest, "@")
	if at < 0 {
		return false
	}
	_, password, found := strings.Cut(secrets.ReplaceReferences(rest[:at], ""), ":")
	return found && password != ""
}

// variableName is how POSIX writes the name of an environment variable.
var variableName = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]*$`)
