// Package service has the verbs serve and token.
package service
