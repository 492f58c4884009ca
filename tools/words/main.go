// Command words counts words of the house dialect in the tree and holds them
// to an allowance that may only fall.
//
//	words [-C DIR] [-list RULE] [-update]
//
// It reads the Go files and the pages that git knows: comments, messages and
// declared names of code, the text of pages. Code in a page is not read. Rules
// and better words are in rules.go, the allowance of each rule in
// allowance.txt. It exits with 1 where a count is above its allowance; -update
// lowers an allowance to what is there, and never raises it.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	dir := flag.String("C", ".", "the checkout")
	list := flag.String("list", "", "print where a rule is broken")
	update := flag.Bool("update", false, "lower the allowance to what is there")
	flag.Parse()
	ok, err := check(*dir, *list, *update)
	if err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func check(dir, list string, update bool) (bool, error) {
	files, err := tracked(dir)
	if err != nil {
		return false, err
	}
	var found []finding
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return false, err
		}
		pieces, err := read(name, text)
		if err != nil {
			return false, err
		}
		found = append(found, findIn(pieces)...)
	}
	if list != "" {
		for _, f := range found {
			if f.rule == list || list == "all" {
				fmt.Printf("%s:%d: %s: %s\n", f.file, f.line, f.rule, f.text)
			}
		}
		return true, nil
	}
	path := filepath.Join(dir, "tools", "words", "allowance.txt")
	allowed, err := readAllowance(path)
	if err != nil {
		return false, err
	}
	counts := count(found)
	if update {
		return true, writeAllowance(path, lowered(allowed, counts))
	}
	return report(os.Stdout, allowed, counts), nil
}

// tracked returns the Go files and pages of a checkout that git knows, without
// test data and the notes of past releases.
func tracked(dir string) ([]string, error) {
	cmd := exec.Command("git", "ls-files", "*.go", "*.md")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files in %s: %w", dir, err)
	}
	var files []string
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSuffix(name, "\n")
		if !strings.Contains(name, "testdata/") && !strings.HasPrefix(name, "tools/words/") {
			files = append(files, name)
		}
	}
	return files, nil
}
