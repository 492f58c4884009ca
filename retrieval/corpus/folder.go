package corpus

import (
	"encoding/binary"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// readFolder reads the .md and .txt files of a folder.
func readFolder(c *collector, sum hash.Hash, dir string) error {
	return walkFolder(dir, func(file string, content []byte) error {
		hashFile(sum, file, content)
		text := strings.ReplaceAll(strings.TrimPrefix(string(content), byteOrderMark), "\r\n", "\n")
		d := Document{ID: file}
		if path.Ext(strings.ToLower(file)) == ".md" {
			title, rest := cutHeading(text)
			if title != "" {
				d.Fields = append(d.Fields, Field{FieldTitle, title})
			}
			text = rest
		}
		d.Fields = append(d.Fields, Field{FieldText, strings.TrimSpace(text)})
		return c.add(d, place{file: filepath.Join(dir, filepath.FromSlash(file))})
	})
}

// walkFolder visits the documents of a folder in the order of their paths.
func walkFolder(dir string, visit func(file string, content []byte) error) error {
	root := os.DirFS(dir)
	return fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", dir, err)
		case file != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir() || !isTextName(file):
			return nil
		}
		content, err := fs.ReadFile(root, file)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		return visit(file, content)
	})
}

// hashFile adds a file to the hash of a folder, with lengths so that no two folders look alike.
func hashFile(sum hash.Hash, file string, content []byte) {
	sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(file))))
	sum.Write([]byte(file))
	sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(content))))
	sum.Write(content)
}

func isTextName(file string) bool {
	ext := path.Ext(strings.ToLower(file))
	return ext == ".md" || ext == ".txt"
}

// cutHeading takes the first heading of the form "# title" out of a Markdown text. A # in fenced code is not one.
func cutHeading(markdown string) (title, rest string) {
	fenced := false
	for start := 0; start < len(markdown); {
		line, _, _ := strings.Cut(markdown[start:], "\n")
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		level := len(trimmed) - len(strings.TrimLeft(trimmed, "#"))
		heading := level >= 1 && level <= 6 && (len(trimmed) == level || trimmed[level] == ' ' || trimmed[level] == '\t')
		if text := strings.TrimSpace(strings.Trim(trimmed, "#")); heading && !fenced && text != "" {
			return text, markdown[:start] + markdown[min(len(markdown), start+len(line)+1):]
		}
		start += len(line) + 1
	}
	return "", markdown
}
