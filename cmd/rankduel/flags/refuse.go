package flags

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// RefuseEmpty refuses a flag that was given nothing and means nothing then, as a variable
// that is not set leaves it: --protect "$BASE".
func RefuseEmpty(set *pflag.FlagSet) error {
	var errs []error
	set.Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && f.DefValue == "" {
			errs = append(errs, fmt.Errorf("--%s is empty; give it a value, or leave it out", f.Name))
		}
	})
	return errors.Join(errs...)
}

// RefuseZero refuses a written zero, which the library would read as "the default".
func RefuseZero(flag string, zero bool) error {
	if zero {
		return fmt.Errorf("--%s 0 is out of range", flag)
	}
	return nil
}
