package setting_test

import (
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/setting"
)

func TestAge(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90m": 90 * time.Minute, "24h": 24 * time.Hour, "7d": 168 * time.Hour, "2w": 336 * time.Hour, "1.5d": 36 * time.Hour, "36525d": 876600 * time.Hour,
	} {
		if got, err := setting.Age(text); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "7", "d", "0d", "-1d", "-5h", "0s", "soon", "7 d", "40000d", "NaNd", "Infw", "900000h", "1y"} {
		if got, err := setting.Age(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
