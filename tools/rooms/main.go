// Rooms measures whether the packages of this module are rooms or halls: how
// many files each has, and how many of them reach each other in circles.
//
// A file refers to another one of its package when it uses a function, method,
// type, variable or constant that the other declares. Files that reach each
// other in both directions can only be understood together: a strongly
// connected component of the graph of files. It exits with status 1 when a
// component is larger than -circle, or a package below experiment has more
// files than -files.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	circle := flag.Int("circle", 8, "the largest number of files that may reach each other in circles")
	files := flag.Int("files", 30, "the largest number of files of a package below experiment")
	all := flag.Bool("all", false, "print every package, not only those that are too large")
	flag.Parse()
	rooms, err := measure(flag.Args()...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rooms:", err)
		os.Exit(2)
	}
	faults := 0
	for _, r := range rooms {
		tooLarge := len(r.circle) > *circle || strings.Contains(r.path+"/", "/experiment/") && r.files > *files
		if tooLarge {
			faults++
		}
		if tooLarge || *all {
			fmt.Printf("%3d files, largest circle %2d  %s\n", r.files, len(r.circle), r.path)
		}
		if len(r.circle) > *circle {
			fmt.Printf("    %s\n", strings.Join(r.circle, " "))
		}
	}
	if faults > 0 {
		fmt.Printf("%d packages are too large: want at most %d files in a circle, and %d files in a package below experiment\n", faults, *circle, *files)
		os.Exit(1)
	}
}

// A room is what was measured of one package.
type room struct {
	path   string
	files  int
	circle []string // names of the files of the largest strongly connected component of two or more
}

func measure(patterns ...string) ([]room, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(loaded) > 0 {
		return nil, fmt.Errorf("the packages do not build")
	}
	var rooms []room
	for _, p := range loaded {
		r := room{path: p.PkgPath, files: len(p.GoFiles)}
		for _, component := range circles(references(p)) {
			if len(component) > max(1, len(r.circle)) {
				slices.Sort(component)
				r.circle = component
			}
		}
		rooms = append(rooms, r)
	}
	slices.SortFunc(rooms, func(a, b room) int {
		return cmp.Or(cmp.Compare(len(b.circle), len(a.circle)), cmp.Compare(b.files, a.files), cmp.Compare(a.path, b.path))
	})
	return rooms, nil
}

// references lists, by file, the files of the same package that it uses
// something of.
func references(p *packages.Package) map[string][]string {
	file := func(o types.Object) string { return filepath.Base(p.Fset.Position(o.Pos()).Filename) }
	to := map[string][]string{}
	for id, used := range p.TypesInfo.Uses {
		if used.Pkg() != p.Types || !declared(p, used) {
			continue
		}
		from, at := filepath.Base(p.Fset.Position(id.Pos()).Filename), file(used)
		if from != at && !slices.Contains(to[from], at) {
			to[from] = append(to[from], at)
		}
	}
	return to
}

// declared tells what stands at the top of a file, methods included, from
// fields and what is local.
func declared(p *packages.Package, o types.Object) bool {
	if o.Parent() == p.Types.Scope() {
		return true
	}
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil && !types.IsInterface(f.Signature().Recv().Type())
}

// circles are the strongly connected components of a graph, by Tarjan (1972),
// doi:10.1137/0201010.
func circles(to map[string][]string) [][]string {
	t := tarjan{to: to, index: map[string]int{}, low: map[string]int{}, on: map[string]bool{}}
	nodes := make([]string, 0, len(to))
	for n := range to {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		if _, seen := t.index[n]; !seen {
			t.visit(n)
		}
	}
	return t.found
}

type tarjan struct {
	to         map[string][]string
	index, low map[string]int
	on         map[string]bool
	stack      []string
	found      [][]string
}

func (t *tarjan) visit(n string) {
	t.index[n] = len(t.index)
	t.low[n] = t.index[n]
	t.stack, t.on[n] = append(t.stack, n), true
	for _, m := range t.to[n] {
		if _, seen := t.index[m]; !seen {
			t.visit(m)
			t.low[n] = min(t.low[n], t.low[m])
		} else if t.on[m] {
			t.low[n] = min(t.low[n], t.index[m])
		}
	}
	if t.low[n] != t.index[n] {
		return
	}
	at := slices.Index(t.stack, n)
	component := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	for _, m := range component {
		t.on[m] = false
	}
	t.found = append(t.found, component)
}
