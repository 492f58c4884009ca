package trial_test

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage cuts every file of a folder in half.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage FOLDER")
	}
	files := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.Truncate(path, info.Size()/2)
	}))
	if files == 0 {
		ts.Fatalf("there is not a file to damage")
	}
}
