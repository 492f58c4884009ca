"""Times SciPy on the work of stats' benchmarks: prints "name seconds" lines.

Bootstrap: 10,000 resamples of 1,000 pairs for 4 measures. Permutation: 10,000
sign flips of 1,000 pairs. CPU time of the process, the median of three.
"""
import statistics
import time

import numpy as np
from scipy.stats import bootstrap, permutation_test

rng = np.random.default_rng(1)
d = np.where(rng.random((4, 1000)) < 0.7, rng.normal(0, 0.15, (4, 1000)), 0.0)


def mean(x, axis=-1):
    return np.mean(x, axis=axis)


def seconds(work):
    taken = []
    for _ in range(3):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def resample():
    for row in d:
        bootstrap((row,), mean, n_resamples=10_000, method="percentile", batch=500)


def flip():
    permutation_test((d[0],), mean, permutation_type="samples", n_resamples=10_000, batch=500)


print("bootstrap", seconds(resample))
print("permutation", seconds(flip))
