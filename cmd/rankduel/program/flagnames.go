package program

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/prose"
)

// sameFlag reads names that many programs have for a flag of ours.
func sameFlag(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	switch name {
	case "measures", "metric", "metrics":
		name = "measure"
	case "runs":
		name = "run"
	case "out":
		name = "output"
	}
	return pflag.NormalizedName(name)
}

var (
	parsing = pattern.Lazy(`strconv\.Parse\w+: parsing "[^"]*": `)
	unknown = pattern.Lazy(`^unknown flag: --(\S+)$`)
)

// flagError takes the names of Go functions out of a message about a flag, and
// says which flag may have been meant by one that there is not.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, errVersion) {
		return err
	}
	text := parsing().ReplaceAllString(err.Error(), "")
	m := unknown().FindStringSubmatch(text)
	if m == nil {
		return errors.New(text)
	}
	if near := nearFlags(cmd, m[1]); len(near) > 0 {
		return fmt.Errorf("%s; did you mean --%s?", text, strings.Join(near, " or --"))
	}
	return fmt.Errorf("%s; `%s --help` lists what there is", text, cmd.CommandPath())
}

// nearFlags returns those that are spelled nearly so, or that the name is the beginning of.
func nearFlags(cmd *cobra.Command, name string) []string {
	var names, begun []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		names = append(names, f.Name)
		if strings.HasPrefix(f.Name, name) {
			begun = append(begun, f.Name)
		}
	})
	if len(begun) > 0 && len(begun) <= 3 {
		return begun
	}
	near := prose.Nearest(name, names)
	return slices.DeleteFunc(near, func(n string) bool { return len(n) < 3 })
}
