package runfile

import (
	"context"
	"errors"
	"io"
)

// errParquet is what there is in a browser, where the library would be half of what is loaded.
var errParquet = errors.New("Parquet is not read in the browser; use the program")

func (c *collector) readParquet(context.Context, io.Reader) error { return errParquet }

func parquetSink(io.Writer) sink {
	return sink{write: func(Result) error { return errParquet }, end: func() error { return errParquet }}
}
