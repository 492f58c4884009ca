package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rankduel/rankduel/experiment/result"
)

// secretBytes is how many random bytes a secret has.
const secretBytes = 32

// prefix makes secrets findable for programs that look for such in what people publish.
const prefix = "rankduel_"

// maxName bounds the name of a token, in bytes: it is in every line of the log.
const maxName = 64

// New makes a token and its secret, which is nowhere else and cannot be made again.
func New(name string, scope Scope, now time.Time) (result.Token, string, error) {
	if err := checkName(name); err != nil {
		return result.Token{}, "", err
	}
	random := make([]byte, secretBytes)
	if _, err := rand.Read(random); err != nil {
		return result.Token{}, "", err
	}
	secret := prefix + base64.RawURLEncoding.EncodeToString(random)
	return result.Token{Name: name, Scope: string(scope), SHA256: hash(secret), CreatedAt: now.UTC().Truncate(time.Second)}, secret, nil
}

func checkName(name string) error {
	odd := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }
	if name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, odd) {
		return fmt.Errorf("name %q of a token: want 1 to %d bytes of letters, digits and signs, without spaces", name, maxName)
	}
	return nil
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// find returns the token of a secret. It looks at all of them, and at all of each, so
// that the time it takes tells nothing.
func find(tokens []result.Token, secret string) (found result.Token, ok bool) {
	wanted := []byte(hash(secret))
	for _, t := range tokens {
		if subtle.ConstantTimeCompare([]byte(t.SHA256), wanted) == 1 {
			found, ok = t, true
		}
	}
	return found, ok
}
