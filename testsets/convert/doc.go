// Package convert makes test sets of the files in which other programs and
// people keep judged queries, and writes such files again.
//
// [Builtin] lists the formats. [Import] reads one, recognized by its shape unless it is named, and [Export]
// writes one. Nothing is lost in silence: both return a [Note] for whatever was left out, changed or
// decided, with its number. What an import cannot decide by itself, as which of two contradictory grades
// counts, is an error that names the option to decide it with.
//
// Identifiers and texts are kept byte for byte. Formats that address queries by
// their text get the ids q001, q002 and so on, in the order of the file.
package convert
