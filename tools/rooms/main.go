// Rooms measures whether the packages of a module are rooms or halls: how many
// files each has, and how many of them reach each other in circles.
//
// A file refers to another one of its package when it uses a function, method,
// type, variable or constant that the other declares. Files that reach each
// other in both directions can only be understood together: a strongly
// connected component of the graph of files. The exit status is 1 when a
// component is larger than -circle, or a package below experiment has more
// files than -files. Test files do not count.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	var l limits
	dir := flag.String("C", ".", "folder of the module")
	flag.IntVar(&l.circle, "circle", 8, "the largest number of files that may reach each other in circles")
	flag.IntVar(&l.files, "files", 30, "the largest number of files of a package below experiment")
	all := flag.Bool("all", false, "print every package, not only those that are too large")
	flag.Parse()
	rooms, err := measure(*dir, flag.Args()...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rooms:", err)
		os.Exit(2)
	}
	if report(os.Stdout, rooms, l, *all) > 0 {
		os.Exit(1)
	}
}

// limits say when a room is a hall.
type limits struct{ circle, files int }

func (l limits) exceeded(r room) bool {
	return len(r.circle) > l.circle || strings.Contains(r.path+"/", "/experiment/") && r.files > l.files
}

// report prints the rooms that are too large, or all, and counts the former.
func report(out io.Writer, rooms []room, l limits, all bool) (faults int) {
	for _, r := range rooms {
		tooLarge := l.exceeded(r)
		if tooLarge {
			faults++
		}
		if tooLarge || all {
			fmt.Fprintf(out, "%3d files, largest circle %2d  %s\n", r.files, len(r.circle), r.path)
		}
		if len(r.circle) > l.circle {
			fmt.Fprintf(out, "    %s\n", strings.Join(r.circle, " "))
		}
	}
	if faults > 0 {
		fmt.Fprintf(out, "too large: want at most %d files in a circle, and %d in a package below experiment\n", l.circle, l.files)
	}
	return faults
}
