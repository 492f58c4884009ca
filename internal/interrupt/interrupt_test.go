package interrupt_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/interrupt"
)

// What was read before the context ended is there; after that comes its error.
func TestReader(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := interrupt.Reader(ctx, strings.NewReader("abcdef"))
	b := make([]byte, 3)
	if n, err := r.Read(b); n != 3 || err != nil || string(b) != "abc" {
		t.Fatalf("Read = %d, %v: %q, want abc", n, err, b)
	}
	cancel()
	var rest bytes.Buffer
	if _, err := io.Copy(&rest, r); !errors.Is(err, context.Canceled) || rest.Len() > 0 {
		t.Errorf("Copy = %v after %q, want that it was canceled", err, &rest)
	}
}
