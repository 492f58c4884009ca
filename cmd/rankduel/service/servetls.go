package service

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// certificateCheck is how often the files of a certificate are looked at, at most.
const certificateCheck = time.Second

// A certificate is read again when its files change, so that a renewed one needs no restart.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	times  [2]time.Time // when the files were written that are in use, or could not be read
	looked time.Time
}

// secret returns how a connection is encrypted, nil where it is not.
func (o *serveOptions) secret(log *slog.Logger) (*tls.Config, error) {
	if o.tlsCert == "" {
		return nil, nil
	}
	c := &certificate{cert: o.tlsCert, key: o.tlsKey, log: log}
	if err := c.read(); err != nil {
		return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
	}
	return &tls.Config{GetCertificate: c.current, MinVersion: tls.VersionTLS12}, nil
}

// read reads both files.
func (c *certificate) read() error {
	c.times = c.written()
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err == nil {
		c.pair = &pair
	}
	return err
}

// written returns when the files were written, the zero time of one that is not there.
func (c *certificate) written() (times [2]time.Time) {
	for i, path := range []string{c.cert, c.key} {
		if info, err := os.Stat(path); err == nil {
			times[i] = info.ModTime()
		}
	}
	return times
}

// current returns the certificate of a new connection. What cannot be read, such as
// while only one of the files has been replaced, leaves the last one in use.
func (c *certificate) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.looked) >= certificateCheck {
		c.looked = now
		if c.written() != c.times {
			if err := c.read(); err != nil {
				c.log.Error("the new certificate cannot be used; the last one stays", "tls_cert", c.cert, "error", err.Error())
			} else {
				c.log.Info("certificate read again", "tls_cert", c.cert)
			}
		}
	}
	return c.pair, nil
}

// readyWithin is how long a store may take that a server is ready with: anyone who asks
// whether it is does not wait until a database is back.
const readyWithin = 2 * time.Second

// answers reads a little of the store. Everybody may ask for it, so it costs little.
func answers(ctx context.Context, db store.Store) error {
	ctx, done := context.WithTimeout(ctx, readyWithin)
	defer done()
	_, err := db.Jobs(ctx, result.JobFilter{Limit: 1})
	return err
}
