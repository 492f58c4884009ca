// Linter builds golangci-lint with the linters that .golangci.yml enables, and
// the standard ones. It has a hundred more, and to compile them takes longer
// than to run these.
//
//	linter -o FILE [-C DIR]
//
// The version is that of tools/go.mod, the sources are those of the module
// cache but for the list of linters, from which the others are left out. One
// that is enabled and was left out by mistake is refused by name when it runs.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	upstream = "github.com/golangci/golangci-lint/v2"
	list     = "pkg/lint/lintersdb/builder_linter.go"
)

func main() {
	dir := flag.String("C", "..", "the checkout")
	out := flag.String("o", "", "the program to write")
	flag.Parse()
	if err := build(*dir, *out); err != nil {
		fmt.Fprintln(os.Stderr, "linter:", err)
		os.Exit(1)
	}
}

func build(dir, out string) error {
	settings, err := os.ReadFile(filepath.Join(dir, ".golangci.yml"))
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "linter")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	tools := filepath.Join(dir, "tools")
	if err := run(tools, "mod", "download", upstream); err != nil {
		return err
	}
	command := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", upstream)
	command.Dir = tools
	source, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	copied := filepath.Join(work, "source")
	if err := os.CopyFS(copied, os.DirFS(strings.TrimSpace(string(source)))); err != nil {
		return err
	}
	if err := shorten(filepath.Join(copied, list), enabled(string(settings))); err != nil {
		return err
	}
	module := filepath.Join(work, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(tools, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(work, name), data, 0o666); err != nil {
			return err
		}
	}
	if err := run(tools, "mod", "edit", "-replace", upstream+"="+copied, module); err != nil {
		return err
	}
	return run(tools, "build", "-trimpath", "-modfile", module, "-o", out, upstream+"/cmd/golangci-lint")
}

func run(dir string, args ...string) error {
	command := exec.Command("go", args...)
	command.Dir, command.Stdout, command.Stderr = dir, os.Stderr, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", command, err)
	}
	return nil
}

func shorten(path string, names []string) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	short, err := shortened(source, names)
	if err != nil {
		return fmt.Errorf("%s: %w", list, err)
	}
	return os.WriteFile(path, short, 0o666)
}
