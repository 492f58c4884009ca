package program

import (
	"context"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store/kebab"
)

// valuesOfKebabFlags returns those of verbs that work on runs of kebab.
func valuesOfKebabFlags() map[string]values {
	return map[string]values{
		"aggregate --format":  words(output.Texts(reports.KebabFormats())...),
		"variants --format":   words(output.Texts(reports.KebabFormats())...),
		"export --format":     words(append(output.Texts(reports.Formats()), string(reports.Kebab))...),
		"export --set":        spaceless(kebabSettings()),
		"aggregate --profile": words("kebab", "kebab-code"),
		"compare --format":    words(append(output.Texts(reports.Formats()), string(reports.Kebab))...),
		"golden":              files("yaml", "yml"),
		"runs-dir":            folders,
		"init --format":       words("native", "golden", "kebab"),
	}
}

// kebabRunIDs returns the ids that a store of kebab has, with their suites.
func kebabRunIDs(ctx context.Context, path string) []string {
	db, err := kebab.Open(ctx, path)
	if err != nil {
		return nil
	}
	defer func() { _ = db.Close() }() // ids of a moment ago will do
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil
	}
	var ids []string
	for _, r := range runs {
		ids = append(ids, r.ID+"\t"+r.Suite)
	}
	return ids
}

// kebabSettings returns those of a configuration of kebab.
func kebabSettings() []string {
	var list []string
	for _, name := range experiment.SettingNames() {
		list = append(list, name+"=")
	}
	return list
}
