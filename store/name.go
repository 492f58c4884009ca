package store

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/store/postgres"
)

// Name returns what a store may be called where others read it: the address of a database without its user, its
// password and its settings, a path as it is. It opens the same store for anyone who has a user and a password.
func Name(dsn string) (string, error) {
	if postgres.Is(dsn) {
		name, err := postgres.Name(dsn)
		if err != nil {
			return "", fmt.Errorf("store: %w", err)
		}
		return name, nil
	}
	return sqlitePath(dsn)
}

// IsServer reports whether dsn names a database on a server rather than a file.
func IsServer(dsn string) bool { return postgres.Is(dsn) }

// sqlitePath returns the path of a SQLite file that dsn names. One with a scheme is never taken for a
// path, which would create a file under a strange name, nor repeated: it may hold a password.
func sqlitePath(dsn string) (string, error) {
	scheme, _, found := strings.Cut(dsn, "://")
	switch {
	case dsn == "":
		return "", errors.New("store: no path given")
	case strings.HasPrefix(strings.ToLower(dsn), "postgres") && strings.ContainsAny(dsn, ":@") || strings.Contains(dsn, "password="):
		return "", errors.New("store: want postgres://USER@HOST:PORT/DATABASE or the path of a SQLite file")
	case found:
		return "", fmt.Errorf("store: %s:// is not supported, give the path of a SQLite file or postgres://USER@HOST:PORT/DATABASE", scheme)
	case strings.HasPrefix(dsn, "file:"):
		return "", fmt.Errorf("store %s: give a plain path, without file: and parameters", dsn)
	}
	return dsn, nil
}
