package wirejson_test

import (
	"fmt"

	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

func Example() {
	var list []any
	if err := wirejson.Decode([]byte(`[{"id": 17, "score": 0.5}, {"id": "b", "score": 0.75}]`), &list); err != nil {
		fmt.Println(err)
		return
	}
	hits, err := wirejson.Ranking(list[:1])
	fmt.Println(hits[0].ID, hits[0].Score, err)
	_, err = wirejson.Ranking(list)
	fmt.Println(err)
	// Output:
	// 17 0.5 <nil>
	// hit 2 (id "b"): the score rises from 0.5 to 0.75: want the best first; of a distance write its negative, and leave scores out that are not what ranks
}
