package main

import (
	"io"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	if code := execute([]string{"runs", "aggregate", "run_big", "--store", "/tmp/kb/big.sqlite", "--golden", "/tmp/kb/big.sqlite.golden.yaml", "--dry-run", "--quiet"}, strings.NewReader(""), io.Discard, io.Discard); code != 0 {
		t.Fatal(code)
	}
}
