package silver

// pseudo is how many items of each grade count as graded by people as the judge did.
const pseudo = 6

// An Item is one that a judge graded, and people too where Both is set.
type Item struct {
	Judge, Human int
	Both         bool
}

// Correct estimates people's mean grade of clusters of items, such as the first hits of a system for
// each query, where people graded all items of some clusters. Each item counts what people gave, on
// average, to items with its grade of the judge, in the labelled clusters of the same kind; the rest is
// [New], whose interval holds what few labelled clusters leave open, the table of grades included. A
// table of other items, such as the whole pool, would break it. The judge's mean is returned too.
func Correct(clusters [][]Item, level float64) (e Estimate, judge float64, err error) {
	sum, count := map[int]float64{}, map[int]float64{}
	for _, items := range clusters {
		for _, i := range items {
			if i.Both {
				sum[i.Judge] += float64(i.Human)
				count[i.Judge]++
			}
		}
	}
	var all Stratum
	queries := 0.0
	for _, items := range clusters {
		var judged, table, human, both float64
		for _, i := range items {
			judged += float64(i.Judge)
			table += (sum[i.Judge] + float64(pseudo*i.Judge)) / (count[i.Judge] + pseudo)
			if i.Both {
				human += float64(i.Human)
				both++
			}
		}
		n := float64(len(items))
		switch {
		case n == 0:
			continue
		case both == n:
			all.Human, all.Silver = append(all.Human, human/n), append(all.Silver, table/n)
		default:
			all.Others = append(all.Others, table/n)
		}
		queries++
		judge += (judged/n - judge) / queries
	}
	e, err = New([]Stratum{all}, Queries, level)
	return e, judge, err
}
