package program_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

const packaging = "../../../packaging"

func packaged(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(packaging, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// holdToFlags holds the words of a command line to the verbs and flags that there
// are. Words are as a shell, a unit or a list has them.
func holdToFlags(t *testing.T, where string, words []string) {
	t.Helper()
	verb := program.NewRoot()
	rest := words
	for len(rest) > 0 {
		next, _, err := verb.Find(rest[:1])
		if err != nil || next == verb {
			break
		}
		verb, rest = next, rest[1:]
	}
	if len(rest) == len(words) {
		t.Errorf("%s: %q begins with no verb", where, words)
		return
	}
	for _, word := range rest {
		name, found := strings.CutPrefix(word, "--")
		if name, _, _ = strings.Cut(name, "="); found && verb.Flags().Lookup(name) == nil && verb.InheritedFlags().Lookup(name) == nil {
			t.Errorf("%s: %s has no flag --%s", where, verb.CommandPath(), name)
		}
	}
}

var commandLineIn = regexp.MustCompile("(?m)rankduel ((?:serve|run|token|gate|version|store)\\b[^`\n]*)")

// Every command that packaging and its page show is one.
func TestPackagedCommands(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"Containerfile", "rankduel.service", "compose.yaml", "prometheus.yaml"} {
		files[name] = packaged(t, name)
	}
	for _, page := range []string{"deploy.md", "monitoring.md"} {
		data, err := os.ReadFile("../../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		files[page] = strings.ReplaceAll(string(data), "\\\n", " ")
	}
	seen := 0
	for name, text := range files {
		for _, found := range commandLineIn.FindAllStringSubmatch(text, -1) {
			seen++
			holdToFlags(t, name, strings.Fields(found[1]))
		}
	}
	if seen < 6 {
		t.Errorf("%d commands were seen", seen)
	}
}

// The composition starts the server with flags that it has, as a user without
// rights, and has no password in it.
func TestCompose(t *testing.T) {
	var file struct {
		Services map[string]struct {
			Build struct {
				Context, Dockerfile string
			}
			Image       string
			Command     []string
			Environment map[string]string
			Volumes     []string
			Ports       []string
			ReadOnly    bool     `yaml:"read_only"`
			CapDrop     []string `yaml:"cap_drop"`
		}
		Volumes map[string]any
	}
	if err := yaml.Unmarshal([]byte(packaged(t, "compose.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	server := file.Services["rankduel"]
	holdToFlags(t, "compose.yaml", server.Command)
	if !server.ReadOnly || !slices.Equal(server.CapDrop, []string{"ALL"}) {
		t.Errorf("the server's root is read-only: %v; capabilities dropped: %q", server.ReadOnly, server.CapDrop)
	}
	if _, err := os.Stat(filepath.Join(packaging, server.Build.Context, server.Build.Dockerfile)); err != nil {
		t.Error(err)
	}
	for name, service := range file.Services {
		for _, port := range service.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s is published to everybody: %s", name, port)
			}
		}
		for variable, value := range service.Environment {
			if strings.Contains(variable, "PASSWORD") && !strings.HasPrefix(value, "${") {
				t.Errorf("%s: %s is in the file", name, variable)
			}
		}
		if name != "rankduel" && !regexp.MustCompile(`:v?\d`).MatchString(service.Image) {
			t.Errorf("%s: image %q has no version", name, service.Image)
		}
		for _, volume := range service.Volumes {
			from, _, _ := strings.Cut(volume, ":")
			if _, named := file.Volumes[from]; named || from == "./experiment" || from == "./rankduel.token" {
				continue // the two are the user's
			}
			if _, err := os.Stat(filepath.Join(packaging, from)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, args := range server.Command {
		if strings.Contains(args, "postgres://") && strings.Count(args, ":") > 1 {
			t.Errorf("%s may hold a password", args)
		}
	}
}

// The last stage has nothing that could run but the program, which runs as no one
// in particular.
func TestContainerfile(t *testing.T) {
	text := packaged(t, "Containerfile")
	last := text[strings.LastIndex(text, "\nFROM "):]
	if !strings.HasPrefix(last, "\nFROM scratch\n") || strings.Contains(last, "\nRUN ") {
		t.Errorf("the last stage is\n%s", last)
	}
	for _, want := range []string{"\nUSER 65532:65532\n", "\nENTRYPOINT [\"/usr/bin/rankduel\"]\n", "--chown=65532:65532 /out/var/lib/rankduel /var/lib/rankduel\n"} {
		if !strings.Contains(last, want) {
			t.Errorf("the last stage has no %q", want)
		}
	}
}

// The unit is one to systemd, and a hardened one: at most 2 of 10 by its own count.
func TestUnit(t *testing.T) {
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("there is no systemd-analyze")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	unit := packaged(t, "rankduel.service")
	path := filepath.Join(t.TempDir(), "rankduel.service")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(unit, "ExecStart=/usr/bin/rankduel", "ExecStart="+self)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", "--man=no", path}, {"security", "--offline=true", "--no-pager", "--threshold=20", path}} {
		if out, err := exec.Command(tool, args...).CombinedOutput(); err != nil || args[0] == "verify" && len(out) > 0 {
			if strings.Contains(string(out), "unrecognized option") {
				t.Skipf("this systemd-analyze is too old: %s", out)
			}
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
	}
}

// The indexed job fits the schema that Kubernetes publishes, which refuses what it does not
// know, and its command is one.
func TestIndexedJobFitsItsSchema(t *testing.T) {
	text := packaged(t, "kubernetes/shards.yaml")
	compiler := jsonschema.NewCompiler()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(packaged(t, "kubernetes/testdata/job.schema.json")))
	if err == nil {
		err = compiler.AddResource("job.json", doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	schema := compiler.MustCompile("job.json")
	for _, change := range []struct {
		from, to string
		fits     bool
	}{
		{fits: true},
		{from: "backoffLimitPerIndex: 2", to: "backoffLimitPerIndex: two"},
		{from: "podFailurePolicy:", to: "podFailurePolicies:"},
		{from: "          operator: In\n", to: ""}, // which is required
	} {
		var job any
		if err := yaml.Unmarshal([]byte(strings.Replace(text, change.from, change.to, 1)), &job); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(job); (err == nil) != change.fits {
			t.Errorf("with %q in place of %q: %v, want an error: %v", change.to, change.from, err, !change.fits)
		}
	}
	command := regexp.MustCompile(`- (rankduel eval .*)\n`).FindStringSubmatch(text)
	if command == nil {
		t.Fatal("the job has no command")
	}
	holdToFlags(t, "kubernetes/shards.yaml", strings.Fields(command[1])[1:])
}
