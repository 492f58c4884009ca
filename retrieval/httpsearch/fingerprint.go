package httpsearch

import (
	"fmt"

	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/internal/prose"
)

// Fingerprint returns a SHA-256, in hexadecimal, of everything in the settings that a ranking depends on, presets written
// out. The address counts with what its variables stand for, which therefore have to be set: another engine behind the
// same variable is another engine, see [httpclient.Target]. Secrets count by their names, and the policy does not count.
func (s Settings) Fingerprint() (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	s, err := s.resolved()
	if err != nil {
		return "", err
	}
	server, serverErr := httpclient.Target(s.Server)
	address, addressErr := httpclient.Target(s.URL)
	var faults prose.Faults
	faults.In("server", serverErr)
	faults.In("url", addressErr)
	if err := faults.Join(); err != nil {
		return "", err
	}
	s.Server, s.URL, s.Policy, s.State = server, address, httpclient.Policy{}, nil
	sum, err := fingerprint.Of(struct {
		Format   int
		Settings Settings
	}{1, s})
	if err != nil {
		return "", fmt.Errorf("params: %w", err)
	}
	return sum, nil
}
