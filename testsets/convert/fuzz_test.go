package convert_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/convert"
)

// FuzzImport reads anything as every format: no panic, and what is taken is a
// valid set whose written form reads back to the same.
func FuzzImport(f *testing.F) {
	seeds, err := filepath.Glob("testdata/formats/*")
	if err != nil {
		f.Fatal(err)
	}
	for i, path := range seeds {
		if data, err := os.ReadFile(path); err == nil {
			f.Add(uint8(i), data)
		}
	}
	formats := convert.Names(false)
	for i, name := range formats {
		f.Add(uint8(i), []byte(".I 1\n.W\nx\n"))
		f.Add(uint8(i), []byte(`{"`+name+`": [{"question": "x", "answer": ["y"]}]}`))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		o := convert.Options{AllZero: "refusal", WithoutText: "keep", Duplicates: "last", QueryText: ".request.query.match.text // .params.query_string", Answers: "must-contain"}
		o.Stdin = bytes.NewReader(data)
		from := ""
		if i := int(which) % (len(formats) + 1); i < len(formats) {
			from = formats[i]
		}
		got, err := convert.Import(t.Context(), from, []string{"-"}, o)
		if err != nil {
			return
		}
		for _, name := range []string{"set.yaml", "set.json", "set.jsonl"} {
			text, err := convert.Encode(got.Set, name)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			again, err := testsets.Parse(name, text)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if again.SHA256() != got.Set.SHA256() {
				t.Fatalf("%s: another hash\n%s", name, text)
			}
		}
	})
}
