// Package page shows questions in a browser of the same machine. It listens on
// loopback only; each labeller has a secret link, and one link shows one
// labeller's questions. Requests of other sites are refused by host and origin.
//
// The page is three static files without a word of the data in them. Texts come
// as JSON and are put in place as text, so that nothing in a document is markup;
// the policy allows no script, style, image or connection but its own. An answer
// carries the number of its question and is acknowledged when it is on the disk.
package page
