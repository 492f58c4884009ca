package testsets

import (
	_ "embed" // the templates are files, so that they can be read as such
	"fmt"
)

var (
	//go:embed template/native.yaml
	nativeTemplate []byte
	//go:embed template/golden.yaml
	goldenTemplate []byte
)

// Template returns a commented example of the named format that loads as it is: "native" (or "") for a test
// set, "golden" (or "kebab", the system that the form comes from) for a golden list.
func Template(name string) ([]byte, error) {
	switch name {
	case "", "native":
		return append([]byte(nil), nativeTemplate...), nil
	case "golden", "kebab":
		return append([]byte(nil), goldenTemplate...), nil
	}
	return nil, fmt.Errorf("unknown test set format %q: use native or golden", name)
}
