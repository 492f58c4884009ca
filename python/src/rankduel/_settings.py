"""Settings by keyword: made from the flags of the program by its tests, not by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Union


class EvalSettings(TypedDict, total=False):
    """Flags of `rankduel eval`."""

    bounds: bool  # also how low and how high the mean could be if the unjudged hits were judged
    by: str  # stratum: report every measure by stratum, not the primary one alone
    caption: str  # in LaTeX, the words over the table in place of the verdict, which goes below it
    collection_size: int  # documents in the collection, for utility
    complete: bool  # with --format trec: judged queries that the run lacks score 0, as in the other formats, and are not left out
    duplicates: str  # a document twice in one query: error or keep-first (default: error; for rows of kebab: keep-first)
    exact: bool  # round nothing, whatever the profile does; for programs that read JSON or CSV
    for_spreadsheet: bool  # in CSV, put an apostrophe before cells that a spreadsheet would compute as formulas
    gains: str  # what qrels hold: grades, which are integers, or real, which are gains that may be fractions
    judged_only: bool  # take unjudged documents out of the rankings first
    label: str  # in LaTeX, the name of the table for \ref, such as tab:main
    ledger: str  # file that looks at held-out queries are written to (default: SET.looks.jsonl next to the test set)
    level: int  # lowest grade that counts as relevant; measures of gain keep all grades
    max_retrieved: int  # score only this many hits of each query, 0 for all
    no_summary: bool  # with --format trec: no lines for all queries
    order: str  # what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)
    otel: str  # write scores and verdicts to a file too, as events gen_ai.evaluation.result in OpenTelemetry's JSON lines
    part: str  # part of the test set: evaluation, heldout or all
    paths: str  # file with the paths that answers may cite, one a line, for CitationCoverage(strict)
    profile: str  # conventions: default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code (default: qrels with --qrels, else the test set's, or default)
    shard: str  # score shard `I/N` alone, I from 0, into a part for -o PART.rdx, which merge reads; each by rankduel work on --store where I is {}
    shard_by: str  # how a run is shared out: file, range or query (default: file of a folder, else range)
    store: str  # SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing
    ties: bool  # also the lowest, expected and highest mean over the orders of tied scores
    undefined: str  # an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)
    workers: int  # parallel readers, 0 for one each processor; changes no number


EVAL = frozenset(EvalSettings.__annotations__)


class CompareSettings(TypedDict, total=False):
    """Flags of `rankduel compare`."""

    adjust: Union[str, Sequence[str]]  # covariate that no system changes and that narrows the interval: FILE:COLUMN, of all queries that these stand for; repeatable
    all_pairs: bool  # of three systems and more: say which are better than which; all pairs are one family, also for the verdicts against the baseline
    alpha: float  # significance level, above 0 and below 0.5
    assume_random: bool  # with --silver, the queries that people labelled are a random sample, though no --sample shows it
    bounds: bool  # also how low and how high each mean difference could be if the unjudged hits were judged
    by: str  # stratum: report every measure by stratum, not the primary one alone
    caption: str  # in LaTeX, the words over the table in place of the verdict, which goes below it
    columns: str  # with --scores, what the columns of a wide table are: measures or systems (default: by the names that are known)
    correction: str  # correction of p values within a family: bh, bonferroni, by, hochberg, holm, holm-sidak, hommel, maxt, none, sidak; with --all-pairs also tukey
    details: bool  # text with everything: strata, components, headroom, latency, evidence beyond p, settings (files of -o have it anyway)
    direction: Union[str, Sequence[str]]  # with --scores, of measures not known here: higher, lower or none, or MEASURE=lower; repeatable (needed of the primary; default higher, of costs none)
    duplicates: str  # a document twice in one query: error or keep-first (default: error; for rows of kebab: keep-first)
    equivalence: str  # what equivalence allows for: range (a query that was not seen may differ by all that the measure can) or observed (by what was seen)
    exact: bool  # round nothing, whatever the profile does; for programs that read JSON or CSV
    family: str  # what one correction covers: roles (the primary measure over all candidates; the other measures apart) or comparison (all measures of one pair)
    filter: str  # which of several ways of scoring a sample of a log counts, such as a filter of lm-evaluation-harness
    for_spreadsheet: bool  # in CSV, put an apostrophe before cells that a spreadsheet would compute as formulas
    gains: str  # what qrels hold: grades, which are integers, or real, which are gains that may be fractions
    golden: str  # golden list of kebab (default: $KEBAB_EVAL_GOLDEN, $KB_EVAL_GOLDEN or fixtures/golden_queries.yaml)
    guardrail: Union[str, Sequence[str]]  # measure that must not be worse for a verdict of better; repeatable
    interval: str  # headline interval: auto (allows for a long tail and for losses that were not seen), t (the paired t-test, interval and p; profile medkg's), percentile, bca or sequence
    judge: str  # with --silver, the family of the model that labelled, such as gpt-4o
    label: str  # in LaTeX, the name of the table for \ref, such as tab:main
    ledger: str  # file that looks at held-out queries are written to (default: SET.looks.jsonl next to the test set)
    looks: int  # how often these systems were compared on a set that grows, this time included: the interval then holds however many follow
    margin: float  # largest difference that does not matter, in the measure's unit
    min_coverage: float  # least share of pairs that must have been measured
    missing: str  # with --scores, a query that some systems have no score of: error, zero (it scores 0) or pairs (left out, and not measured)
    mode: str  # of runs of kebab: mode of rules that have none: point, noninferior or regression (default: regression)
    model: Union[str, Sequence[str]]  # with --judge, SYSTEM=FAMILY of a system that is made with a model, such as its reranker: one of the judge's family is warned of; repeatable
    objective: Union[str, Sequence[str]]  # one decision of several parts, with semicolons between them: "better nDCG@10; latency_p95_ms rise <= 5%; cost rise <= 5%", or a rate, "better nDCG@10; 0.01 nDCG@10 = 20 ms"; repeatable
    on_error: str  # with --scores, a sample of a log that ended in an error: leave-out (of all systems, and it counts as not measured), zero (it scores 0) or refuse
    order: str  # what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)
    otel: str  # write scores and verdicts to a file too, as events gen_ai.evaluation.result in OpenTelemetry's JSON lines
    part: str  # part of the test set: evaluation, heldout or all
    paths: str  # file with the paths that answers may cite, one a line, for CitationCoverage(strict)
    population: Union[str, Sequence[str]]  # share of the population that a stratum has, STRATUM=SHARE; repeatable, for every stratum: strata then count by their shares
    primary: str  # measure that the verdict is about (default: the profile's)
    profile: str  # conventions: default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code (default: qrels with --qrels, else the test set's, or default)
    query_cost: float  # with repeated runs, what a query costs (its labels too) in runs of both systems on it: how many runs of it cost least is said then
    range: Union[str, Sequence[str]]  # largest difference that two scores can have, W for all measures or MEASURE=W; repeatable
    repeat_column: str  # with --scores, the column that tells repeated runs of a system apart (default: repeat, where there is one); a score is the mean over the runs of a query
    resamples: int  # bootstrap resamples and sign-flip rounds
    runs_dir: str  # of runs of kebab: where reports go (default: the folder runs next to the store)
    sample: str  # with --silver, the file of rankduel labels sample with the order in which people labelled
    sample_id: str  # the field of a log that tells samples apart, where the log has no ids of its own
    seed: int  # seed of everything that is sampled
    silver: str  # labels of a model for all queries, in a form of --qrels; people's labels of some correct them
    silver_lambda: float  # with --silver, how much of the model's differences to take in place of the best share: 1 is plain prediction-powered inference
    store: str  # SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing
    strict_chunker_version: bool  # of runs of kebab: refuse two that were not made with one chunker
    systems: Union[str, Sequence[str]]  # with --scores, which of the systems to compare, the baseline first (default: all that the files hold)
    target: str  # with --silver, what the difference is about: queries (queries like these) or this_set (people's labels of all these queries)
    test: str  # test that decides: t or randomization
    undefined: str  # an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)
    ungrouped: bool  # every query is a unit of its own, also where a test set groups wordings of one need
    unjudged: int  # list this many unjudged documents, those first whose label could move the difference most; CSV is then a file to write grades into
    weights: str  # for how much each query counts: own (what the test set or the column weight of the scores says) or FILE[:COLUMN], a table of queries and weights (default: all alike)
    workers: int  # parallel readers, 0 for one each processor; changes no number
    write_report: bool  # of runs of kebab: also write kebab's Markdown to RUNS-DIR/B/report.md


COMPARE = frozenset(CompareSettings.__annotations__)


class GateSettings(TypedDict, total=False):
    """Flags of `rankduel gate`."""

    alpha: float  # level of each one-sided bound
    baseline_system: str  # the one of several systems in the baseline
    cache_dir: str  # folder for built indexes; empty builds them each time
    columns: str  # what the columns of a table of scores are: measures or systems
    duplicates: str  # a document twice in one query: error or keep-first (default: error; for rows of kebab: keep-first)
    evidence: str  # accepted, or required: what the queries do not show is inconclusive (default: accepted)
    exact: bool  # round nothing, whatever the profile does; for programs that read JSON or CSV
    filter: str  # which of several ways of scoring a sample of a log counts, such as a filter of lm-evaluation-harness
    gains: str  # what qrels hold: grades, which are integers, or real, which are gains that may be fractions
    max_age: str  # refuse rankings that were recorded longer ago, like 7d
    min_coverage: float  # least share of queries that must have been measured (default: that of the rules, of the experiment, or 0.95)
    mode: str  # point, noninferior or regression, for rules without a mode (default: regression; point without rules, under profile medkg and for means alone)
    on_inconclusive: str  # what too few queries to decide do: fail (exit 1), warn or pass (exit 0); without it exit 4
    order: str  # what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)
    part: str  # part of the test set: evaluation, heldout or all
    paths: str  # file with the paths that answers may cite, one a line, for CitationCoverage(strict)
    profile: str  # conventions: default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code (default: qrels with --qrels, else the test set's, or default)
    prom_labels: Union[str, Sequence[str]]  # labels of every metric: dataset, config (default: none)
    prom_out: str  # write the measures for Prometheus too, into a file for node_exporter's textfile collector (.prom)
    prom_prefix: str  # first word of the names of the metrics (default: rankduel, under profile medkg medicalkg)
    protect: str  # branch of git, or folder with a second checkout: fail where baseline, rules, waivers, judgments, experiment or ledger are not as there
    range: Union[str, Sequence[str]]  # largest difference that two scores of a measure without bounds can have, W or MEASURE=W; repeatable
    retry_failed: bool  # of an experiment, ask again what failed in an earlier run
    sample_id: str  # the field of a log that tells samples apart, where the log has no ids of its own
    store: str  # SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing; a gate asks engines again, and reads runs and recordings only of a store that is named
    system: str  # the one of several systems in CURRENT: a configuration, a run
    undefined: str  # an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)
    waivers: str  # YAML file with waivers
    workers: int  # parallel readers, 0 for one each processor; changes no number


GATE = frozenset(GateSettings.__annotations__)


class BlessSettings(TypedDict, total=False):
    """Flags of `rankduel gate bless`."""

    cache_dir: str  # folder for built indexes; empty builds them each time
    columns: str  # what the columns of a table of scores are: measures or systems
    duplicates: str  # a document twice in one query: error or keep-first (default: error; for rows of kebab: keep-first)
    exact: bool  # round nothing, whatever the profile does; for programs that read JSON or CSV
    filter: str  # which of several ways of scoring a sample of a log counts, such as a filter of lm-evaluation-harness
    gains: str  # what qrels hold: grades, which are integers, or real, which are gains that may be fractions
    latency: bool  # keep latencies, which change with every run (kept where --rules compare them)
    means_only: bool  # leave the queries out; only rules in mode point can use such a baseline
    order: str  # what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)
    part: str  # part of the test set: evaluation, heldout or all
    paths: str  # file with the paths that answers may cite, one a line, for CitationCoverage(strict)
    profile: str  # conventions: default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code (default: qrels with --qrels, else the test set's, or default)
    retry_failed: bool  # of an experiment, ask again what failed in an earlier run
    sample_id: str  # the field of a log that tells samples apart, where the log has no ids of its own
    store: str  # SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing; a gate asks engines again, and reads runs and recordings only of a store that is named
    system: str  # the one of several systems in CURRENT: a configuration, a run
    undefined: str  # an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)
    workers: int  # parallel readers, 0 for one each processor; changes no number


BLESS = frozenset(BlessSettings.__annotations__)


class PowerSettings(TypedDict, total=False):
    """Flags of `rankduel power`."""

    alpha: float  # significance level, above 0 and below 0.5
    cache_dir: str  # folder for built indexes; empty builds them each time
    candidates: int  # candidates that are compared with one baseline, and corrected for
    columns: str  # with --scores, what the columns of a wide table are: measures or systems (default: by the names that are known)
    direction: Union[str, Sequence[str]]  # with --scores, of measures not known here: higher, lower or none, or MEASURE=lower; repeatable (needed of the primary; default higher, of costs none)
    duplicates: str  # a document twice in one query: error or keep-first (default: error; for rows of kebab: keep-first)
    effect: Union[float, Sequence[float]]  # true difference to plan for, repeatable (default: half the margin, the margin and twice it)
    exact: bool  # round nothing, whatever the profile does; for programs that read JSON or CSV
    filter: str  # which of several ways of scoring a sample of a log counts, such as a filter of lm-evaluation-harness
    for_spreadsheet: bool  # in CSV, put an apostrophe before cells that a spreadsheet would compute as formulas
    gains: str  # what qrels hold: grades, which are integers, or real, which are gains that may be fractions
    gate: float  # drop that a gate allows, as a share of the baseline
    margin: float  # largest difference that does not matter, in the measure's unit
    missing: str  # with --scores, a query that some systems have no score of: error, zero (it scores 0) or pairs (left out, and not measured)
    on_error: str  # with --scores, a sample of a log that ended in an error: leave-out (of all systems, and it counts as not measured), zero (it scores 0) or refuse
    order: str  # what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)
    part: str  # part of the test set: evaluation, heldout or all
    paths: str  # file with the paths that answers may cite, one a line, for CitationCoverage(strict)
    plot: str  # draw the chance of a verdict by the number of queries, as SVG
    power: float  # share of repeats in which the difference is to be found
    profile: str  # conventions: default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code (default: qrels with --qrels, else the test set's, or default)
    queries: int  # with --sd: queries whose smallest detectable difference is wanted
    repeat_column: str  # with --scores, the column that tells repeated runs of a system apart (default: repeat, where there is one); a score is the mean over the runs of a query
    sample_id: str  # the field of a log that tells samples apart, where the log has no ids of its own
    sd: float  # assume this standard deviation of the differences
    store: str  # SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing
    systems: Union[str, Sequence[str]]  # with --scores, which of the systems to compare, the baseline first (default: all that the files hold)
    undefined: str  # an undefined score of a ranking: exclude it from the means or count it zero (default: the profile's)
    ungrouped: bool  # every query is a unit of its own
    workers: int  # parallel readers, 0 for one each processor; changes no number


POWER = frozenset(PowerSettings.__annotations__)


class FuseSettings(TypedDict, total=False):
    """Flags of `rankduel fuse`."""

    depth: int  # hits of each run that count (default all)
    duplicates: str  # a document twice in one query: error or keep-first
    folds: int  # for methods that learn: into how many parts the queries are divided
    method: str  # how rankings are merged
    order: str  # what ranks the hits of a run: score, rank or file (default: score, and in a list of hits its order)
    seed: int  # for methods that learn: of the division
    set: Union[str, Sequence[str]]  # setting of the method, KEY=VALUE, such as rrf_k=20 or norm=zmuv (repeatable)
    top_k: int  # hits of the fused rankings, 0 for all


FUSE = frozenset(FuseSettings.__annotations__)


class SweepSettings(TypedDict, total=False):
    """Flags of `rankduel sweep`."""

    alpha: float  # significance level, above 0 and below 0.5
    assume_random: bool  # with --silver, the queries that people labelled are a random sample, though no --sample shows it
    cache_dir: str  # folder for built indexes; empty builds them each time
    equivalence: str  # what equivalence allows for: range (a query that was not seen may differ by all that the measure can) or observed (by what was seen)
    for_spreadsheet: bool  # in CSV, put an apostrophe before cells that a spreadsheet would compute as formulas
    fresh: bool  # ask every live component again, whatever is recorded
    interval: str  # interval of the honest gain: auto or t
    judge: str  # with --silver, the family of the model that labelled, such as gpt-4o
    list: bool  # print the names of the settings and do nothing else
    margin: float  # largest difference that does not matter, in the measure's unit
    min_coverage: float  # least share of pairs that must have been measured
    model: Union[str, Sequence[str]]  # with --judge, SYSTEM=FAMILY of a system that is made with a model, such as its reranker: one of the judge's family is warned of; repeatable
    part: str  # part of the test set: evaluation, heldout or all (default: the file's)
    primary: str  # measure that the verdict is about (default: the profile's)
    profile: str  # conventions: default, qrels, trec, medkg, kebab, csb, kebab-code, csb-code (default: the file's)
    range: Union[str, Sequence[str]]  # largest difference that two scores can have, W for all measures or MEASURE=W; repeatable
    refresh: Union[str, Sequence[str]]  # component to ask again altogether, whatever is recorded (repeatable)
    retry_failed: bool  # ask again what failed in an earlier run
    seed: int  # seed of everything that is sampled
    silver_lambda: float  # with --silver, how much of the model's differences to take in place of the best share: 1 is plain prediction-powered inference
    store: str  # SQLite file that keeps runs and recordings, or postgres://USER@HOST/DATABASE; :memory: keeps nothing
    target: str  # with --silver, what the difference is about: queries (queries like these) or this_set (people's labels of all these queries)
    ungrouped: bool  # every query is a unit of its own, also where a test set groups wordings of one need


SWEEP = frozenset(SweepSettings.__annotations__)
