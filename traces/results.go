package traces

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// Returned returns the files that a result of the call names, normalized, each once. Only tools that search
// or read remotely are looked at. Of one that names no file, neither in its arguments nor here, unread says
// that it holds what looks like a path: then it was not understood, and is not a result without files.
func (c Convention) Returned(call Call, result string) (files []string, unread bool) {
	seen := map[string]bool{}
	add := func(path string) {
		if file, looks := c.File(path); looks && !seen[file] && (c.Code || !strings.HasSuffix(path, "/")) {
			file = strings.Clone(file) // the result can go
			seen[file] = true
			files = append(files, file)
		}
	}
	t := call.Tool
	switch {
	case !t.Retrieve:
	case t.remote() && c.Code:
		c.eachMember(result, add)
	case t.remote():
		c.remoteResult(t, result, add)
	case t.Name == "Glob":
		c.eachLine(result, add)
	case t.Name == "Grep":
		c.eachLine(result, func(line string) {
			if strings.HasPrefix(line, "#") {
				return
			}
			if !c.Code {
				line = ShownFile(line)
			}
			if c.Code || len(call.Files) == 0 || strings.HasPrefix(c.Path(line), call.Files[0]+"/") {
				add(line) // of one file it shows lines, which name others
			}
		})
	}
	return files, !c.Code && len(files) == 0 && len(call.Files) == 0 && call.Category != other && Pathlike(result)
}

var (
	pathlike = pattern.Lazy(`[\pL\pN_.-]+/[\pL\pN_./-]*\.[\pL][\pL\pN]*`)
	nothing  = pattern.Lazy(`(?i)\bno (results|matches|files|commits)\b|total results: 0|not found`)
)

// Pathlike tells whether a text has something like the path of a file, and does not say
// that nothing was found, which repeats what was looked for.
func Pathlike(text string) bool {
	text = text[:min(len(text), 64<<10)] // where the first would be
	return pathlike().MatchString(text) && !nothing().MatchString(text)
}

// eachLine visits the lines of a local search. The shipped program wants a slash and a dot in them.
func (c Convention) eachLine(result string, visit func(line string)) {
	for line := range strings.Lines(result) {
		line = strings.TrimSpace(line)
		if !c.Code || len(line) <= 4*200 && strings.Contains(line, "/") && strings.Contains(line, ".") { // no rune has more than four bytes
			visit(line)
		}
	}
}

// longestHead bounds, in bytes, where the name of a file ends on a line.
const longestHead = 1000

var (
	matchLine   = pattern.Lazy(`^([^:]+):\d+(?::|$)`)
	aroundLine  = pattern.Lazy(`^(.*?(?:\.\pL[\pL\pN_+]*|[A-Z][a-z]+file))-\d+-`)
	withoutLine = pattern.Lazy(`^([^\s:"'(),;={}]+/[^\s:"'(),;={}]+):`)
)

// ShownFile returns the file that a line of a search is about: path:12:text, path-12-text
// around it, path:3 of a count, path:text without numbers; else the line.
func ShownFile(line string) string {
	line = line[:min(len(line), longestHead)] // behind it is text
	for _, shown := range []func() *regexp.Regexp{matchLine, aroundLine, withoutLine} {
		if m := shown().FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	return line
}

// remoteResult visits the files of a result of the server: of JSON the members that are
// paths, of text the heads of what was found, and the lines of a list of files.
func (c Convention) remoteResult(t Tool, result string, visit func(path string)) {
	for _, text := range unwrapped(result) {
		if text.json {
			c.eachMember(text.string, visit)
		}
		for line := range strings.Lines(text.string) {
			if m := headLine().FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				visit(m[1])
			} else if t.short == "list_files" && !text.json {
				visit(strings.TrimSpace(line))
			}
		}
	}
}

// headLine is above what was found in a file, # github.com/owner/repository – path, or changed.
var headLine = pattern.Lazy(`^(?:# \S+ [–—-] |\+{3} b/)(.+)$`)

// A serverText is one text of a result; json says that it may be JSON, or hold some.
type serverText struct {
	string
	json bool
}

// unwrapped returns the texts of a result that is JSON around text, as the server's protocol has it, {"content":
// [{"type": "text", "text": "…"}]}, or the server itself, {"text": "…"}, one within the other; else the result.
func unwrapped(result string) []serverText {
	var envelope struct {
		Text    *string           `json:"text"`
		Content []json.RawMessage `json:"content"`
	}
	if strings.HasPrefix(strings.TrimLeft(result, " \t\r\n"), "{") {
		_ = json.NewDecoder(strings.NewReader(result)).Decode(&envelope) // what cannot be read is as it is
	}
	if envelope.Text != nil {
		return []serverText{{*envelope.Text, false}}
	}
	var texts []serverText
	for _, part := range envelope.Content {
		var of struct{ Text string }
		if json.Unmarshal(part, &of) == nil && of.Text != "" {
			texts = append(texts, unwrapped(of.Text)...)
		}
	}
	if len(texts) == 0 {
		shows := strings.HasPrefix(result, "# ") || strings.HasPrefix(result, "URL: ") // text of files, with whatever is in them
		return []serverText{{result, !shows}}
	}
	return texts
}

var (
	pathMember = pattern.Lazy(`"path"\s*:\s*"`)
	fileMember = pattern.Lazy(`"(?:path|file)"\s*:\s*"`)
)

// eachMember visits the paths in a text that may be JSON or hold some: every
// `"path": "…"`, and where the shipped program does not look every `"file": "…"`.
func (c Convention) eachMember(text string, visit func(path string)) {
	member := fileMember()
	if c.Code {
		member = pathMember()
	}
	for {
		at := member.FindStringIndex(text)
		if at == nil {
			return
		}
		path, after, ok := c.quoted(text[at[1]:])
		if !ok {
			return
		}
		if path != "" {
			visit(path)
		}
		text = after
	}
}

// quoted returns the text up to its closing quote. In JSON a name outside of ASCII may be written in
// escapes (caf\u00e9.go); the shipped program takes them as they stand, and with them no file.
func (c Convention) quoted(text string) (inner, after string, ok bool) {
	inner, after, ok = strings.Cut(text, `"`)
	if c.Code || !strings.Contains(inner, `\`) {
		return inner, after, ok
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++ // what follows is not a quote
		case '"':
			if plain := textOf(json.RawMessage(`"` + text[:i+1])); plain != "" {
				return plain, text[i+1:], true
			}
			return inner, after, ok // no JSON, but text that shows some
		}
	}
	return inner, after, ok
}
