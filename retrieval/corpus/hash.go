package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/rankduel/rankduel/internal/interrupt"
)

// Hash returns the SHA256 that [Read] would, without parsing.
func Hash(ctx context.Context, path string) (string, error) {
	sum := sha256.New()
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("corpus %w", err)
	}
	if info.IsDir() {
		err = walkFolder(path, func(file string, content []byte) error {
			hashFile(sum, file, content)
			return ctx.Err()
		})
	} else {
		err = copyFile(ctx, sum, path)
	}
	if err != nil {
		return "", fmt.Errorf("corpus %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func copyFile(ctx context.Context, w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	_, err = io.Copy(w, interrupt.Reader(ctx, f))
	return err
}
