// Package access says who may ask a server for what: tokens with a scope, each
// kept as a hash, and what may be asked without any on a loopback address. It
// knows requests and no routes: a route asks for reading unless it changes
// something, and is refused unless it was said to be public.
package access
