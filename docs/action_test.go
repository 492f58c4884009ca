package docs_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// The step of action.yml ends as the gate ends, with exit codes 0 to 4, and reports it.
// The program is a script that ends as it is told; gh, git and curl are stubs that keep their arguments.
func TestActionEndsAsTheGate(t *testing.T) {
	for code, state := range map[int]string{0: "passed", 1: "failed", 2: "error", 3: "error", 4: "inconclusive"} {
		dir, run := action(t, map[string]string{"INPUT_ARGUMENTS": "--mode\nnoninferior\n--rule=R@10: drop <= 5%"})
		write(t, filepath.Join(dir, "code"), fmt.Sprint(code))
		got, out := run(filepath.Join(dir, "program"))
		if got != code {
			t.Fatalf("exit %d, want %d\n%s", got, code, out)
		}
		want := "gate|experiment.yaml|--protect|FETCH_HEAD|--baseline|baseline.json|--rules|gate.yaml|--mode|noninferior|--rule=R@10: drop <= 5%|" +
			"--format|github|-o|rankduel-gate/gate.md|-o|rankduel-gate/gate.xml|-o|rankduel-gate/gate.json|\n"
		if got := readPage(t, filepath.Join(dir, "arguments")); got != want {
			t.Errorf("arguments %s, want %s", got, want)
		}
		if got := readPage(t, filepath.Join(dir, "output")); got != "state="+state+"\nreport=rankduel-gate/gate.md\n" {
			t.Errorf("exit %d: outputs %q", code, got)
		}
		if got := readPage(t, filepath.Join(dir, "gh")); got != "pr comment 7 -F rankduel-gate/gate.md --edit-last --create-if-none\n" {
			t.Errorf("gh %q", got)
		}
		if got := readPage(t, filepath.Join(dir, "summary")); got != "the report\n" {
			t.Errorf("summary %q", got)
		}
	}
}

// An archive is taken by its checksum, and refused with another one.
func TestActionChecksTheArchive(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the archive of the test is that of linux/amd64")
	}
	for name, c := range map[string]struct {
		sums, pinned string
		says         string
	}{
		"by the release's sums":     {"SUM  rankduel-0.1.0-linux-amd64.tar.gz\n", "", ""},
		"by a pinned sum":           {"", "SUM", ""},
		"another sum":               {strings.Repeat("0", 64) + "  rankduel-0.1.0-linux-amd64.tar.gz\n", "", "not " + strings.Repeat("0", 64)},
		"a sum of another file":     {"SUM  rankduel-0.1.0-linux-arm64.tar.gz\n", "", "not one in SHA256SUMS"},
		"pinned and then exchanged": {"SUM  rankduel-0.1.0-linux-amd64.tar.gz\n", strings.Repeat("1", 64), "not " + strings.Repeat("1", 64)},
	} {
		t.Run(name, func(t *testing.T) {
			dir, run := action(t, nil)
			write(t, filepath.Join(dir, "code"), "0")
			data := archive(t, "rankduel-0.1.0-linux-amd64/rankduel", readPage(t, filepath.Join(dir, "program")))
			sum := fmt.Sprintf("%x", sha256.Sum256(data))
			write(t, filepath.Join(dir, "archive"), string(data))
			write(t, filepath.Join(dir, "sums"), strings.ReplaceAll(c.sums, "SUM", sum))
			t.Setenv("INPUT_SHA256", strings.ReplaceAll(c.pinned, "SUM", sum))
			code, out := run("")
			if refused := c.says != ""; refused != (code == 2) || !strings.Contains(out, c.says) {
				t.Errorf("exit %d\n%s", code, out)
			}
			if _, err := os.Stat(filepath.Join(dir, "arguments")); (err == nil) == (c.says != "") {
				t.Errorf("the program ran: %v", err == nil)
			}
		})
	}
}

// Inputs of the action go by the environment, all of them, and none into a script's text.
func TestActionInputs(t *testing.T) {
	var file struct {
		Inputs map[string]any
		Runs   struct {
			Steps []struct {
				Run string
				Env map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(readPage(t, "../action.yml")), &file); err != nil {
		t.Fatal(err)
	}
	env := file.Runs.Steps[0].Env
	for name := range file.Inputs {
		if want := "${{ inputs." + name + " }}"; env["INPUT_"+strings.ToUpper(name)] != want {
			t.Errorf("input %s: the environment has %q", name, env["INPUT_"+strings.ToUpper(name)])
		}
	}
	for _, step := range file.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("a script has an expression in it: %s", step.Run)
		}
	}
}

// action returns a folder with stubs, and what runs the step there with RANKDUEL_BIN set to program.
func action(t *testing.T, more map[string]string) (dir string, run func(program string) (code int, out string)) {
	t.Helper()
	dir = t.TempDir()
	stubs := filepath.Join(dir, "stubs")
	if err := os.Mkdir(stubs, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"program":   "printf '%s|' \"$@\" > arguments; echo >> arguments; echo the report > rankduel-gate/gate.md; exit $(cat code)",
		"stubs/gh":  "echo \"$@\" > gh",
		"stubs/git": "test \"$*\" = 'fetch -q --depth=1 origin main'",
		"stubs/curl": `case "$4" in
*/v0.1.0/rankduel-0.1.0-linux-amd64.tar.gz) cp archive "$3" ;;
*/v0.1.0/SHA256SUMS) cp sums "$3" ;;
*) exit 22 ;;
esac`,
	} {
		path := filepath.Join(dir, name)
		write(t, path, "#!/bin/sh\n"+text+"\n")
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("../ci/action.sh")
	if err != nil {
		t.Fatal(err)
	}
	inputs := map[string]string{
		"INPUT_CURRENT": "experiment.yaml", "INPUT_BASELINE": "baseline.json", "INPUT_RULES": "gate.yaml", "INPUT_ARGUMENTS": "",
		"INPUT_PROTECT": "true", "INPUT_COMMENT": "true", "INPUT_VERSION": "0.1.0", "INPUT_SHA256": "",
		"GITHUB_BASE_REF": "main", "GITHUB_OUTPUT": "output", "GITHUB_STEP_SUMMARY": "summary", "PULL_REQUEST": "7",
	}
	for name, value := range inputs {
		t.Setenv(name, value)
	}
	for name, value := range more {
		t.Setenv(name, value)
	}
	return dir, func(program string) (int, string) {
		cmd := exec.CommandContext(t.Context(), "bash", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+stubs+":"+os.Getenv("PATH"), "RANKDUEL_BIN="+program)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
}

func archive(t *testing.T, name, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))})
	_, written := w.Write([]byte(text))
	if err := errors.Join(err, written, w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
