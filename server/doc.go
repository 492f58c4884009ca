// Package server is the service for a team: it puts what its rooms answer behind
// one address, with access, limits, security headers, a log of who asked what, and
// an end that loses nothing. server/api has the operations, server/access who may
// use them, server/system what they are about. It computes nothing.
package server
