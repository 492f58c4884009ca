// Package api is what a server can be asked over HTTP: a file for each resource,
// described in OpenAPI 3.1 at /openapi.json. An operation reads the request, calls
// what the command of the same name calls, and answers with the same document. It
// decides about no access and no limits; package server does, around it.
package api
