package console

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/testsets/label"
)

// Lines asks on a stream that is not a terminal, and takes one answer a line: a grade and, behind a blank,
// a comment; "x why" where it cannot be judged, "s" to put it off, "u" to take the last answer back. Any
// other line ends it, as what follows would be about other documents; what came before is kept.
func Lines(in io.Reader, out io.Writer, s label.Asker) error {
	read := bufio.NewScanner(in)
	read.Buffer(nil, 1<<20)
	number := 0
	for v := s.View(); !v.Done; v = s.View() {
		if _, err := fmt.Fprint(out, question(v)); err != nil {
			return err
		}
		if !read.Scan() {
			return read.Err()
		}
		number++
		line := strings.TrimSpace(read.Text())
		if line == "q" {
			return nil
		}
		a, err := parseAnswer(line)
		if err == nil {
			err = s.Answer(v.Seq, a)
		}
		if err != nil {
			return fmt.Errorf("line %d of the answers: %w; answers before it are kept, those from it on are not", number, err)
		}
	}
	return nil
}

func question(v label.View) string {
	var b strings.Builder
	fmt.Fprintln(&b, progress(v))
	for _, part := range []struct{ name, text string }{{"need", v.Need}, {"query", v.QueryText}, {"title", v.Title}, {"text", v.Text}, {"others", v.Others}} {
		if part.text != "" {
			fmt.Fprintf(&b, "%s: %s\n", part.name, strings.TrimSpace(visible(part.text)))
		}
	}
	blank := "x why, "
	if v.Decides {
		blank = ""
	}
	fmt.Fprintf(&b, "grade (%s), %ss, u, q\n\n", visible(scale(v)), blank)
	return b.String()
}

func parseAnswer(line string) (label.Answer, error) {
	word, comment, _ := strings.Cut(line, " ")
	comment = strings.TrimSpace(comment)
	switch word {
	case "x":
		return label.Answer{State: label.CannotJudge, Comment: comment}, nil
	case "s":
		return label.Answer{State: label.Later, Comment: comment}, nil
	case "u":
		return label.Answer{State: label.Undone}, nil
	}
	grade, err := strconv.Atoi(word)
	if err != nil {
		return label.Answer{}, errors.New("want a grade and, if you like, a comment, or x with the reason, s, u or q")
	}
	return label.Answer{State: label.Graded, Grade: grade, Comment: comment}, nil
}
