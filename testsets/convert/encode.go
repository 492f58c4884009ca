package convert

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/testsets"
)

// Encode writes a set in the form that the file's ending asks for: .yaml, .json or .jsonl, and with .gz
// behind it compressed. A name without an ending is YAML.
func Encode(set *testsets.TestSet, name string) ([]byte, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	data, err := set.MarshalFor(name)
	if err != nil || !strings.HasSuffix(strings.ToLower(name), ".gz") {
		return data, err
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf) // without a time: the same set gives the same bytes
	if _, err := z.Write(data); err != nil {
		return nil, err
	}
	err = z.Close()
	return buf.Bytes(), err
}

// CheckName refuses names that [Encode] has no form for.
func CheckName(name string) error {
	plain := strings.TrimSuffix(strings.ToLower(name), ".gz")
	if slices.Contains([]string{".yaml", ".yml", ".jsonl", ".ndjson", ".json", ""}, filepath.Ext(plain)) {
		return nil
	}
	return fmt.Errorf("%s: a test set is written as .yaml, .json or .jsonl, also with .gz", name)
}

// NameOf returns how a file's name calls a set and its version: clinical and v2 for
// clinical_v2.yaml. A name without a version has none.
func NameOf(path string) (name, version string) {
	name = filepath.Base(path)
	for _, end := range []string{".gz", ".yaml", ".yml", ".jsonl", ".ndjson", ".json"} {
		name = strings.TrimSuffix(name, end)
	}
	if m := regexp.MustCompile(`^(.+)[_@-](v\d[\w.]*)$`).FindStringSubmatch(name); m != nil {
		return m[1], m[2]
	}
	return name, ""
}
