package docs_test

import (
	"compress/gzip"
	"flag"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write into the pages what their commands print")

// A page's commands run in order in one shell, in a new folder that holds the
// repository's examples. They are typed at its top or in a folder of it.
var commandPages = []struct {
	page string
	in   string
}{
	{page: "tutorial.md"},
	{page: "choosing.md"},
	{page: "coming-from.md"},
	{page: "labelling.md"},
	{page: "quepid.md"},
	{page: "refresh-example.md"},
	{page: "verify.md"},
	{page: "storage.md"},
	{page: "monitoring.md", in: "examples/clinical"},
	{page: "formats.md"},
	{page: "kebab.md"},
	{page: "for-rag.md"},
	{page: "why-not.md"},
	{page: "scores.md"},
	{page: "trade-offs.md"},
	{page: "findings.md"},
	{page: "traces.md"},
	{page: "traces-real.md"},
	{page: "server.md"},
	{page: "server-labelling.md"},
	{page: "jobs.md"},
	{page: "../examples/runs/README.md", in: "examples/runs"},
	{page: "../examples/clinical/README.md", in: "examples/clinical"},
	{page: "../README.md"},
}

// TestCommands runs every fenced sh and console block of the pages for new
// users as it is written. What a console block shows is compared with what is
// printed; the commands of other programs stand in blocks of other names.
//
// After a change of a report: go test ./docs -run TestCommands -update, and
// read the difference.
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	for _, tool := range []string{"sh", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("pages use %s, and there is none", tool)
		}
	}
	bin := folderOfProgram(t)
	built, err := exec.Command("go", "env", "GOCACHE").Output() // what is compiled stays so in the page's own cache folder
	if err != nil {
		t.Fatal(err)
	}
	engine := httptest.NewServer(http.HandlerFunc(answer))
	defer engine.Close()
	for _, p := range commandPages {
		t.Run(p.page, func(t *testing.T) {
			page := readPage(t, p.page)
			blocks := commandBlocks(page)
			if len(blocks) == 0 {
				t.Fatal("the page has no commands")
			}
			if _, err := exec.LookPath("curl"); err != nil && strings.Contains(page, "\ncurl ") {
				t.Skip("the page uses curl, and there is none")
			}
			dir := t.TempDir()
			giveData(t, page, dir)
			if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../examples")); err != nil {
				t.Fatal(err)
			}
			outputs := runBlocks(t, blocks, filepath.Join(dir, p.in), append(withoutMake(os.Environ()), "NO_COLOR=1", "SEARCH_URL="+engine.URL, "ADDR="+freeAddress(t),
				"XDG_CACHE_HOME="+t.TempDir(), "GOCACHE="+strings.TrimSpace(string(built)), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")))
			fresh := refreshed(page, blocks, outputs)
			if fresh == page {
				return
			}
			if *update && !t.Failed() {
				write(t, p.page, fresh)
				return
			}
			for _, d := range differences(blocks, outputs) {
				t.Error(d)
			}
		})
	}
}

var sumOfFile = regexp.MustCompile(`(?m)^([0-9a-f]{64})  (\S+)$`)

// giveData writes the public files whose SHA-256 a page lists, as downloads would.
func giveData(t *testing.T, page, dir string) {
	t.Helper()
	sums := sumOfFile.FindAllStringSubmatch(page, -1)
	if len(sums) == 0 {
		return
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skipf("the page uses python3, and there is none")
	}
	const data = "../../shared/data"
	list, err := os.ReadFile(filepath.Join(data, "FILES.tsv"))
	if err != nil {
		t.Skipf("the page needs public files that are not here: %v", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(list)) {
		columns := strings.Split(line, "\t")
		files[columns[4]] = columns[0]
	}
	for _, m := range sums {
		to := filepath.Join(dir, m[2])
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		from, err := os.Open(filepath.Join(data, files[m[1]]))
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(from)
		if err != nil {
			t.Fatalf("%s: %v", m[2], err)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil {
			t.Fatalf("%s: %v", m[2], err)
		}
		_ = from.Close()
		write(t, to, string(text))
	}
}

// folderOfProgram returns a folder with the program alone: that of RANKDUEL_BIN,
// which make has built, or one built here.
func folderOfProgram(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	program := filepath.Join(bin, "rankduel")
	if built := os.Getenv("RANKDUEL_BIN"); built != "" {
		data, err := os.ReadFile(built) // which tells the cache of tests that this file was used
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(program, data, 0o755); err != nil {
			t.Fatal(err)
		}
		return bin
	}
	if out, err := exec.Command("go", "build", "-o", program, "../cmd/rankduel").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// withoutMake takes out what make tells the makes that it starts: a page's make
// is none of those, and would say which folder it enters.
func withoutMake(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool {
		return strings.HasPrefix(v, "MAKE") || strings.HasPrefix(v, "MFLAGS=")
	})
}

// runBlocks gives what each command of each block prints, both streams as they
// come. Every command has to succeed unless the next one asks for its status.
func runBlocks(t *testing.T, blocks []block, dir string, env []string) [][]string {
	t.Helper()
	var script strings.Builder
	script.WriteString("exec 2>&1 </dev/null\n")
	for i, b := range blocks {
		for j, c := range b.commands {
			if !b.shows {
				script.WriteString("set -e\n")
			}
			script.WriteString(c.text)
			script.WriteString("status=$?; set +e; printf '\\036%d %d %d\\036' " + strconv.Itoa(i) + " " + strconv.Itoa(j) + " $status; (exit $status)\n")
		}
	}
	file := filepath.Join(t.TempDir(), "page.sh")
	write(t, file, script.String())
	shell := exec.CommandContext(t.Context(), "sh", file)
	shell.Dir, shell.Env = dir, env
	printed, _ := shell.Output() // the last status is among those that are printed
	outputs := make([][]string, len(blocks))
	parts := strings.Split(string(printed), "\036")
	k := 0
	for i, b := range blocks {
		for j, c := range b.commands {
			if k+1 >= len(parts) {
				t.Fatalf("line %d: the shell ended in %s\n%s", b.line, c.text, parts[len(parts)-1])
			}
			mark := strings.Fields(parts[k+1])
			asked := j+1 < len(b.commands) && strings.TrimSpace(b.commands[j+1].text) == "echo $?"
			if len(mark) != 3 || mark[2] != "0" && !asked {
				t.Errorf("line %d: status %v of %s\n%s", b.line, mark, c.text, parts[k])
			}
			outputs[i] = append(outputs[i], strings.ReplaceAll(parts[k], dir+"/", ""))
			k += 2
		}
	}
	return outputs
}

// freeAddress returns one that no one serves now.
func freeAddress(t *testing.T) string {
	t.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = at.Close() }()
	return at.Addr().String()
}

// answer is the search engine of the tutorial: it takes {"text": ..., "limit":
// ...} and finds the same three documents for every question.
func answer(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.Path != "/search" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"results": [{"doc": "ace-01", "score": 3}, {"doc": "dis-01", "score": 2}, {"doc": "gout-01", "score": 1}]}`))
}
