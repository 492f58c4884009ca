package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/metrics"
)

// The rules that the page shows are rules.
func TestRulesOfThePage(t *testing.T) {
	for _, block := range yamlBlocks(t) {
		if !strings.HasPrefix(block, "mode: regression") {
			continue
		}
		profile, err := metrics.ProfileByName("default")
		if err != nil {
			t.Fatal(err)
		}
		rules, err := gate.ReadRules("docs/ci.md", []byte(block), profile)
		if err != nil || len(rules.Rules) != 6 || len(rules.Waivers) != 1 {
			t.Errorf("%d rules, %d waivers, %v", len(rules.Rules), len(rules.Waivers), err)
		}
		return
	}
	t.Error("the page shows no rules")
}

func yamlBlocks(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(readPage(t, "ci.md"), -1) {
		out = append(out, m[1])
	}
	return out
}

// A pull request that makes retrieval worse fails in the pipelines as they stand
// in the page, with a comment that says why, and a harmless one passes. The
// commands of their steps are run in a repository with the clinical example; gh
// is played by a script that keeps what it is given.
func TestPipelines(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	for _, tool := range []string{"sh", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	bin := folderOfProgram(t)
	write(t, filepath.Join(bin, "gh"), "#!/bin/sh\necho \"$@\" > gh.arguments\ncp \"$5\" gh.comment\n")
	if err := os.Chmod(filepath.Join(bin, "gh"), 0o755); err != nil {
		t.Fatal(err)
	}
	pipelines := map[string]func(*testing.T) []step{"GitHub": gitHubSteps, "GitLab": gitLabSteps}
	for name, change := range map[string]struct {
		from, to string
		fails    bool
	}{
		"degrading": {"{fusion_method: rrf, rrf_k: 60}", "{components: [bm25]}", true},
		"harmless":  {"rrf_k: 60}", "rrf_k: 61}", false},
	} {
		for pipeline, steps := range pipelines {
			t.Run(name+" on "+pipeline, func(t *testing.T) {
				dir := repository(t, bin)
				experiment := filepath.Join(dir, "experiment.yaml")
				write(t, experiment, strings.Replace(readPage(t, experiment), change.from, change.to, 1))
				failed := play(t, dir, bin, steps(t))
				if failed != change.fails {
					t.Errorf("failed: %v, want %v", failed, change.fails)
				}
				comment := readPage(t, filepath.Join(dir, "gate.md"))
				posted := comment
				comment = regexp.MustCompile(`rankings recorded [0-9-]+ [0-9:]+ UTC( \(baseline\) and [0-9-]+ [0-9:]+ UTC \(candidate\))?`).ReplaceAllString(comment, "rankings recorded DAY TIME UTC")
				if pipeline == "GitHub" {
					if got := readPage(t, filepath.Join(dir, "gh.comment")); got != posted {
						t.Errorf("the comment is\n%s", got)
					}
					if got, want := readPage(t, filepath.Join(dir, "gh.arguments")), "pr comment 7 -F gate.md --edit-last --create-if-none\n"; got != want {
						t.Errorf("gh %q, want %q", got, want)
					}
					if got := readPage(t, filepath.Join(dir, "summary")); got != posted {
						t.Errorf("the summary is\n%s", got)
					}
				}
				if !strings.Contains(readPage(t, filepath.Join(dir, "gate.xml")), `tests="2"`) {
					t.Error("no JUnit file of two cases")
				}
				golden := filepath.Join("testdata", "ci-"+name+".md.golden")
				if *update {
					write(t, golden, comment)
				}
				if diff := cmp.Diff(readPage(t, golden), comment); diff != "" {
					t.Errorf("%s (-want +got):\n%s", golden, diff)
				}
			})
		}
	}
}

// repository returns a git checkout with the example, rules, and a blessed baseline
// of the configuration that pull requests change.
func repository(t *testing.T, bin string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"corpus.jsonl", "testset.yaml", "experiment.yaml"} {
		write(t, filepath.Join(dir, name), readPage(t, filepath.Join("..", "examples", "clinical", name)))
	}
	experiment := filepath.Join(dir, "experiment.yaml") // one candidate, which is what is in service
	text := strings.Replace(readPage(t, experiment), "baseline: rrf", "baseline: weighted", 1)
	write(t, experiment, text)
	write(t, filepath.Join(dir, "gate.yaml"), "mode: point\nrules:\n  R@10: \"drop <= 5%\"\n  coverage: \">= 0.98\"\n")
	play(t, dir, bin, []step{{run: "git init -q . && rankduel gate bless experiment.yaml --rules gate.yaml -o baseline.json && git add . && mkdir base && cp baseline.json gate.yaml base"}})
	return dir
}

// A step is a script and whether it runs after one that failed.
type step struct {
	run    string
	always bool
}

func gitHubSteps(t *testing.T) []step {
	t.Helper()
	var file struct {
		Jobs map[string]struct {
			Steps []struct{ Run, If string }
		}
	}
	for _, block := range yamlBlocks(t) {
		if strings.HasPrefix(block, "name: retrieval") {
			if err := yaml.Unmarshal([]byte(block), &file); err != nil {
				t.Fatal(err)
			}
		}
	}
	var steps []step
	for _, s := range file.Jobs["gate"].Steps {
		if s.Run != "" && !strings.HasPrefix(s.Run, "curl ") {
			steps = append(steps, step{strings.ReplaceAll(s.Run, "${{ github.event.pull_request.number }}", "7"), s.If == "always()"})
		}
	}
	if len(steps) != 3 {
		t.Fatalf("%d steps, want 3", len(steps))
	}
	return steps
}

func gitLabSteps(t *testing.T) []step {
	t.Helper()
	var file struct {
		Retrieval struct{ Script []string }
	}
	for _, block := range yamlBlocks(t) {
		if strings.HasPrefix(block, "retrieval:") {
			if err := yaml.Unmarshal([]byte(block), &file); err != nil {
				t.Fatal(err)
			}
		}
	}
	var steps []step
	for _, line := range file.Retrieval.Script {
		if !strings.HasPrefix(line, "go install") && !strings.HasPrefix(line, "git fetch") {
			steps = append(steps, step{run: line})
		}
	}
	if len(steps) != 1 {
		t.Fatalf("%d steps, want 1", len(steps))
	}
	return steps
}

// play runs steps as a runner does, and tells whether one failed as a gate does.
func play(t *testing.T, dir, bin string, steps []step) (failed bool) {
	t.Helper()
	for _, s := range steps {
		if failed && !s.always {
			continue
		}
		shell := exec.CommandContext(t.Context(), "sh", "-e", "-c", s.run)
		shell.Dir = dir
		shell.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "GITHUB_STEP_SUMMARY=summary", "HOME="+dir, "XDG_CACHE_HOME="+dir)
		var out bytes.Buffer
		shell.Stdout, shell.Stderr = &out, &out
		err := shell.Run()
		if err != nil && shell.ProcessState.ExitCode() != 1 {
			t.Fatalf("%s: %v\n%s", s.run, err, &out)
		}
		failed = failed || err != nil
	}
	return failed
}
