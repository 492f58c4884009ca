package docs_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A block is a fenced list of commands: sh holds commands alone, console also
// what they print, each command behind "$ ".
type block struct {
	line       int // of the page, where the commands begin
	start, end int // of the text between the fences
	shows      bool
	commands   []command
}

// A command is one or more lines for the shell, and what the page shows of its
// output. A line "..." stands for lines that are left out.
type command struct {
	text  string
	shown []string
}

var commandFence = regexp.MustCompile("(?ms)^```(sh|console)\n(.*?)^```$")

func commandBlocks(page string) []block {
	var blocks []block
	for _, m := range commandFence.FindAllStringSubmatchIndex(page, -1) {
		b := block{line: strings.Count(page[:m[4]], "\n") + 1, start: m[4], end: m[5], shows: page[m[2]:m[3]] == "console"}
		text := page[b.start:b.end]
		if b.shows {
			b.commands = shownCommands(text)
		} else {
			b.commands = []command{{text: text}}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

func shownCommands(text string) []command {
	var commands []command
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if c, found := strings.CutPrefix(line, "$ "); found {
			commands = append(commands, command{text: c + "\n"})
		} else if last := len(commands) - 1; last >= 0 {
			if c, found := strings.CutPrefix(line, "> "); found && len(commands[last].shown) == 0 {
				commands[last].text += c + "\n" // a command that goes on
			} else {
				commands[last].shown = append(commands[last].shown, line)
			}
		}
	}
	return commands
}

// What differs from run to run and machine to machine.
var variable = []*regexp.Regexp{
	regexp.MustCompile(`rankduel \d+\.\d+\.\d+(\+[0-9a-f]+)?(\.dirty|-dirty)?`), // of a clean clone, of another tree
	regexp.MustCompile(`\b[0-9a-f]{8,64}\b|…`),
	regexp.MustCompile(`\d+(\.\d+)?(e[+-]\d+)? ?(ns|µs|ms|s)\b`),
	regexp.MustCompile(`\d+ queries/s`),
	regexp.MustCompile(`latency in ms: .*`),
	regexp.MustCompile(`recorded [^,;)]*`),
	regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]?[\d:.]*Z?`),
}

func masked(lines []string) string {
	text := strings.Join(lines, "\n")
	for _, v := range variable {
		text = v.ReplaceAllString(text, "▒")
	}
	return text
}

// fresh returns what the page should show of an output: all of it, or, where it
// leaves lines out, as many from the beginning and the end as it shows now.
// What differs in variable parts alone stays as it is.
func (c command) fresh(output string) []string {
	var lines []string
	if output = strings.TrimRight(output, "\n"); output != "" {
		lines = strings.Split(output, "\n")
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	if gap := slices.Index(c.shown, "..."); gap >= 0 {
		tail := len(c.shown) - gap - 1
		if gap+tail < len(lines) {
			lines = slices.Concat(lines[:gap], []string{"..."}, lines[len(lines)-tail:])
		}
	}
	if masked(lines) == masked(c.shown) {
		return c.shown
	}
	return lines
}

// refreshed returns the page with what its commands print now.
func refreshed(page string, blocks []block, outputs [][]string) string {
	for i, b := range slices.Backward(blocks) {
		if !b.shows {
			continue
		}
		var text strings.Builder
		for j, c := range b.commands {
			text.WriteString("$ " + strings.ReplaceAll(strings.TrimSuffix(c.text, "\n"), "\n", "\n> ") + "\n")
			for _, l := range c.fresh(outputs[i][j]) {
				text.WriteString(l + "\n")
			}
		}
		page = page[:b.start] + text.String() + page[b.end:]
	}
	return page
}

// differences says which commands print something else than the page shows.
func differences(blocks []block, outputs [][]string) []string {
	var all []string
	for i, b := range blocks {
		for j, c := range b.commands {
			if fresh := c.fresh(outputs[i][j]); b.shows && !slices.Equal(fresh, c.shown) {
				all = append(all, fmt.Sprintf("line %d: %sshows\n%s\nand prints\n%s\n(go test ./docs -run TestCommands -update)",
					b.line, c.text, strings.Join(c.shown, "\n"), strings.Join(fresh, "\n")))
			}
		}
	}
	return all
}

// A page is put right where it is out of date, and nowhere else.
func TestCommandBlocks(t *testing.T) {
	const page = "# Page\n```sh\ncd a\nls\n```\n```text\n$ other\n```\n```console\n$ first <<E\n> E\none\n...\nlast\n$ second\n```\nend\n"
	blocks := commandBlocks(page)
	if len(blocks) != 2 || blocks[0].shows || blocks[0].commands[0].text != "cd a\nls\n" || blocks[0].line != 3 || !blocks[1].shows {
		t.Fatalf("blocks are %+v", blocks)
	}
	c := blocks[1].commands
	if len(c) != 2 || c[0].text != "first <<E\nE\n" || !slices.Equal(c[0].shown, []string{"one", "...", "last"}) || c[1].text != "second\n" {
		t.Fatalf("commands are %+v", c)
	}
	for _, test := range []struct{ name, first, second, want string }{
		{"the same", "one\ntwo\nthree\nlast\n", "", page},
		{"nothing left out", "one\nlast\n", "", strings.Replace(page, "...\n", "", 1)},
		{"new ends", "1\n2\n3 \n4\n", "", strings.NewReplacer("one", "1", "last", "4").Replace(page)},
		{"printed now", "one\ntwo\nlast\n", "2", strings.Replace(page, "second\n", "second\n2\n", 1)},
	} {
		if got := refreshed(page, blocks, [][]string{{""}, {test.first, test.second}}); got != test.want {
			t.Errorf("%s: the page becomes\n%s, want\n%s", test.name, got, test.want)
		}
	}
}

// Times, hashes and ages differ from run to run; figures do not.
func TestMasked(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"sha256 567f54b28417", "sha256 0123456789ab", true},
		{"run_1f3a9c0000000000", "run_1f3a9c0000000001", false}, // an id of ours is fixed by its inputs
		{"asked in 57.59 ms", "asked in 1.2 s", true},
		{"recorded 3 days ago, n = 50", "recorded just now, n = 50", true},
		{"recorded just now, n = 50", "recorded just now, n = 51", false},
		{"latency in ms: p50 0.030 → 0.057", "latency in ms: p50 0.020 → 0.041", true},
		{"+0.0031", "+0.0032", false},
	} {
		if same := masked([]string{test.a}) == masked([]string{test.b}); same != test.same {
			t.Errorf("%q and %q: same is %v", test.a, test.b, same)
		}
	}
}
