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
