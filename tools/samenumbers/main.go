// Command samenumbers tells whether two builds of rankduel say the same.
//
//	samenumbers OLD NEW [CHECKOUT]
//
// It runs the commands of commands.txt by both, each in a folder of its own,
// and compares every file that they leave: figures within 1e-9 (relative; also
// absolute, which matters for p values alone), the last printed digit of a
// text within one, words exactly. Times and dates are left out. Commands with
// $DATA run only where the real collections are next to the checkout.
package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed commands.txt
var commands string

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: samenumbers OLD NEW [CHECKOUT]")
		os.Exit(2)
	}
	checkout := ".."
	if len(os.Args) > 3 {
		checkout = os.Args[3]
	}
	differing, err := run(os.Args[1], os.Args[2], checkout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "samenumbers:", err)
		os.Exit(2)
	}
	if differing > 0 {
		os.Exit(1)
	}
}

// run compares both programs and returns the number of files that differ.
func run(old, current, checkout string) (int, error) {
	work, err := os.MkdirTemp("", "samenumbers")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(work) }()
	folders := [2]string{filepath.Join(work, "old"), filepath.Join(work, "new")}
	for i, program := range []string{old, current} {
		if err := runCommands(program, checkout, folders[i]); err != nil {
			return 0, err
		}
	}
	files, err := filesOf(folders)
	if err != nil {
		return 0, err
	}
	differing := 0
	for _, name := range files {
		a, errA := os.ReadFile(filepath.Join(folders[0], name))
		b, errB := os.ReadFile(filepath.Join(folders[1], name))
		var found []string
		switch {
		case errA != nil || errB != nil:
			found = []string{"written by one of both only"}
		default:
			found = compareFiles(name, hidePaths(a, folders[0]), hidePaths(b, folders[1]))
		}
		if len(found) == 0 {
			continue
		}
		differing++
		fmt.Printf("%s: %d differences\n", name, len(found))
		for _, f := range found[:min(len(found), 5)] {
			fmt.Println("  " + f)
		}
	}
	fmt.Printf("%d files compared, %d differ\n", len(files), differing)
	return differing, nil
}

// runCommands runs every command in folder and keeps what it prints and its
// exit code in NAME.out and NAME.err.
func runCommands(program, checkout, folder string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	checkout, err = filepath.Abs(checkout)
	if err != nil {
		return err
	}
	data := filepath.Join(checkout, "..", "shared", "data")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	env := append(os.Environ(), "RD="+program, "EX="+filepath.Join(checkout, "examples"), "DATA="+data)
	_, missing := os.Stat(data)
	lines := bufio.NewScanner(strings.NewReader(commands))
	for lines.Scan() {
		name, line, ok := strings.Cut(lines.Text(), ": ")
		if !ok || strings.HasPrefix(name, "#") || (missing != nil && strings.Contains(line, "$DATA")) {
			continue
		}
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir, cmd.Env = folder, env
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			fmt.Fprintf(&errs, "\n%s\n", err)
		}
		ending := ".out"
		if strings.HasPrefix(out.String(), "{") {
			ending = ".json"
		}
		for file, text := range map[string]string{name + ending: out.String(), name + ".err": errs.String()} {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

// filesOf returns the names of the files in either folder, databases left out.
func filesOf(folders [2]string) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(folder, path)
			if base := filepath.Base(name); err == nil && !seen[name] && !strings.Contains(base, ".db") && !strings.HasSuffix(base, ".sqlite") {
				seen[name] = true
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return names, nil
}

func hidePaths(text []byte, folder string) string {
	return strings.ReplaceAll(string(text), folder, "FOLDER")
}
