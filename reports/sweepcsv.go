package reports

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment"
)

// sweepCSV writes one row a setting, in the order of the file.
func sweepCSV(s *experiment.Sweep) (string, error) {
	out := newSheet("setting", "fusion_method", "components", "weights", "depth", "top_k",
		"mean", "difference", "latency_p50_ms", "leader", "front", "chosen")
	for _, one := range s.Settings {
		var weights []string
		for _, name := range slices.Sorted(maps.Keys(one.Weights)) {
			weights = append(weights, name+"="+strconv.FormatFloat(one.Weights[name], 'g', -1, 64))
		}
		out.row(one.Name, one.Method, strings.Join(one.Components, " "), strings.Join(weights, " "),
			strconv.Itoa(one.Depth), strconv.Itoa(one.TopK), out.number(&one.Mean), out.number(&one.Difference), out.number(one.LatencyMS),
			strconv.FormatBool(one.Leader), strconv.FormatBool(one.Front), strconv.Itoa(one.Chosen))
	}
	return out.finish()
}
