package prom_test

import (
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/prom"
)

func ExampleCollector() {
	c, err := prom.New(prom.Options{Prefix: "shop", Labels: prom.Labels{Config: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	recall := 0.82
	err = c.Publish(prom.Evaluation{
		Config: "hybrid", TestSet: result.TestSetInfo{Name: "products", Queries: 50},
		System: result.RunEvaluation{Measures: []result.MeasureSummary{{Measure: "R@10", N: 50, Mean: &recall}}},
		Ended:  time.Now(),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	body, _ := io.ReadAll(w.Body)
	for line := range strings.Lines(string(body)) {
		if strings.Contains(line, "recall") && !strings.Contains(line, "HELP") {
			fmt.Print(line)
		}
	}
	// Output:
	// # TYPE shop_retrieval_recall_at_k gauge
	// shop_retrieval_recall_at_k{k="10",config="hybrid"} 0.82
}
