package prose_test

import (
	"errors"
	"testing"

	"github.com/rankduel/rankduel/internal/prose"
)

func TestFaults(t *testing.T) {
	var faults prose.Faults
	faults.If(false, "never said")
	if err := faults.Join(); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	cause := errors.New("cause")
	faults.If(true, "--n %d: %w", 0, cause)
	faults.If(true, "100 %% is too much")
	if err := faults.Join(); !errors.Is(err, cause) || err.Error() != "--n 0: cause\n100 % is too much" {
		t.Errorf("got %v", err)
	}
}

func TestNotes(t *testing.T) {
	notes := prose.Notes{"first"}
	notes.If(false, "never said")
	notes.If(true, "%d of 100 %%", 5)
	if len(notes) != 2 || notes[1] != "5 of 100 %" {
		t.Errorf("got %q", notes)
	}
}
