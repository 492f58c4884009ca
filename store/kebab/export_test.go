package kebab

import (
	"time"

	"github.com/rankduel/rankduel/store/internal/tables"
)

// Patience is for tests that do not wait for a minute.
func Patience(limit time.Duration) tables.Option { return func(p *tables.Patience) { p.Limit = limit } }
