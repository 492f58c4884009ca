package convert_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets/convert"
)

// Every flag that decides something of some formats changes what comes of a file, or is
// refused by name: none is ignored.
func TestNoFlagIsIgnored(t *testing.T) {
	flags := map[string]func(*convert.Options){
		"columns":     func(o *convert.Options) { o.Columns = "query=2,doc=1,grade=3" },
		"clicks":      func(o *convert.Options) { o.Clicks = "10=3" },
		"strata-from": func(o *convert.Options) { o.StrataFrom = "topic" },
		"topic-field": func(o *convert.Options) { o.TopicField = "narr" },
		"query-text":  func(o *convert.Options) { o.QueryText = ".id" },
		"qrels-split": func(o *convert.Options) { o.Split = "dev" },
		"answers":     func(o *convert.Options) { o.Answers = "must-contain" },
		"doc-ids":     func(o *convert.Options) { o.DocIDs = "number" },
	}
	files, err := os.ReadDir("testdata/formats")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, f := range files {
		path := filepath.Join("testdata", "formats", f.Name())
		outcome := func(change func(*convert.Options)) (string, error) {
			o := convert.Options{WithoutText: "keep", AllZero: "unjudged", Duplicates: "highest"}
			change(&o)
			got, err := convert.Import(t.Context(), "", []string{path}, o)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%+v %+v", short(got.Set), got.Notes), nil
		}
		plain, err := outcome(func(*convert.Options) {})
		if err != nil {
			continue // another decision is wanted
		}
		for flag, change := range flags {
			if flag == "doc-ids" && f.Name() == "beir" {
				continue // its collection has no leading zeros
			}
			tried++
			switch got, err := outcome(change); {
			case err == nil && reflect.DeepEqual(got, plain):
				t.Errorf("%s: --%s changes nothing", f.Name(), flag)
			case err != nil && flag == "columns": // they were read
			case err != nil && !strings.Contains(err.Error(), "--"+flag) && !strings.Contains(err.Error(), "narr"):
				t.Errorf("%s: --%s: %v", f.Name(), flag, err)
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d flags were tried", tried)
	}
}

// Flags that only some formats have choose the format, where several are possible.
func TestFlagsChooseTheFormat(t *testing.T) {
	votes := written(t, "votes.txt", "ada\tq1\td1\t2\nben\tq1\td2\t1\n")
	got, err := convert.Import(t.Context(), "", votes, convert.Options{Columns: "judge=1,query=2,doc=3,grade=4"})
	if err != nil {
		t.Fatal(err)
	}
	if lines := short(got.Set); got.Format != "csv" || len(lines) != 1 || lines[0] != "q001|q1||d1=2,d2=1" {
		t.Errorf("format %s, %q", got.Format, lines)
	}
	_, err = convert.Import(t.Context(), "trec", votes, convert.Options{Columns: "judge=1,query=2,doc=3,grade=4"})
	if want := "--columns has no use in the format trec; it is for csv, qrels-json, promptfoo"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = convert.Import(t.Context(), "rankduel", written(t, "s.json", "{}"), convert.Options{Duplicates: "highest"})
	if want := "--duplicates has no use in the format rankduel"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}
