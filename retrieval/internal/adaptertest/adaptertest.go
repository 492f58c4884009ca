// Package adaptertest has what the tests of all adapters do with their settings. What a retriever has to do is in
// retrieval/retrievaltest, which is open to everybody; this is for our own.
package adaptertest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// Settings reads YAML as strictly as an experiment file is read, and checks that the settings survive JSON, in which they
// are stored.
func Settings[S any](tb testing.TB, text string) S {
	tb.Helper()
	var s, back S
	y := yaml.NewDecoder(strings.NewReader(text))
	y.KnownFields(true)
	if err := y.Decode(&s); err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	content := encoded(tb, s)
	j := json.NewDecoder(bytes.NewReader(content))
	j.DisallowUnknownFields()
	if err := j.Decode(&back); err != nil {
		tb.Fatalf("%v in\n%s", err, content)
	}
	if again := encoded(tb, back); !bytes.Equal(content, again) { // not the values: an int in a map comes back as a float64
		tb.Errorf("settings\n%s\ncame back as\n%s", content, again)
	}
	return s
}

func encoded(tb testing.TB, v any) []byte {
	tb.Helper()
	content, err := json.Marshal(v)
	if err != nil {
		tb.Fatalf("%v of %+v", err, v)
	}
	return content
}

// Open opens a retriever that is closed with the test.
func Open[S any, R io.Closer](tb testing.TB, open func(context.Context, S) (R, error), s S) R {
	tb.Helper()
	r, err := open(tb.Context(), s)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
	})
	return r
}
