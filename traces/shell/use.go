package shell

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/traces"
)

// A Use is what commands do with files, as far as they say so.
type Use struct {
	Reads   []string // files whose content is shown
	Names   []string // files that are named besides, such as those that are searched or counted
	Writes  []string
	Unknown bool // some of it is not in the table, or depends on what is not known here

	searches, lists, patches bool
	folders                  bool   // find lists nothing else
	base, listed             string // the folder that it went to; the one that is listed without its name
}

// Read returns the use of files by a text of commands.
func Read(text string) Use {
	u := Use{}
	for _, c := range split(text) {
		u.command(c)
	}
	return u
}

var assignment = pattern.Lazy(`^[A-Za-z_][A-Za-z0-9_]*=`)

// command adds what one command does.
func (u *Use) command(c command) {
	for _, w := range c.writes {
		u.add(&u.Writes, w)
	}
	for _, w := range c.reads {
		u.add(&u.Reads, w)
	}
	words, fed := unwrapped(c.words)
	if len(words) == 0 {
		return
	}
	name := path.Base(words[0].text)
	p, rest := programs()[name], words[1:]
	if (name == "bash" || name == "sh" || name == "zsh") && len(rest) > 1 && strings.HasSuffix(rest[0].text, "c") && strings.HasPrefix(rest[0].text, "-") {
		for _, inner := range split(rest[1].text) {
			u.command(inner)
		}
		return
	}
	if name == "git" {
		for len(rest) > 1 && (rest[0].text == "-C" || rest[0].text == "-c") {
			rest = rest[2:]
		}
		if rest = behind(rest, 0); len(rest) > 0 {
			p, rest = subcommands[rest[0].text], rest[1:]
		}
	}
	u.does(name, p, rest, c.piped, fed)
}

// unwrapped returns what a command runs in the end; fed says that it is given files by the command before.
func unwrapped(words []word) (inner []word, fed bool) {
	for len(words) > 0 {
		own, wraps := wrappers[words[0].text]
		if set := assignment().MatchString(words[0].text); !wraps && !set {
			break
		}
		fed = fed || words[0].text == "xargs"
		words = behind(words[1:], own)
	}
	return words, fed
}

// behind passes over options, and n operands.
func behind(words []word, n int) []word {
	for len(words) > 0 && (n > 0 || strings.HasPrefix(words[0].text, "-")) {
		if !strings.HasPrefix(words[0].text, "-") {
			n--
		}
		words = words[1:]
	}
	return words
}

// does adds what a program does with its words; piped says that it has an input, and
// fed that its files come from there.
func (u *Use) does(name string, p program, words []word, piped, fed bool) {
	operands, options := p.operands(words)
	switch p.kind {
	case unknown:
		u.Unknown = true
	case none:
		if name == "cd" || name == "pushd" {
			u.enter(operands)
		}
	case reads:
		u.Unknown = u.Unknown || fed
		to := &u.Reads
		if name == "sed" && slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "-i") || o == "--in-place" }) {
			to = &u.Writes
		}
		u.Unknown = u.Unknown || slices.ContainsFunc(operands, func(w word) bool { return w.vague })
		for _, w := range operands {
			u.add(to, w)
		}
	case writes:
		for _, w := range operands {
			u.add(&u.Writes, w)
		}
	case names, lists, searches, patches:
		if name == "find" {
			u.executes(words)
			operands = nil
		}
		u.shows(name, p.kind, operands, options, piped && !fed)
	}
}

// executes adds what find runs for each file that it finds, and whether it finds files.
func (u *Use) executes(words []word) {
	for i, w := range words {
		u.folders = w.text == "d" && i > 0 && words[i-1].text == "-type" || u.folders && i > 0
		if strings.HasPrefix(w.text, "-exec") || w.text == "-delete" {
			run := ""
			if i+1 < len(words) {
				run = words[i+1].text
			}
			k := programs()[run].kind
			u.searches = u.searches || k == searches
			u.Unknown = u.Unknown || k == unknown || k == reads || k == writes
			return
		}
	}
}

