// Summary reads what `go test -json` prints, and prints what a reader of a log
// wants: what failed with its output, what was skipped and why, and how many
// tests ran. Other lines, such as those of make, are passed on. The exit status
// is 1 where a test failed, a package does not build, or no test ran.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

func main() {
	ok, err := summarize(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "summary:", err)
	}
	if !ok || err != nil {
		os.Exit(1)
	}
}

// An event is a line of `go test -json` (go doc test2json); ImportPath is that of a build.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

func summarize(in io.Reader, out io.Writer) (ok bool, err error) {
	lines, counts, packages := bufio.NewReader(in), map[string]int{}, 0
	output := map[string]*strings.Builder{}
	for {
		line, err := lines.ReadString('\n')
		var e event
		switch json.Unmarshal([]byte(line), &e) {
		case nil:
			key := e.Package + e.ImportPath + " " + e.Test
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
			switch e.Action {
			case "pass", "skip", "fail", "build-fail":
				show(out, e, output[key].String())
				delete(output, key)
				if e.Test == "" {
					packages++
				}
				if e.Test != "" || e.Action == "fail" || e.Action == "build-fail" {
					counts[e.Action]++
				}
			}
		default:
			fmt.Fprint(out, line)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return false, err
		}
	}
	fmt.Fprintf(out, "%d tests passed, %d were skipped, %d faults, in %d packages\n", counts["pass"], counts["skip"], counts["fail"]+counts["build-fail"], packages)
	return counts["pass"] > 0 && counts["fail"]+counts["build-fail"] == 0, nil
}

// show prints the output of a fault, the reason of a skip, and a line for each package.
func show(out io.Writer, e event, text string) {
	switch {
	case e.Action == "fail" || e.Action == "build-fail":
		fmt.Fprintf(out, "FAIL %s%s %s\n%s", e.Package, e.ImportPath, e.Test, text)
	case e.Test != "" && e.Action == "skip":
		lines := strings.Split(strings.TrimSpace(text), "\n")
		fmt.Fprintf(out, "skipped %s %s: %s\n", e.Package, e.Test, strings.TrimSpace(lines[max(0, len(lines)-2)]))
	case e.Test == "" && e.Action == "pass":
		fmt.Fprintf(out, "ok %s %s\n", e.Package, time.Duration(e.Elapsed*float64(time.Second)).Round(time.Millisecond))
	}
}
