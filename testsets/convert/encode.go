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

// Encode writes a set in the form that the file's ending asks for: .yaml, .json
// or .jsonl, and with .gz behind it compressed. A name without an ending is
// YAML.
func Encode(set *testsets.TestSet, name string) ([]byte, error) {
	lower := strings.ToLower(name)
	plain, packed := strings.CutSuffix(lower, ".gz")
	data, err := plainForm(set, plain)
	if err != nil || !packed {
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

func plainForm(set *testsets.TestSet, name string) ([]byte, error) {
	switch ending(name) {
	case ".yaml", ".yml", "":
		return set.Marshal()
	case ".jsonl", ".ndjson":
		return set.MarshalLines()
	case ".json":
		lines, err := set.MarshalLines()
		if err != nil {
			return nil, err
		}
		return oneDocument(lines), nil
	}
	return nil, CheckName(name)
}

// CheckName refuses names that [Encode] has no form for.
func CheckName(name string) error {
	plain := strings.TrimSuffix(strings.ToLower(name), ".gz")
	if slices.Contains([]string{".yaml", ".yml", ".jsonl", ".ndjson", ".json", ""}, ending(plain)) {
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

func ending(name string) string {
	if name == "" {
		return "" // standard output
	}
	return filepath.Ext(filepath.Base(name))
}

// oneDocument makes one JSON document of JSON lines: the header around a list,
// or the list alone.
func oneDocument(lines []byte) []byte {
	all := strings.Split(strings.TrimSuffix(string(lines), "\n"), "\n")
	head := ""
	if !strings.HasPrefix(all[0], `{"query_id"`) && !strings.HasPrefix(all[0], `{"id"`) {
		head, all = strings.TrimSuffix(all[0], "}"), all[1:]
	}
	list := "[\n" + strings.Join(all, ",\n") + "\n]"
	if head == "" {
		return []byte(list + "\n")
	}
	if head != "{" {
		head += ","
	}
	return []byte(head + `"queries":` + list + "}\n")
}
