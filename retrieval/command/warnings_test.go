//go:build unix

package command_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/command"
)

// Each warning names its place; the secret, always hunter2-hunter2, is in none.
func TestWarnings(t *testing.T) {
	for name, test := range map[string]struct {
		settings command.Settings
		want     []string
	}{
		"none": {command.Settings{
			Argv: []string{"search", "--limit", "10", "--token", "{query}", "--key=title", "--api-key", "--verbose", "-H", "Accept: text/html", "http://h:80/x"},
			Env:  map[string]string{"API_KEY": "${API_KEY}", "MODE": "hunter2-hunter2"},
		}, nil},
		"many": {command.Settings{
			Argv: []string{"search", "--api-key=hunter2-hunter2", "--password", "hunter2-hunter2", "-H", "Authorization: Bearer hunter2-hunter2", "--key=hunter2-hunter2"},
			Env:  map[string]string{"OPENAI_API_KEY": "hunter2-hunter2", "B_TOKEN": "hunter2-hunter2"},
		}, []string{"argv: --api-key", "argv: --password", "argv: Authorization", "argv: --key", "env: B_TOKEN", "env: OPENAI_API_KEY"}},
	} {
		var got []string
		for _, w := range test.settings.Warnings() {
			place, _, ok := strings.Cut(w, " seems to be a secret in plain text, which is stored and shared with the experiment: ")
			if !ok || strings.Contains(w, "hunter2") {
				t.Errorf("warning %q", w)
			}
			got = append(got, place)
		}
		if strings.Join(got, "; ") != strings.Join(test.want, "; ") {
			t.Errorf("%s: warnings %q, want %q", name, got, test.want)
		}
	}
}
