package docs_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	rowOfPages = regexp.MustCompile(`(?m)^\| [^|]+ \| \[[^\]]+\]\(([^.)][^)]*)\) \|$`)
	lineOfPage = regexp.MustCompile(`(?m)^- \[[^\]]+\]\(([^)]+)\): \S`)
)

// The list of pages names every page of this folder once, and the list for
// programs has a line for each of them, under the address that the site gives it.
func TestListsOfPages(t *testing.T) {
	count := map[string]int{}
	for _, page := range pages(t) {
		if !strings.HasPrefix(page, "../") && !strings.HasPrefix(page, "adr/") && page != "README.md" {
			count[page] = 0
		}
	}
	var addresses []string
	for _, m := range rowOfPages.FindAllStringSubmatch(readPage(t, "README.md"), -1) {
		count[m[1]]++
		addresses = append(addresses, strings.TrimSuffix(strings.TrimSuffix(m[1], "README.md"), ".md"))
	}
	for _, page := range slices.Sorted(maps.Keys(count)) {
		if count[page] != 1 {
			t.Errorf("README.md lists %s %d times, want once", page, count[page])
		}
	}
	var listed []string
	for _, m := range lineOfPage.FindAllStringSubmatch(readPage(t, "public/llms.txt"), -1) {
		listed = append(listed, m[1])
	}
	if !slices.Equal(listed, addresses) {
		t.Errorf("public/llms.txt lists\n%v\nwant, as README.md does,\n%v", listed, addresses)
	}
}

// A page that users read has at most 2,500 words; what every number means and how
// the method was measured may take more, behind one page for users.
func TestLengthOfPages(t *testing.T) {
	used, _, found := strings.Cut(readPage(t, "README.md"), "\n## Project\n")
	if !found {
		t.Fatal("README.md has no group Project")
	}
	for _, m := range rowOfPages.FindAllStringSubmatch(used, -1) {
		text := readPage(t, m[1])
		if m[1] == "semantics.md" || m[1] == "statistics.md" {
			_, text, _ = strings.Cut(text, "\n## In one page\n")
			text, _, _ = strings.Cut(text, "\n## ")
		}
		if n := len(strings.Fields(text)); n == 0 || n > 2500 {
			t.Errorf("%s has %d words", m[1], n)
		}
	}
}
