// Command man writes the manual pages and completions of rankduel into a folder.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/spf13/cobra/doc"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("man FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// write takes the date of the pages from SOURCE_DATE_EPOCH, so that the same
// source gives the same bytes.
func write(folder string) error {
	root := program.NewRoot()
	root.DisableAutoGenTag = true
	pages := filepath.Join(folder, "man1")
	if err := os.MkdirAll(pages, 0o777); err != nil {
		return err
	}
	if err := doc.GenManTree(root, &doc.GenManHeader{Title: "RANKDUEL", Section: "1", Source: "rankduel"}, pages); err != nil {
		return err
	}
	if err := root.GenBashCompletionFileV2(filepath.Join(folder, "rankduel.bash"), true); err != nil {
		return err
	}
	if err := root.GenZshCompletionFile(filepath.Join(folder, "_rankduel")); err != nil {
		return err
	}
	return root.GenFishCompletionFile(filepath.Join(folder, "rankduel.fish"), true)
}
