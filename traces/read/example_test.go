package read_test

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

// The calls of a transcript, one at a time: of a long one only a few are in
// memory.
func ExampleTranscript() {
	c, err := traces.ConventionOf("csb")
	if err != nil {
		fmt.Println(err)
		return
	}
	trace, err := read.Transcript(strings.NewReader(
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Glob","input":{"pattern":"*.go"}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":"src/a.go\nsrc/b.go"}]}}
`), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer trace.Calls.Close()
	show := func(call read.Call) { fmt.Println(call.Tool.Name, call.Files) }
	for _, call := range trace.Calls.All() {
		show(call)
	}
	show(trace.Calls.At(0))
	// Output:
	// Glob [src/a.go src/b.go]
	// Glob [src/a.go src/b.go]
}
