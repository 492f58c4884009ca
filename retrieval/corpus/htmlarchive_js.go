package corpus

import (
	"bufio"
	"errors"
)

func parseHTMLArchive(*collector, *bufio.Reader, string) error {
	return errors.New("archives are not read in the browser; use the program")
}
