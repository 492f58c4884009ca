package recording

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
)

// contentOf returns a fingerprint of all that can be scored of a recording: its hits
// and its answer, not the texts of the hits; empty for a failure.
func contentOf(r result.Recording) string {
	if r.Error != "" {
		return ""
	}
	c := content{sha256.New()}
	c.number(uint64(len(r.Hits)))
	for _, h := range r.Hits {
		c.text(h.ID)
		c.number(math.Float64bits(h.Score))
		c.text(h.Document)
		c.number(uint64(len(h.Spans)))
		for _, s := range h.Spans {
			c.number(uint64(s.Start))
			c.number(uint64(s.End))
		}
	}
	if a := r.Answer; a != nil {
		c.text(a.Text)
		c.text(strconv.FormatBool(a.Grounded))
		for _, cited := range a.Citations {
			c.text(cited.Path)
		}
	}
	return hex.EncodeToString(c.Sum(nil)[:8])
}

// content hashes parts of known length, so that none runs into the next.
type content struct{ hash.Hash }

func (c content) number(n uint64) {
	var b [8]byte
	c.Write(binary.LittleEndian.AppendUint64(b[:0], n))
}

func (c content) text(s string) {
	c.number(uint64(len(s)))
	c.Write([]byte(s))
}
