// Package output is where results go and in which form: standard output, the files of -o, pages, figures, progress and
// the widths of terminals. It knows what a verb may end in, and no verb.
package output
