package embedded

import (
	"encoding/binary"
	"fmt"
	"math"
)

// numbers are float64 values that gob stores as their bytes: as []float64 it would spend most of the time
// of loading an index on packing them number by number.
type numbers []float64

// GobEncode implements gob.GobEncoder.
func (n numbers) GobEncode() ([]byte, error) {
	b := make([]byte, 0, 8*len(n))
	for _, v := range n {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b, nil
}

// GobDecode implements gob.GobDecoder.
func (n *numbers) GobDecode(b []byte) error {
	if len(b)%8 != 0 {
		return fmt.Errorf("%d bytes are no whole number of float64", len(b))
	}
	*n = make(numbers, len(b)/8)
	for i := range *n {
		(*n)[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return nil
}
