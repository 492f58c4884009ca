//go:build unix

package command_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/command"
)

// What a program says about the variables it was given is shown without them.
func TestSecretsAreNotShown(t *testing.T) {
	t.Setenv("COMMAND_TEST_KEY", "hunter2-hunter2")
	for _, mode := range []string{command.Lines, command.Once} {
		settings := self(t, "shows its environment")
		settings.Mode = mode
		settings.Env["SECRET_KEY"] = "Bearer ${COMMAND_TEST_KEY}"
		_, err := ask(t, open(t, settings), "cats")
		if err == nil || !strings.Contains(err.Error(), "the key is Bearer [secret]") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want the last words without the key", mode, err)
		}
	}
	settings := self(t, "answers")
	settings.Env["SECRET_KEY"] = "${COMMAND_TEST_KEY}"
	r := open(t, settings)
	for _, query := range []string{
		`say={"id":ID,"error":"key hunter2-hunter2 refused"}` + "\n", "say=hunter2-hunter2\n", `say={"id":ID,"hits":["hunter2-hunter2", ""]}` + "\n",
	} {
		if _, err := ask(t, r, query); err == nil || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "[secret]") {
			t.Errorf("%s: %v", query, err)
		}
	}
	response, err := ask(t, r, `say={"id":ID,"hits":[{"id":"a","text":"hunter2-hunter2"}],"answer":{"text":"hunter2-hunter2"}}`+"\n")
	if err != nil || response.Hits[0].Text != "[secret]" || response.Answer.Text != "[secret]" {
		t.Errorf("%+v, error %v, want the key masked", response, err)
	}
	_, err = ask(t, r, `say={"id":ID,"hits":["a","x/hunter2-hunter2"]}`+"\n")
	if err == nil || !strings.Contains(err.Error(), "hit 2: its id holds a secret of the declaration") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("error %v, want one about the id", err)
	}
}
