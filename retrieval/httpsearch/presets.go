package httpsearch

import (
	"maps"
	"slices"
)

// Presets lists the engines that need no declaration of their own, sorted.
func Presets() []string { return slices.Sorted(maps.Keys(presets())) }

// presets are declarations with params. A param of nil has to be given; others have that default.
func presets() map[string]Settings {
	return map[string]Settings{
		"elasticsearch":    elasticsearch(),
		"opensearch":       elasticsearch(), // the same API: it branched off at version 7.10
		"solr":             solr(),
		"vespa":            vespa(),
		"qdrant":           qdrant(),
		"weaviate":         weaviate(),
		"weaviate-graphql": weaviateGraphQL(),
		"meilisearch":      meilisearch(),
		"groonga":          groonga(),
	}
}
