//go:build !js

package corpus

import (
	"archive/tar"
	"bufio"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strings"
)

// parseHTMLArchive reads a tar archive of HTML files.
func parseHTMLArchive(c *collector, r *bufio.Reader, name string) error {
	title := regexp.MustCompile(`(?is)<title\b[^>]*>(.*?)</title>`)
	archive := tar.NewReader(r)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w: damaged or cut short; get the file again", name, err)
		}
		file := path.Base(header.Name)
		if header.Typeflag != tar.TypeReg || !isHTMLName(file) {
			continue
		}
		at := place{file: name + ":" + header.Name}
		content, err := io.ReadAll(archive)
		if err != nil {
			return fmt.Errorf("%v: %w: damaged or cut short; get the file again", at, err)
		}
		id := strings.TrimSuffix(file, path.Ext(file))
		if err := c.add(Document{ID: id, Fields: htmlFields(title, string(content))}, at); err != nil {
			return err
		}
	}
}

func isHTMLName(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".html" || ext == ".htm"
}

// htmlFields splits a page into its title element, or else its first paragraph, and the rest.
func htmlFields(title *regexp.Regexp, page string) []Field {
	page = strings.ReplaceAll(page, "\r\n", "\n")
	if m := title.FindStringSubmatch(page); m != nil {
		body := strings.Replace(page, m[0], "", 1)
		return []Field{{FieldTitle, plainText(m[1])}, {FieldText, plainText(body)}}
	}
	first, rest, _ := strings.Cut(plainText(page), "\n\n")
	return []Field{{FieldTitle, strings.TrimSpace(first)}, {FieldText, strings.TrimSpace(rest)}}
}
