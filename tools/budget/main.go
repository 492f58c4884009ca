// Budget measures what a change makes larger without anybody's notice: the
// start of the program, its size, what it links, packages and lines. Every
// figure is the same in each run on one machine; times are not among them.
// The exit status is 1 where a figure is above its limit.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
)

func main() {
	var h house
	flag.StringVar(&h.folder, "C", ".", "folder of the module")
	flag.StringVar(&h.program, "program", "bin/rankduel", "the program, built and stripped")
	flag.Parse()
	over, err := report(os.Stdout, h, limits)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "budget:", err)
		os.Exit(2)
	case over > 0:
		os.Exit(1)
	}
}

// report prints a line for each limit and counts those that are exceeded.
func report(out io.Writer, h house, limits []limit) (over int, err error) {
	for _, l := range limits {
		got, err := l.measure(h)
		if err != nil {
			return over, fmt.Errorf("%s: %w", l.name, err)
		}
		verdict := "OK"
		if got > l.most {
			verdict = "over: " + l.remedy
			over++
		}
		fmt.Fprintf(out, "%-23s %10s of %-14s %s\n", l.name, number(got), number(l.most)+" "+l.unit, verdict)
	}
	return over, nil
}

// number prints two decimals, and those of a whole number not.
func number(x float64) string {
	if x == float64(int(x)) {
		return strconv.Itoa(int(x))
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
