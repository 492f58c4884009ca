package scorelog

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Archive returns the JSON of an .eval file of Inspect: its header, with the summaries of
// its samples. Version 0.3.206 of it began to pack with zstd, which zip calls method 93.
func Archive(r io.ReaderAt, size int64) (io.Reader, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, err
	}
	archive.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	header, err := archive.Open("header.json")
	if err != nil {
		if _, begun := archive.Open("_journal/start.json"); begun == nil {
			return nil, errors.New("a log of Inspect that is not finished: it has a beginning and no header.json")
		}
		return nil, errors.New("an archive, and no log of Inspect: it has no header.json")
	}
	defer func() { _ = header.Close() }()
	head, err := io.ReadAll(io.LimitReader(header, maxValue))
	if err != nil {
		return nil, fmt.Errorf("header.json: %w", err)
	}
	head, closed := bytes.CutSuffix(bytes.TrimSpace(head), []byte("}"))
	if !closed {
		return nil, errors.New("header.json is cut off")
	}
	samples, err := archive.Open("summaries.json")
	if err != nil {
		return nil, errors.New("a log of Inspect without summaries.json")
	}
	return io.MultiReader(bytes.NewReader(head), bytes.NewReader([]byte(`,"samples":`)), samples, bytes.NewReader([]byte("}"))), nil
}
