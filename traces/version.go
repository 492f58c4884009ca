package traces

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// SchemaVersion is the version of the documents that are written.
const SchemaVersion = "1.0"

const schemaMajor = 1

// ErrSchemaVersion says that a document is of a version that this program does
// not know: its fields may mean something else.
var ErrSchemaVersion = errors.New("unknown schema version")

// checkVersion accepts every version with the major number of SchemaVersion:
// a higher minor one only adds fields that may be absent.
func checkVersion(version string) error {
	major, minor, ok := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	if _, noMinor := strconv.Atoi(minor); !ok || err != nil || noMinor != nil {
		return fmt.Errorf("schema_version %q: %w: want two numbers such as %s", version, ErrSchemaVersion, SchemaVersion)
	}
	if n != schemaMajor {
		return fmt.Errorf("schema_version %q: %w: this program reads %d.x; write the documents again with `rankduel traces normalize`", version, ErrSchemaVersion, schemaMajor)
	}
	return nil
}
