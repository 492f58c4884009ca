package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rankduel/rankduel/internal/fingerprint"
	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/retrieval"
)

// maxHashed bounds the files that are hashed without having been asked for: reading a script is nothing, reading
// a database that happens to be an argument is.
const maxHashed = 64 << 20

// Fingerprint returns a SHA-256, in hexadecimal, of what the rankings depend on as far as this side knows: the arguments, the
// folder, the variables that are set (by name, before ${NAME} is expanded), the jq expression, and the content of
//
//   - the program, if it is found and below 64 MiB;
//   - its script: the first argument that is not an option, if that is a file below 64 MiB, as in python3 search.py;
//   - the inputs, whatever their size.
//
// The folder counts as it was written, so that it does not matter from where an experiment is run. What else the program
// reads, it cannot know. How many processes run and how long is waited for are not in it.
func (s Settings) Fingerprint(ctx context.Context) (string, error) {
	return s.identity(ctx, retrieval.Place{})
}

// identity returns the fingerprint, of inputs that a place may know already.
func (s Settings) identity(ctx context.Context, p retrieval.Place) (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	s = s.resolved()
	var hashes []string
	for _, path := range s.looked() {
		sum, err := hashSmall(ctx, path)
		if err != nil {
			return "", err
		}
		hashes = append(hashes, sum)
	}
	for _, path := range s.Inputs {
		sum, err := p.Hash(path, func() (string, error) { return hashFile(ctx, path) })
		if err != nil {
			return "", fmt.Errorf("inputs: %w", err)
		}
		hashes = append(hashes, sum)
	}
	return fingerprint.Of(struct {
		Format int               `json:"format"`
		Argv   []string          `json:"argv"`
		Mode   string            `json:"mode"`
		Env    map[string]string `json:"env,omitempty"`
		Dir    string            `json:"dir"`
		Hits   string            `json:"hits"`
		Files  []string          `json:"files"`
	}{1, s.Argv, s.Mode, s.Env, s.writtenDir(), s.Hits, hashes})
}

// looked returns the paths of the program and of what may be its script.
func (s Settings) looked() []string {
	program, err := s.executable()
	if err != nil {
		program = "" // anyone who opens the retriever is told; a stored recording needs no program
	}
	paths := []string{program}
	for _, a := range s.Argv[1:] {
		if a != "" && !strings.HasPrefix(a, "-") {
			return append(paths, s.path(a))
		}
	}
	return paths
}

// hashSmall is empty for what is not a file, cannot be read or is large: then it is not known what the rankings depend on.
func hashSmall(ctx context.Context, path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() >= maxHashed {
		return "", nil
	}
	sum, err := hashFile(ctx, path)
	if errors.Is(err, os.ErrPermission) { // a program may be executable and not readable
		return "", nil
	}
	return sum, err
}

func hashFile(ctx context.Context, path string) (sum string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a file: want files, each by its name", path)
	}
	h := sha256.New()
	if _, err := interrupt.CopyFile(ctx, h, path); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
