package fusion

// probFuse divides each list into segments of equal length and adds up how probable a relevant document
// is in a segment, discounted by the number of the segment:
//
//	P_c(k)   = mean over c's training lists of the share of relevant documents in segment k
//	score(d) = Σ_c P_c(k_c(d)) / k_c(d)
//
// over the components c that returned d, in segment k_c(d) from 1 of its list. A list of n hits has segments of
// ⌈n/segments⌉; one that a training list does not have counts as one without relevant documents. The range is [0, m]
// for m components; higher is better. This is ProbFuseAll of Lillis, Toolan, Collier and Dunnion (2006), "ProbFuse: a
// probabilistic approach to data fusion", SIGIR, doi:10.1145/1148170.1148197: unjudged documents count as not relevant.
// Neither they nor ranx have a default for the number of segments.
func probFuse(s Settings, lists []judgedList) lesson {
	segments := *s.ProbFuseSegments
	shares := make([]float64, segments)
	for _, l := range lists {
		size := segmentSize(len(l.relevant), segments)
		for start := 0; start < len(l.relevant); start += size {
			end := min(start+size, len(l.relevant))
			shares[start/size] += l.hits(start, end) / float64(end-start)
		}
	}
	for k := range shares {
		shares[k] /= float64(len(lists))
	}
	return func(_ List, worth []float64) error {
		size := segmentSize(len(worth), segments)
		for i := range worth {
			worth[i] = shares[i/size] / float64(i/size+1)
		}
		return nil
	}
}

// segmentSize returns the length of the segments of a list of n hits, at least 1.
func segmentSize(n, segments int) int { return max(1, (n-1)/segments+1) }

// maxSegments is more than there are hits in a list.
const maxSegments = 1_000_000