// shows adds what is found in the output of a program.
func (u *Use) shows(name string, k kind, operands []word, options []string, piped bool) {
	if name == "find" && u.folders {
		return
	}
	filters := piped && len(operands) == 0
	u.searches = u.searches || k == searches && !filters && !slices.Contains(options, "--files")
	u.lists = u.lists || k == lists || k == searches && slices.Contains(options, "--files")
	u.patches = u.patches || k == patches
	if name == "ls" {
		u.listed = "."
		if len(operands) == 1 && !operands[0].vague && !slices.Contains(options, "-d") {
			u.listed = u.place(operands[0].text)
		}
	}
	if k == patches || k == lists { // what is listed is in the output
		return
	}
	for _, w := range operands {
		u.add(&u.Names, w)
	}
}

func (u *Use) enter(operands []word) {
	if len(operands) != 1 || operands[0].vague || operands[0].text == "-" {
		u.base = ""
		return
	}
	u.base = u.place(operands[0].text)
}

// place returns a path from where the commands began.
func (u *Use) place(name string) string {
	if u.base == "" || path.IsAbs(name) {
		return name
	}
	return path.Join(u.base, name)
}

// add adds a file, unless the shell makes something else of its name.
func (u *Use) add(to *[]string, w word) {
	if !w.vague && w.text != "-" && !strings.HasPrefix(w.text, "/dev/") {
		*to = append(*to, u.place(w.text))
	}
}

// operands parts the words of a program into those that are files and options.
func (p program) operands(words []word) (operands []word, options []string) {
	script := p.first
	for i := 0; i < len(words); i++ {
		w := words[i].text
		if w == "--" {
			operands = append(operands, words[i+1:]...)
			break
		}
		if !strings.HasPrefix(w, "-") || w == "-" {
			operands = append(operands, words[i])
			continue
		}
		options = append(options, w)
		given := w == "-e" || w == "-f" || strings.HasPrefix(w, "--regexp") || strings.HasPrefix(w, "--expression") || w == "--files"
		script = script && !given
		if len(w) == 2 && strings.Contains(p.takes, w[1:]) || len(w) > 2 && w[1] != '-' && p.kind == searches && strings.HasSuffix(w, "e") {
			i++
			script = script && !strings.HasSuffix(w, "e")
		}
	}
	if script && len(operands) > 0 {
		operands = operands[1:]
	}
	return operands, options
}

var (
	longLine  = pattern.Lazy(`^([-dlbcps])[-rwxsStT]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+[\d.,KMG]+\s+\S+\s+\S+\s+\S+\s+(.+)$`)
	patchHead = pattern.Lazy(`^\+{3} b/(.+)$`)
)

// Shows tells whether the output of the commands is looked at for files.
func (u *Use) Shows() bool { return u.lists || u.searches || u.patches }

// Shown returns the files that the output of the commands names, and how: by a list of files, by lines of a search.
func (u *Use) Shown(output string) (files []string, category string) {
	category = traces.CodeSearch
	if u.lists && !u.searches {
		category = traces.FileSearch
	}
	if !u.Shows() {
		return nil, category
	}
	folder := u.listed
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if u.listed != "" && strings.HasSuffix(line, ":") && !strings.ContainsAny(line, " \t") { // ls of several folders
			folder = u.place(strings.TrimSuffix(line, ":"))
			continue
		}
		if file := u.shown(line, folder); file != "" {
			files = append(files, file)
		}
	}
	return files, category
}

// shown returns the file that a line of output names, "" for none.
func (u *Use) shown(line, folder string) string {
	if len(line) > 4<<10 { // no name of a file is so long
		return ""
	}
	match := func(of func() *regexp.Regexp) []string { return of().FindStringSubmatch(line) }
	if m := match(patchHead); u.patches && m != nil {
		return m[1]
	}
	if u.patches && !u.lists && !u.searches {
		return ""
	}
	if m := match(longLine); m != nil {
		if line, _, _ = strings.Cut(m[2], " -> "); m[1] == "d" {
			return ""
		}
	}
	if u.searches {
		line = traces.ShownFile(line)
	}
	if line == "" || strings.ContainsAny(line, " \t") || strings.HasSuffix(line, "/") {
		return ""
	}
	if u.listed != "" && !strings.Contains(line, "/") && folder != "." && path.Base(folder) != line {
		return path.Join(folder, line)
	}
	return u.place(line)
}
