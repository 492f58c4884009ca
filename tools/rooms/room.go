package main

import (
	"cmp"
	"errors"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A room is what was measured of one package.
type room struct {
	path   string
	files  int
	circle []string // names of the files of the largest strongly connected component of two or more
}

// measure looks at the packages of the module in dir, worst first. What they
// import is read as compiled, which takes a tenth of the time of its source.
func measure(dir string, patterns ...string) ([]room, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	loaded, err := packages.Load(&packages.Config{
		Dir: dir,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	if packages.PrintErrors(loaded) > 0 {
		return nil, errors.New("the packages do not build")
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

// declared tells what is at the top of a file, methods included, from
// fields and what is local.
func declared(p *packages.Package, o types.Object) bool {
	if o.Parent() == p.Types.Scope() {
		return true
	}
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil && !types.IsInterface(f.Signature().Recv().Type())
}
