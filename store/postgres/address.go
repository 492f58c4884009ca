package postgres

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/rankduel/rankduel/internal/secrets"
)

// connectTimeout is how long a server may take to answer, when the address does not say connect_timeout.
const connectTimeout = 10 * time.Second

// An address is where a store is.
type address struct {
	config  *pgx.ConnConfig
	secrets *secrets.Set
	name    string
}

// errAddress does not repeat the address, which may hold a password.
var errAddress = errors.New("this is no address of PostgreSQL: want postgres://USER@HOST:PORT/DATABASE, with the password in PGPASSWORD or ~/.pgpass (it is not shown here, since it may hold one)")

// Is reports whether a name of a store is the address of a PostgreSQL database.
func Is(dsn string) bool {
	scheme, _, found := strings.Cut(dsn, "://")
	return found && (scheme == "postgres" || scheme == "postgresql")
}

// Name returns an address without what is no one's business: the hosts, the database and search_path are left.
func Name(dsn string) (string, error) {
	a, err := parse(dsn)
	return a.name, err
}

func parse(dsn string) (a address, err error) {
	if a.config, err = pgx.ParseConfig(dsn); err != nil {
		return a, fmt.Errorf("%w: %s", errAddress, fault(err))
	}
	a.secrets = secrets.New(nil)
	a.secrets.Hide(a.config.Password)
	if u, err := url.Parse(dsn); err == nil {
		a.secrets.Hide(u.Query().Get("sslpassword"))
	}
	a.config.ConnectTimeout = cmp.Or(a.config.ConnectTimeout, connectTimeout)
	for name, value := range map[string]string{
		"client_encoding":  "UTF8",
		"application_name": "rankduel",
		// A plan for any list of ids compares each row with each id; one for the list that is there looks them up.
		"plan_cache_mode": "force_custom_plan",
	} {
		if a.config.RuntimeParams[name] == "" {
			a.config.RuntimeParams[name] = value
		}
	}
	name := nameOf(a.config)
	if strings.Contains(name, "password") && strings.Contains(dsn, "password=") {
		return a, errAddress // a password is where the name of a host or a database does
	}
	a.name = name
	return a, nil
}

// fault returns what was found wrong, without the text that it was found in and
// without what is in brackets, which may quote it.
func fault(err error) string {
	message := err.Error()
	if end := strings.LastIndex(message, "`: "); end >= 0 {
		message = message[end+len("`: "):]
	}
	message, _, _ = strings.Cut(message, " (")
	return message
}

// nameOf can be opened again by anyone who has a user and a password.
func nameOf(c *pgx.ConnConfig) string {
	params := url.Values{}
	var hosts []string
	if strings.HasPrefix(c.Host, "/") {
		params.Set("host", c.Host)
		params.Set("port", strconv.Itoa(int(c.Port)))
	} else {
		hosts = append(hosts, net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))))
		for _, f := range c.Fallbacks { // sslmode=prefer names each of them twice
			if h := net.JoinHostPort(f.Host, strconv.Itoa(int(f.Port))); h != hosts[len(hosts)-1] && !strings.HasPrefix(f.Host, "/") {
				hosts = append(hosts, h)
			}
		}
	}
	if path := c.RuntimeParams["search_path"]; path != "" {
		params.Set("search_path", path)
	}
	u := url.URL{Scheme: "postgres", Host: strings.Join(hosts, ","), Path: "/" + c.Database, RawQuery: params.Encode()}
	return u.String()
}
