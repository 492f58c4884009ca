package tables

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"strconv"
)

// ErrChanged is in the error of reading a row that is not what a store wrote.
var ErrChanged = errors.New("is not what was stored: it was changed in the database, or put there, by hand or by another program; `rankduel run EXPERIMENT --fresh` asks and stores it again")

// digestColumn is the last one of a table whose rows have a digest.
const digestColumn = "digest"

// A row is nil, a string, an int64 or a float64 for each column; a blob may be bytes.
type row []any

func (r row) text(i int) string {
	s, _ := r[i].(string)
	return s
}

// digestOf returns 96 bits of the SHA-256 of values, each with its kind and length.
func digestOf(values row) string {
	b := make([]byte, 0, 4096) // of most rows, without an allocation
	for _, v := range values {
		switch v := v.(type) {
		case nil:
			b = append(b, 'n')
		case string:
			b = append(append(strconv.AppendInt(append(b, 's'), int64(len(v)), 10), ':'), v...)
		case []byte:
			b = append(append(strconv.AppendInt(append(b, 's'), int64(len(v)), 10), ':'), v...)
		case int64:
			b = strconv.AppendInt(append(b, 'i'), v, 10)
		case float64: // SQLite keeps −0 as 0
			b = strconv.AppendUint(append(b, 'f'), math.Float64bits(v+0), 16)
		}
	}
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
