package program_test

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// The program is built as the Containerfile says, is linked with nothing at run
// time, and does its work in a root with nothing else in it, as a user who owns
// one folder there.
func TestContainerProgram(t *testing.T) {
	if os.Getenv("RANKDUEL_SOAK") == "" {
		t.Skip("builds the program statically; RANKDUEL_SOAK=1 does it")
	}
	line := regexp.MustCompile(`(?s)go build (.*?) -o (\S+) (\./cmd/rankduel)`).FindStringSubmatch(strings.ReplaceAll(packaged(t, "Containerfile"), "\\\n", " "))
	if line == nil {
		t.Fatal("the Containerfile builds nothing")
	}
	root := t.TempDir()
	program := filepath.Join(root, strings.TrimPrefix(line[2], "/out"))
	build := exec.Command("sh", "-c", fmt.Sprintf("go build %s -o %s %s", line[1], program, line[3]))
	build.Dir = "../../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	libraries, err := f.ImportedLibraries()
	if closed := f.Close(); err != nil || closed != nil || len(libraries) > 0 {
		t.Fatalf("it needs %q, %v, %v", libraries, err, closed)
	}
	if os.Getuid() != 0 {
		t.Skip("only root can change the root")
	}
	if err := os.CopyFS(filepath.Join(root, "experiment"), os.DirFS("../../../examples/clinical")); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(root, "var/lib/rankduel")
	for path, mode := range map[string]os.FileMode{state: 0o755, filepath.Join(root, "tmp"): 0o1777} {
		if err := os.MkdirAll(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(state, 65532, 65532); err != nil {
		t.Fatal(err)
	}
	for dir := root; dir != "/" && dir != os.TempDir(); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("/usr/bin/rankduel", "run", "/experiment/hybrid.yaml", "--quiet", "--prom-out", "x.prom", "--prom-system", "hybrid")
	cmd.Path, cmd.Err = "/usr/bin/rankduel", nil
	cmd.Dir = "/var/lib/rankduel"
	cmd.Env = []string{"HOME=/var/lib/rankduel", "XDG_CACHE_HOME=/var/lib/rankduel/cache"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"rankduel.db", "x.prom", "cache"} {
		if _, err := os.Stat(filepath.Join(state, name)); err != nil {
			t.Error(err)
		}
	}
}
