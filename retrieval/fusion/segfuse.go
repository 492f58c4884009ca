package fusion

import "slices"

// segFuse divides lists into segments that grow with the depth, and weighs each normalized score by how
// probable a relevant document is in its segment:
//
//	size(k)  = 10 · 2^(k−1) − 5, which is 5, 15, 35, 75, 155, ...
//	P_c(k)   = mean over c's training lists of the relevant documents in segment k / size(k)
//	score(d) = Σ_c P_c(k_c(d)) · (1 + x_c(d))
//
// over the components c that returned d, in segment k_c(d) of its list, with x_c the min-max normalized scores. The
// range is [0, 2m] for m components; higher is better. Segments deeper than every training list are worth 0. The last
// segment is divided by its full size, so train at the depth at which you fuse. Shokouhi (2007), "Segmentation of
// search engine results for effective data-fusion", ECIR, doi:10.1007/978-3-540-71496-5_19. ranx takes size(k) for the
// rank at which segment k ends, 5, 10, 20, 40, 80,...; D. Lillis, https://github.com/ishnid/fusion, has the sizes above
// but divides the last segment by what is there.
func segFuse(_ Settings, lists []judgedList) lesson {
	longest := 0
	for _, l := range lists {
		longest = max(longest, len(l.relevant))
	}
	ends := segmentEnds(longest)
	shares := make([]float64, len(ends))
	for k, end := range ends {
		start := 0
		if k > 0 {
			start = ends[k-1]
		}
		found := 0.0
		for _, l := range lists {
			found += l.hits(start, end)
		}
		shares[k] = found / float64(end-start) / float64(len(lists))
	}
	return func(l List, worth []float64) error {
		low, high, err := scoreRange(l.Hits)
		if err != nil {
			return err
		}
		for i := range worth {
			k, exact := slices.BinarySearch(ends, i)
			if exact {
				k++ // a segment ends before the rank that its end names
			}
			if k < len(shares) {
				worth[i] = shares[k] * (1 + minMaxPart(l.Hits[i].Score, low, high))
			}
		}
		return nil
	}
}

// segmentEnds lists the last ranks of the segments that a list of n hits reaches.
func segmentEnds(n int) []int {
	var ends []int
	for end, size := 0, 5; end < n; size = 2*size + 5 {
		end += size
		ends = append(ends, end)
	}
	return ends
}
