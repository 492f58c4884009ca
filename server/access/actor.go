package access

import "context"

type actorKey struct{}

// A Visitor is who sends a request, as far as that was found out.
type Visitor struct{ name string }

// Name is the name of the visitor's token, "" while nobody knows.
func (v *Visitor) Name() string { return v.name }

// Expect makes room in a context for who it will turn out to be.
func Expect(ctx context.Context) (context.Context, *Visitor) {
	v := &Visitor{}
	return context.WithValue(ctx, actorKey{}, v), v
}

func setActor(ctx context.Context, name string) {
	if v, ok := ctx.Value(actorKey{}).(*Visitor); ok {
		v.name = name
	}
}

// Actor is the name of who sent the request that a context is of.
func Actor(ctx context.Context) string {
	if v, ok := ctx.Value(actorKey{}).(*Visitor); ok {
		return v.name
	}
	return ""
}
