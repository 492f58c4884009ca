package result

import (
	"context"
	"time"
)

// A Token is someone's right to ask a server. The secret itself is nowhere: what
// is kept is its hash.
type Token struct {
	Name      string // whose, for the log
	Scope     string // what it allows; see package server/access
	SHA256    string // of the secret, in hexadecimal digits
	CreatedAt time.Time
}

// A TokenKeeper keeps tokens for servers.
type TokenKeeper interface {
	// AddToken keeps a token, or gives an error wrapping ErrExists when one of the
	// name is kept.
	AddToken(ctx context.Context, t Token) error
	// Tokens lists them by name.
	Tokens(ctx context.Context) ([]Token, error)
	// RemoveToken forgets a token, or gives an error wrapping ErrNotFound.
	RemoveToken(ctx context.Context, name string) error
}
