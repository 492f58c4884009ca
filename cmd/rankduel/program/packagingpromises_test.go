package program_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/cmd/rankduel/service"
)

// What Prometheus of the composition reads is mounted where its configuration looks,
// and it asks the server where the server listens.
func TestComposedPrometheus(t *testing.T) {
	var composed struct {
		Services map[string]struct {
			Command, Volumes []string
		}
	}
	var config struct {
		Rules  []string `yaml:"rule_files"`
		Scrape []struct {
			Authorization struct {
				File string `yaml:"credentials_file"`
			}
			Targets []struct{ Targets []string } `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	for name, into := range map[string]any{"compose.yaml": &composed, "prometheus.yaml": &config} {
		if err := yaml.Unmarshal([]byte(packaged(t, name)), into); err != nil {
			t.Fatal(err)
		}
	}
	at := map[string]string{} // what is mounted, by where
	for _, volume := range composed.Services["prometheus"].Volumes {
		parts := strings.Split(volume, ":")
		at[parts[1]] = parts[0]
	}
	const folder = "/etc/prometheus"
	if !slices.Contains(composed.Services["prometheus"].Command, "--config.file="+folder+"/prometheus.yaml") || at[folder+"/prometheus.yaml"] != "./prometheus.yaml" {
		t.Errorf("its configuration is not mounted: %v", at)
	}
	if len(config.Rules) != 1 || len(config.Scrape) != 1 || len(config.Scrape[0].Targets) != 1 {
		t.Fatalf("configuration %+v, want one file of rules and one server", config)
	}
	if from := at[path.Join(folder, config.Rules[0])]; filepath.Base(from) != config.Rules[0] {
		t.Errorf("rules %s come from %q", config.Rules[0], from)
	}
	token := at[path.Join(folder, config.Scrape[0].Authorization.File)]
	if token != "./rankduel.token" {
		t.Errorf("the token comes from %q", token)
	}
	target := config.Scrape[0].Targets[0].Targets[0]
	service, port, _ := strings.Cut(target, ":")
	if !slices.Contains(composed.Services[service].Command, "--addr=0.0.0.0:"+port) {
		t.Errorf("it asks %s, and the server has %q", target, composed.Services[service].Command)
	}
}

// The token is made before what mounts it is started, and secrets are neither
// committed nor built into anything.
func TestComposedSecrets(t *testing.T) {
	text := packaged(t, "compose.yaml")
	password, token, up := strings.Index(text, ">packaging/.env"), strings.Index(text, ">packaging/rankduel.token"), strings.Index(text, "compose.yaml up")
	if password < 0 || token < password || up < token {
		t.Errorf("the first lines make the password at %d, the token at %d and start at %d; want this order", password, token, up)
	}
	if !strings.Contains(text, " run --rm -T rankduel token add ") {
		t.Error("with a terminal, what is told of the token would be in its file")
	}
	for name, prefix := range map[string]string{"Containerfile.dockerignore": "packaging/", "../.gitignore": "/packaging/"} {
		lines := strings.Fields(packaged(t, name))
		for _, secret := range []string{".env", "rankduel.token"} {
			if !slices.Contains(lines, prefix+secret) {
				t.Errorf("%s does not leave out %s", name, secret)
			}
		}
	}
}

// The unit keeps what its page promises: where it writes, from where it has its
// secrets, that it is not begun again with a faulty file, and time to stop in.
func TestUnitKeepsItsPage(t *testing.T) {
	set := map[string]string{}
	for line := range strings.Lines(packaged(t, "rankduel.service")) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			set[key] = value
		}
	}
	for key, want := range map[string]string{
		"DynamicUser": "yes", "StateDirectory": "rankduel", "CacheDirectory": "rankduel", "EnvironmentFile": "-/etc/rankduel/environment",
		"ProtectSystem": "strict", "CapabilityBoundingSet": "", "Restart": "on-failure", "RestartPreventExitStatus": "2",
	} {
		if got, ok := set[key]; !ok || got != want {
			t.Errorf("%s=%s, want %s", key, got, want)
		}
	}
	words := strings.Fields(set["ExecStart"])
	holdToFlags(t, "rankduel.service", words[1:])
	value := func(flag string) string {
		if i := slices.Index(words, flag); i >= 0 {
			return words[i+1]
		}
		return ""
	}
	if store, cache := value("--store"), value("--cache-dir"); !strings.HasPrefix(store, "/var/lib/rankduel/") || cache != "/var/cache/rankduel" || value("--addr") != "127.0.0.1:8080" {
		t.Errorf("ExecStart=%s writes elsewhere, or is reached by others", set["ExecStart"])
	}
	patience, err := time.ParseDuration(set["TimeoutStopSec"])
	grace, unread := time.ParseDuration(service.NewServeCommand().Flags().Lookup("grace").DefValue)
	if err != nil || unread != nil || patience <= grace || slices.Contains(words, "--grace") {
		t.Errorf("TimeoutStopSec=%s (%v), want more than --grace, %v", set["TimeoutStopSec"], err, grace)
	}
}
