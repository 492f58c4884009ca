package server_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/server"
)

// safe is a buffer for several writers.
type safe struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// listen serves the clinical example on a port, with all the limits of
// connections, until the test ends, and returns the address.
func listen(t *testing.T, opts ...option) string {
	t.Helper()
	at, stop := begin(t, newServer(t, clinical(t, "hybrid.yaml"), opts...))
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return at
}

// begin serves until stop, which returns what Serve does.
func begin(t *testing.T, s *server.Server) (address string, stop func() error) {
	t.Helper()
	return beginTLS(t, s, nil)
}

// beginTLS returns begin with a certificate.
func beginTLS(t *testing.T, s *server.Server, secret *tls.Config) (address string, stop func() error) {
	t.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, at, secret) }()
	return at.Addr().String(), func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(time.Minute):
			return errors.New("the server does not end")
		}
	}
}

// A server that is stopped finishes what runs, and takes nothing new.
func TestStopFinishesWhatRuns(t *testing.T) {
	began, goOn := make(chan struct{}), make(chan struct{})
	s := newServer(t, clinical(t, "hybrid.yaml"), func(c *server.Config) {
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(began)
			select {
			case <-goOn:
				_, _ = w.Write([]byte("whole"))
			case <-r.Context().Done():
			}
		})
	})
	address, stop := begin(t, s)
	got := make(chan string, 1)
	go func() {
		_, body := ask(t, "GET", "http://"+address+"/metrics", "", "")
		got <- body
	}()
	<-began
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	time.Sleep(50 * time.Millisecond)
	close(goOn)
	if body := <-got; body != "whole" {
		t.Errorf("the answer that was being made came as %q", body)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve = %v, want nil", err)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		_ = conn.Close()
		t.Error("a stopped server still takes connections")
	}
}

// What does not end within the grace is told to, and Serve returns.
func TestStopEndsWhatHangs(t *testing.T) {
	began := make(chan struct{})
	s := newServer(t, clinical(t, "hybrid.yaml"), func(c *server.Config) {
		c.Limits.Grace = 100 * time.Millisecond
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(began)
			<-r.Context().Done()
			w.WriteHeader(http.StatusServiceUnavailable)
		})
	})
	address, stop := begin(t, s)
	got := make(chan int, 1)
	go func() {
		resp, _ := ask(t, "GET", "http://"+address+"/metrics", "", "")
		got <- resp.StatusCode
	}()
	<-began
	if err := stop(); err != nil {
		t.Errorf("Serve = %v, want nil", err)
	}
	if status := <-got; status != http.StatusServiceUnavailable {
		t.Errorf("what hung was answered %d, want to be told to end", status)
	}
}

// Work that takes longer than a request may take to come is not cancelled for it.
func TestLongWorkIsNotSlowness(t *testing.T) {
	address := listen(t, func(c *server.Config) {
		c.Limits.Slow = 200 * time.Millisecond
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(600 * time.Millisecond):
			case <-r.Context().Done():
				w.WriteHeader(http.StatusTeapot)
			}
		})
	})
	if resp, _ := ask(t, "GET", "http://"+address+"/metrics", "", ""); resp.StatusCode != http.StatusOK {
		t.Errorf("long work was answered %s", resp.Status)
	}
}

// A bug in a handler is an answer, and the server goes on.
func TestPanicIsAnAnswer(t *testing.T) {
	s := serve(t, clinical(t, "hybrid.yaml"), func(c *server.Config) {
		c.Metrics = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret of the server") })
	})
	wantProblem(t, request(t, "GET", s.URL+"/metrics", ""), 500, "its log says where")
	if resp, _ := do(t, request(t, "GET", s.URL+"/healthz", "")); resp.StatusCode != 200 {
		t.Errorf("after a bug: %s", resp.Status)
	}
}
