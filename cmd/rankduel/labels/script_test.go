package labels_test

import (
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
)

func TestMain(m *testing.M) { scripttest.Main(m) }

// TestScript runs the scripts of testdata/script.
func TestScript(t *testing.T) { scripttest.Run(t, scripttest.Folder{}) }
