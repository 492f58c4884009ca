package docs_test

import (
	"fmt"
	"html"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPicture holds the picture of the README to what the demo prints, up to the
// strata; -update draws it.
func TestPicture(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(folderOfProgram(t), "rankduel"), "demo")
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	text, _, found := strings.Cut(string(out), "\nstrata: ")
	if !found {
		t.Fatalf("the demo prints no strata:\n%s", out)
	}
	const file = "demo.svg"
	drawn := terminal("rankduel demo", text)
	if *update {
		write(t, file, drawn)
	}
	if kept := readPage(t, file); masked(strings.Split(kept, "\n")) != masked(strings.Split(drawn, "\n")) {
		t.Errorf("docs/%s is not what the demo prints; go test ./docs -run TestPicture -update draws it", file)
	}
}

// terminal draws a command and its output as a terminal shows them.
func terminal(command, output string) string {
	const size, line, margin = 14, 20, 20
	lines := append([]string{"$ " + command}, strings.Split(strings.TrimRight(output, "\n"), "\n")...)
	widest := 0
	for _, l := range lines {
		widest = max(widest, utf8.RuneCountInString(l))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="%d">`+"\n",
		2*margin+widest*size*61/100, 2*margin+line*len(lines), size)
	b.WriteString("<title>What rankduel demo prints</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#16181d\"/>\n")
	for i, l := range lines {
		color := "#d7dae0"
		switch {
		case i < 2:
			color = "#ffffff"
		case strings.HasPrefix(l, "+ "):
			color = "#7ee0a0"
		case strings.HasPrefix(l, "- "):
			color = "#ff9a8d"
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"%s\" xml:space=\"preserve\">%s</text>\n", margin, margin+line*i+size, color, html.EscapeString(l))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
