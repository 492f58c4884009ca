// Package page shows questions in a browser of the same machine. It listens on loopback only; each labeller has a
// secret link, and one link shows one labeller's questions. Requests of other sites are refused by host and origin.
//
// The page is three static files without a word of the data in them. Texts come as JSON and are put in place as text,
// so that nothing in a document is markup; the policy allows no script, style, image or connection but its own. An
// answer carries the number of its question and is acknowledged when it is on the disk.
package page

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/rankduel/rankduel/testsets/label"
)

// A Labeller is someone with a link.
type Labeller struct {
	label.Asker
	Link   string // secret: anyone who has it labels in their name
	secret string
}

// A Server shows questions to labellers.
type Server struct {
	People    []*Labeller
	guideline string
	listener  net.Listener
	host      string
}

// ErrNotLoopback is about an address that others could reach.
var ErrNotLoopback = errors.New("labels are taken on this machine only: give 127.0.0.1:PORT")

// Listen takes a port of this machine, and makes a link for everybody. The askers stay the caller's.
func Listen[A label.Asker](address string, askers []A, guideline string) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; %w", address, err, ErrNotLoopback)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("address %q: %w", address, ErrNotLoopback)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	s := &Server{guideline: guideline, listener: l, host: l.Addr().String()}
	for _, asker := range askers {
		secret := rand.Text()
		s.People = append(s.People, &Labeller{asker, "http://" + s.host + "/" + secret + "/", secret})
	}
	return s, nil
}

// Serve answers until ctx ends, and then lets answers under way reach the disk.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		err := server.Shutdown(last)
		if errors.Is(err, context.DeadlineExceeded) { // a browser holds a connection that it never used
			err = server.Close()
		}
		stopped <- err
	})
	err := server.Serve(s.listener)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
