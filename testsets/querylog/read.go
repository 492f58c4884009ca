package querylog

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/textfaults"
	"github.com/rankduel/rankduel/internal/unpack"
)

// Columns name what is read of a record. The zero value means the names that logs usually have.
type Columns struct {
	Query  string // default: user_query, query_text, query, search_term, q, text
	Client string // default: client_id, user_id, session_id, client, user, session
	Count  string // default: count, frequency, searches; 1 where there is none
}

var (
	queryNames  = []string{"user_query", "query_text", "query", "search_term", "search_query", "q", "text"}
	clientNames = []string{"client_id", "user_id", "session_id", "client", "user", "session", "visitor_id"}
	countNames  = []string{"count", "frequency", "searches"}
)

// names returns those to look for.
func names(given string, usual []string) []string {
	if given != "" {
		return []string{given}
	}
	return usual
}

// longest is how long a record may be.
const longest = 16 << 20

// Read reads a log: JSON lines, of which bulk actions and events of UBI are passed over, or a table with a
// header, separated by commas, semicolons or tabs. The file may be compressed with gzip or Zstandard.
// Records without a query are counted.
func Read(name string, r io.Reader, columns Columns) (*Log, error) {
	plain, err := unpack.New(r)
	if err != nil {
		return nil, fmt.Errorf("query log %s: %w", name, err)
	}
	defer plain.Close()
	in := bufio.NewReaderSize(plain, 1<<16)
	if bom, _ := in.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		_, _ = in.Discard(3) // they are there
	}
	head, _ := in.Peek(1 << 12)
	l := &Log{name: name, asked: map[string]*askedQuery{}}
	switch {
	case len(bytes.TrimSpace(head)) == 0:
		return nil, fmt.Errorf("query log %s: it is empty", name)
	case bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")):
		return nil, l.fault(1, errors.New("UTF-16; convert it to UTF-8"))
	case textfaults.Lone(head):
		return nil, l.fault(1, textfaults.ErrReturn)
	case bytes.TrimSpace(head)[0] == '{':
		err = l.lines(in, columns)
	case bytes.TrimSpace(head)[0] == '[':
		return nil, l.fault(1, errors.New("a JSON list; write one record a line: jq -c '.[]'"))
	default:
		err = l.table(in, columns)
	}
	if err == nil && len(l.asked) == 0 {
		err = fmt.Errorf("query log %s: no query in %d records; name the column or key of the query", name, l.Rows)
	}
	return l, err
}

// mostSearches bounds a count, so that sums of counts times queries fit.
const mostSearches = 1 << 40

// record counts one search, or several, of which value gives what the first of some names has.
func (l *Log) record(line int, columns Columns, value func(names []string) (string, error)) error {
	l.Rows++
	text, err := value(names(columns.Query, queryNames))
	client, err2 := value(names(columns.Client, clientNames))
	searches, err3 := value(names(columns.Count, countNames))
	if err := cmp.Or(err, err2, err3); err != nil {
		return l.fault(line, err)
	}
	count := 1
	if searches != "" {
		count, err = strconv.Atoi(searches)
	}
	switch {
	case err != nil || count < 1 || count > mostSearches:
		return l.fault(line, fmt.Errorf("count %q is not a number of searches", searches))
	case !utf8.ValidString(text):
		return l.fault(line, errors.New("not UTF-8; convert the file"))
	case text == "":
		l.Empty++
	default:
		l.add(text, client, count)
	}
	return nil
}

func (l *Log) fault(line int, err error) error {
	return fmt.Errorf("query log %s:%d: %w", l.name, line, err)
}
