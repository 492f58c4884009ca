package main

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// exports is what was seen of the packages of a module, by full names such as
// experiment/plan.Config.Identity.
type exports struct {
	declared map[string]types.Object
	used     map[string]bool
	atHome   map[string]bool // used by their own package, its tests left out
	asked    [][]string      // by interface, the names of its methods
}

// unusedExports lists the exported functions, types, methods, variables and
// constants of the module in dir that only their own package uses, sorted.
// Fields are left out: data may have more of them than the module reads.
func unusedExports(t *testing.T, dir string) []string {
	loaded, err := packages.Load(&packages.Config{
		Dir: dir, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
	}, "./...")
	if err != nil || packages.PrintErrors(loaded) > 0 {
		t.Fatalf("the packages do not build: %v", err)
	}
	e := exports{map[string]types.Object{}, map[string]bool{}, map[string]bool{}, [][]string{{"Unwrap"}, {"Is"}, {"MarshalJSON"}, {"UnmarshalJSON"}, {"MarshalYAML"}, {"IsZero"}}}
	for _, p := range loaded {
		e.look(p)
	}
	e.spread()
	var unused []string
	for name := range e.declared {
		homely := alone.MatchString(name) || documented.MatchString(name)
		if !e.used[name] && (!homely || !e.atHome[name]) {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	return unused
}

// look notes what a package declares, unless it is a test or a program, and
// what it uses of others.
func (e *exports) look(p *packages.Package) {
	if p.ID == p.PkgPath && p.Name != "main" {
		e.declare(p.Types.Scope())
	}
	for id, o := range p.TypesInfo.Uses {
		own := o.Pkg() != nil && strings.TrimSuffix(p.PkgPath, "_test") == o.Pkg().Path()
		if !own || strings.HasSuffix(p.PkgPath, "_test") && inExample(p, id) {
			e.used[fullName(o)] = true
		} else if p.ID == p.PkgPath {
			e.atHome[fullName(o)] = true
		}
	}
	for _, value := range p.TypesInfo.Types {
		if i, ok := value.Type.Underlying().(*types.Interface); ok {
			e.asked = append(e.asked, methodNames(types.NewMethodSet(i)))
		}
	}
}

func (e *exports) declare(scope *types.Scope) {
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		if !o.Exported() {
			continue
		}
		e.declared[fullName(o)] = o
		named, ok := o.Type().(*types.Named)
		if _, isType := o.(*types.TypeName); !ok || !isType {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() {
				e.declared[fullName(m)] = m
			}
		}
	}
}

// spread counts as used what a program gets in its hands without its name in
// the source: the types in the signature or the fields of what is exported, the
// values of such a type, and the methods that an interface asks for.
func (e *exports) spread() {
	for name, o := range e.declared {
		f, isFunc := o.(*types.Func)
		if isFunc && f.Signature().Recv() != nil && e.isAsked(f) {
			e.used[name] = true
		}
		if _, isConst := o.(*types.Const); isConst {
			if named, ok := o.Type().(*types.Named); ok {
				e.used[name] = e.used[name] || named.Obj().Exported()
			}
			continue
		}
		for _, mentioned := range mentions(o) {
			e.used[mentioned] = true
		}
	}
}

// isAsked tells whether a method belongs to an interface that its type has all
// methods of, by their names.
func (e *exports) isAsked(f *types.Func) bool {
	t := f.Signature().Recv().Type()
	if _, ok := t.(*types.Pointer); !ok {
		t = types.NewPointer(t)
	}
	has := methodNames(types.NewMethodSet(t))
	return slices.ContainsFunc(e.asked, func(asked []string) bool {
		return slices.Contains(asked, f.Name()) && !slices.ContainsFunc(asked, func(m string) bool { return !slices.Contains(has, m) })
	})
}

func methodNames(set *types.MethodSet) (names []string) {
	for m := range set.Methods() {
		names = append(names, m.Obj().Name())
	}
	return names
}

// mentions lists the exported types that what an object is declared as names.
func mentions(o types.Object) (names []string) {
	var walk func(types.Type)
	walk = func(t types.Type) {
		switch t := t.(type) {
		case *types.Named:
			names = append(names, fullName(t.Obj()))
			for arg := range t.TypeArgs().Types() {
				walk(arg)
			}
		case *types.Alias:
			names = append(names, fullName(t.Obj()))
			walk(types.Unalias(t))
		case *types.Map:
			walk(t.Key())
			walk(t.Elem())
		case interface{ Elem() types.Type }:
			walk(t.Elem())
		case *types.Signature:
			for v := range t.Params().Variables() {
				walk(v.Type())
			}
			for v := range t.Results().Variables() {
				walk(v.Type())
			}
		case *types.Struct:
			for v := range t.Fields() {
				if v.Exported() {
					walk(v.Type())
				}
			}
		case *types.Interface:
			for m := range t.Methods() {
				walk(m.Type())
			}
			for embedded := range t.EmbeddedTypes() {
				walk(embedded)
			}
		}
	}
	if _, isType := o.(*types.TypeName); isType {
		walk(o.Type().Underlying())
	} else {
		walk(o.Type())
	}
	return names
}

// fullName returns the name of what a package declares, that of a method with its
// type; of generic functions and types the declared ones.
func fullName(o types.Object) string {
	if o.Pkg() == nil {
		return ""
	}
	name := strings.TrimPrefix(o.Pkg().Path(), module) + "."
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		t := f.Signature().Recv().Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := t.(*types.Named); ok {
			name += named.Obj().Name() + "."
		}
	}
	return name + o.Name()
}

// inExample tells whether an identifier of a test is in an example.
func inExample(p *packages.Package, id *ast.Ident) bool {
	return slices.ContainsFunc(p.Syntax, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
			fn, ok := d.(*ast.FuncDecl)
			return ok && strings.HasPrefix(fn.Name.Name, "Example") && fn.Pos() <= id.Pos() && id.Pos() < fn.End()
		})
	})
}
