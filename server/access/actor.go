package access

import "context"

type actorKey struct{}

// A Visitor is who sends a request, as far as that was found out.
type Visitor struct {
	name  string
	scope Scope
	token bool
}

// Name returns the name of the visitor's token, "" while no one knows, and "local"
// where no token is needed.
func (v Visitor) Name() string { return v.name }

// Scope returns what the visitor may do.
func (v Visitor) Scope() Scope { return v.scope }

// May tells whether the visitor has a scope. No one has one who was not found out.
func (v Visitor) May(wanted Scope) bool { return v.scope.allows(wanted) }

// Known tells whether the name is that of a token, and so of someone in
// particular.
func (v Visitor) Known() bool { return v.token }

// Expect makes room in a context for who it will turn out to be.
func Expect(ctx context.Context) (context.Context, *Visitor) {
	v := &Visitor{}
	return context.WithValue(ctx, actorKey{}, v), v
}

func note(ctx context.Context, who Visitor) {
	if v, ok := ctx.Value(actorKey{}).(*Visitor); ok {
		*v = who
	}
}

// Actor returns who sent the request that a context is of.
func Actor(ctx context.Context) Visitor {
	if v, ok := ctx.Value(actorKey{}).(*Visitor); ok {
		return *v
	}
	return Visitor{}
}
