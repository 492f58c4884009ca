package main

import (
	"slices"
	"strings"
	"testing"
)

// The shape of the list in golangci-lint 2.15.0: entries with and without settings, groups and other imports.
const builder = `package lintersdb

import (
	"github.com/golangci/golangci-lint/v2/pkg/config"
	"github.com/golangci/golangci-lint/v2/pkg/golinters"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/arangolint"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/errcheck"
	"github.com/golangci/golangci-lint/v2/pkg/golinters/revive"
	"github.com/golangci/golangci-lint/v2/pkg/lint/linter"
)

func (LinterBuilder) Build(cfg *config.Config) ([]*linter.Config, error) {
	return []*linter.Config{
		// Databases.
		linter.NewConfig(arangolint.New()).
			WithURL("https://github.com/Crocmagnon/arangolint"),

		linter.NewConfig(errcheck.New(&cfg.Linters.Settings.Errcheck)).
			WithGroups(config.GroupStandard).
			WithSince("v1.0.0"),

		linter.NewConfig(golinters.NewTypecheck()).WithSince("v1.3.0"),

		linter.NewConfig(revive.New(&cfg.Linters.Settings.Revive)).
			ConsiderSlow(),
	}, nil
}
`

func TestShortened(t *testing.T) {
	for name, c := range map[string]struct {
		names      []string
		want, left []string
	}{
		"only the standard group": {nil, []string{"errcheck.New(", "golinters/errcheck\"", "pkg/config\""}, []string{"arangolint", "revive", "golinters\""}},
		"one by name as well":     {[]string{"revive"}, []string{"errcheck.New(", "revive.New(", "golinters/revive\""}, []string{"arangolint"}},
	} {
		short, err := shortened([]byte(builder), c.names)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(short), want) {
				t.Errorf("%s: lacks %s:\n%s", name, want, short)
			}
		}
		for _, left := range c.left {
			if strings.Contains(string(short), left) {
				t.Errorf("%s: still has %s:\n%s", name, left, short)
			}
		}
	}
	if _, err := shortened([]byte("package lintersdb"), nil); err == nil || !strings.Contains(err.Error(), "changed its shape") {
		t.Errorf("a source without a list: %v", err)
	}
}

func TestEnabled(t *testing.T) {
	settings := "linters:\n  enable: [depguard, revive]\n  settings: {}\nformatters:\n  enable: [gofumpt]\n"
	if got := enabled(settings); !slices.Equal(got, []string{"depguard", "revive", "gofumpt"}) {
		t.Errorf("enabled = %q", got)
	}
}
