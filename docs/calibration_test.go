package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	calibrated = regexp.MustCompile("`make calibrate ONLY=[a-z]+`")
	share      = regexp.MustCompile(`^(1\.000|\.\d{3})`)
)

// column returns the shares below the headings that have a word, of tables in the text of a page
// from where it names `make calibrate` to the next heading.
func column(t *testing.T, page, word string) (rows [][]float64) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	inside, head := false, []string(nil)
	for line := range strings.Lines(string(text)) {
		inside = !strings.HasPrefix(line, "#") && (inside || calibrated.MatchString(line))
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		switch {
		case !inside || !strings.HasPrefix(line, "|"):
			head = nil
		case head == nil:
			head = cells
		case !strings.HasPrefix(line, "|--"):
			if len(cells) != len(head) {
				t.Errorf("%s: %d cells below %d headings: %s", page, len(cells), len(head), line)
				continue
			}
			rows = append(rows, shares(head, cells, word))
		}
	}
	return rows
}

// shares returns those of a row below headings from the one with a word on, as long as they are
// blank, numbers or have the word: "coverage at 5 %", "10 %".
func shares(head, cells []string, word string) (list []float64) {
	below := false
	for i, h := range head {
		h = strings.TrimSpace(h)
		below = strings.Contains(h, word) || below && regexp.MustCompile(`^\d+ %$`).MatchString(h)
		if at := share.FindString(strings.TrimSpace(cells[i])); below && at != "" {
			v, _ := strconv.ParseFloat(at, 64) // share has matched it
			list = append(list, v)
		}
	}
	return list
}

// What pages say of coverage and of false verdicts goes together: an interval that leaves the
// truth out is what a false verdict comes of, so both add up to 1 at most, to the last digit. A
// sentence on the best or worst of a table has that figure of it.
func TestCalibrationTables(t *testing.T) {
	for page, rows := range map[string]int{"few-labels.md": 17, "judges.md": 6, "next-labels.md": 4} {
		covered, wrong := column(t, page, "coverage"), column(t, page, "false verdicts, both")
		if len(covered) != rows {
			t.Errorf("%s: %d rows of figures, want %d", page, len(covered), rows)
		}
		for i, list := range covered {
			if len(list) > 0 && (slices.Min(list) < .92 || slices.Max(list) > .98) {
				t.Errorf("%s: coverage %v of 95 %%", page, list)
			}
			if len(wrong[i]) == 1 && wrong[i][0]+list[0] > 1.0015 {
				t.Errorf("%s: false verdicts in %v next to a coverage of %v", page, wrong[i][0], list[0])
			}
		}
	}
	text, err := os.ReadFile("few-labels.md")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`worst judge's mean over the pairs is (\S+) of .*the lowest coverage over judges and pairs (\S+)\. `).FindSubmatch(text)
	worst, covered := slices.Concat(column(t, "few-labels.md", "worst judge")...), slices.Concat(column(t, "few-labels.md", "coverage")[4:]...)
	if said == nil || string(said[1]) != figure(slices.Max(worst)) || string(said[2]) != figure(slices.Min(covered)) {
		t.Errorf("the sentence below the table of judges is %q, and the table has %v and %v", said, slices.Max(worst), slices.Min(covered))
	}
}

// figure writes a share as pages do.
func figure(v float64) string { return strings.TrimPrefix(strconv.FormatFloat(v, 'f', 3, 64), "0") }
