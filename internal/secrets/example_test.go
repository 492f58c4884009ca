package secrets_test

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/secrets"
)

func Example() {
	known := secrets.New(func(string) (string, bool) { return "s3cret", true }) // nil reads the environment
	header, err := known.Expand("Bearer ${SEARCH_KEY}")
	fmt.Println(header, err)
	fmt.Println(known.RedactError(errors.New("the engine does not know the key s3cret")))
	fmt.Println(secrets.CheckReferences("Bearer ${}"))
	// Output:
	// Bearer s3cret <nil>
	// the engine does not know the key [secret]
	// ${ without a name: want ${NAME}, the name of an environment variable
}
