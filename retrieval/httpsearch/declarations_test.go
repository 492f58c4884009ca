package httpsearch_test

import (
	"os"
	"regexp"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// The declarations that the documentation shows are strict YAML, without faults, and open with their variables set.
func TestDeclarations(t *testing.T) {
	file, err := os.ReadFile("testdata/declarations.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`\$\{(\w+)\}`).FindAllStringSubmatch(string(file), -1) {
		t.Setenv(name[1], "http://localhost:6333")
	}
	reader, err := os.Open("testdata/declarations.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	decoder := yaml.NewDecoder(reader)
	decoder.KnownFields(true)
	var declarations map[string]httpsearch.Settings
	if err := decoder.Decode(&declarations); err != nil {
		t.Fatal(err)
	}
	shown := make(map[string]bool)
	for name, s := range declarations {
		shown[s.Preset] = true
		if _, err := httpsearch.Open(s, httpclient.NewPool()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := s.Fingerprint(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, preset := range httpsearch.Presets() {
		if !shown[preset] {
			t.Errorf("no declaration shows preset %s", preset)
		}
	}
}
