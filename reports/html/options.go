package html

// Options say what a page leaves out. The zero value is the whole page.
type Options struct {
	// NoText leaves the texts of queries and the messages of failures out of the
	// file, for a page that may leave the house when its queries may not.
	NoText bool

	// Next to writes a file of the folder next to the page, in which the ranked lists of a large report
	// lie; nil keeps everything in one file. Folder is its name, as the page finds it.
	Beside func(name string, data []byte) error
	Folder string

	served bool // in parts: nothing is left out

	// Glossary says what a word of the report means, "" where it has no entry; nil leaves the glossary out.
	Glossary func(word string) string
}
