package flags

import "fmt"

// RefuseZero refuses a written zero, which the library would read as "the default".
func RefuseZero(flag string, zero bool) error {
	if zero {
		return fmt.Errorf("--%s 0 is out of range", flag)
	}
	return nil
}
