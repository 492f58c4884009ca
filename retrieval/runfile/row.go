package runfile

import (
	"bytes"
	"errors"
)

var errQuote = errors.New(`a field that starts with a quotation mark has to end with one, with those inside doubled ("a ""b"" c")`)

// splitRow splits a line of a table into its fields, which it appends to
// fields. Quotation marks around a field are taken off, as Python's csv module
// puts them on, which BEIR writes with: csv.QUOTE_MINIMAL. Ids with a line end
// in them are not read.
func splitRow(line []byte, separator byte, fields [][]byte) ([][]byte, error) {
	for {
		if len(line) > 0 && line[0] == '"' {
			field, rest, ok := quotedField(line)
			if !ok || len(rest) > 0 && rest[0] != separator {
				return nil, errQuote
			}
			fields = append(fields, field)
			if len(rest) == 0 {
				return fields, nil
			}
			line = rest[1:]
			continue
		}
		end := bytes.IndexByte(line, separator)
		if end < 0 {
			return append(fields, line), nil
		}
		fields = append(fields, line[:end])
		line = line[end+1:]
	}
}

// quotedField returns the field that starts with a quotation mark, and what follows
// on it.
func quotedField(line []byte) (field, rest []byte, ok bool) {
	for from := 1; ; {
		end := bytes.IndexByte(line[from:], '"')
		if end < 0 {
			return nil, nil, false
		}
		end += from
		if end+1 == len(line) || line[end+1] != '"' {
			field = line[1:end]
			if bytes.IndexByte(field, '"') >= 0 {
				field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
			}
			return field, line[end+1:], true
		}
		from = end + 2
	}
}
