package runfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rankduel/rankduel/retrieval/trec"
)

var inf = math.Inf(1)

// skipAll reads one value and nothing else.
func skipAll(text string) error {
	s := &scanner{text: []byte(text)}
	if err := s.skip(); err != nil {
		return err
	}
	return s.end()
}

// The seeds are the cases on which JSON readers differ, as in Seriot's "Parsing
// JSON is a Minefield" (2016).
var jsonSeeds = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `-`, `01`, `1.`, `.5`, `1e`, `1E+2`, `+1`, `1 2`, `[1,]`, `[,1]`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":}`,
	`"\u00e9"`, `"\ud83d\ude00"`, `"\uD83D"`, `"\udc00\ud800"`, `"\u12"`, `"\x"`, "\"\t\"", "\"\x7f\"", "\"\xff\"", `"`, `"\`, `'a'`,
	`true`, `tru`, `nul`, `null`, `falsey`, `NaN`, `[Infinity]`, `-Infinity`, "\ufeff{}", " \r\n\t{ } ", `{"a":1,"a":2}`, `[[[[]]]]`, `[[[`, "1\x00", "\f1",
	`{"\"":[{"b":[1,2,{"c":"d"}]},null,true,false,-1.5e-10]}`, "\u00a01", `"a` + "\n" + `b"`,
}

// known are the differences to encoding/json, which are meant: numbers that
// are none, text that is not UTF-8, halves of surrogate pairs, depth.
func known(text string) bool {
	return strings.Contains(text, "NaN") || strings.Contains(text, "Infinity") || !utf8.ValidString(text) ||
		strings.Contains(strings.ToLower(text), `\ud`) || strings.Count(text, "[")+strings.Count(text, "{") > maxDepth
}

func agrees(t *testing.T, text string) {
	err := skipAll(text)
	if valid := json.Valid([]byte(text)); !known(text) && valid != (err == nil) {
		t.Errorf("%q: error %v, encoding/json says valid: %v", text, err, valid)
	}
	// What is cut off is an error that says so, unless the rest is a number.
	if err == nil && len(text) > 1 && strings.HasSuffix(text, "}") {
		if cut := skipAll(text[:len(text)-1]); !errors.Is(cut, errCut) {
			t.Errorf("%q without its end: error %v, want %v", text, cut, errCut)
		}
	}
}

func TestScannerAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range jsonSeeds {
		agrees(t, text)
		agrees(t, `{"k": `+text+`}`)
		agrees(t, "["+text+", "+text+"]")
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range jsonSeeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		agrees(t, text)
		// Strings mean the same too.
		var want string
		if !known(text) && json.Unmarshal([]byte(text), &want) == nil && bytes.HasPrefix(bytes.TrimLeft([]byte(text), " \t\r\n"), []byte{'"'}) {
			s := &scanner{text: []byte(text)}
			if got, err := s.quoted(); err != nil || string(got) != want {
				t.Errorf("%q: %q, error %v, want %q (encoding/json)", text, got, err, want)
			}
		}
	})
}

func TestStrings(t *testing.T) {
	for text, want := range map[string]string{
		`"plain"`: "plain", `""`: "", `"a\"\\\/\b\f\n\r\tz"`: "a\"\\/\b\f\n\r\tz", `"\u0041\u00e9\u6771"`: "Aé東", `"\ud83d\ude00!"`: "😀!", `"東\u0000京"`: "東\x00京",
	} {
		s := &scanner{text: []byte(text)}
		if got, err := s.quoted(); err != nil || string(got) != want {
			t.Errorf("%s: %q, error %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`"\ud83d"`, `"\ude00"`, `"\ud83dx"`, `"\ud83d\n"`, `"\ud83d\u0041"`, "\"\xc3\"", "\"\\n\xff\"", `"\u00g0"`, `"\q"`} {
		s := &scanner{text: []byte(text)}
		if got, err := s.quoted(); err == nil {
			t.Errorf("%s: %q, want an error", text, got)
		}
	}
}

func TestScores(t *testing.T) {
	for _, test := range []struct {
		text string
		want float64
		err  error
	}{
		{"1", 1, nil},
		{"-1.25e1", -12.5, nil},
		{"0.1", 0.1, nil},
		{`"2.5"`, 2.5, nil},
		{"1e-400", 0, nil},
		{"Infinity", inf, nil},
		{"-Infinity", -inf, nil},
		{`"inf"`, inf, nil},
		{`"-inf"`, -inf, nil},
		{`"+Infinity"`, inf, nil},
		{"NaN", 0, errNaN},
		{`"nan"`, 0, errNaN},
		{"null", 0, errNaN},
		{"1e999", 0, trec.ErrTooLarge},
		{"-1e999", 0, trec.ErrTooLarge},
		{`"0x10"`, 0, trec.ErrNotScore},
		{`"1_0"`, 0, trec.ErrNotScore},
		{`""`, 0, trec.ErrNotScore},
		{`" 1"`, 0, trec.ErrNotScore},
	} {
		s := &scanner{text: []byte(test.text)}
		if got, err := s.score(); got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %v, error %v, want %v, %v", test.text, got, err, test.want, test.err)
		}
	}
}
