#!/usr/bin/env bash
# samebytes OLD NEW: do two builds of rankduel write the same?
#
# Runs both over the demo, its sweep and rerank, TREC runs and Cranfield (where
# ../shared/data is there), and compares what they print, write and keep in the
# store's documents. Times are left out: they are nobody's convention.
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2")
data=$(realpath ../shared/data 2>/dev/null || true)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
checks=0 faults=0

# Scores have four decimals or seventeen digits; times have up to three, or
# stand in the object "latency".
untimed() {
  awk '/^ *"(rerank_)?latency": \{/ { match($0, /^ */); depth = RLENGTH; skip = 1 }
       !skip { print }
       skip && /^ *\}/ { match($0, /^ */); if (RLENGTH == depth) skip = 0 }' "$1" |
    sed -E -e 's/"(duration_ms|queries_per_second|[a-z0-9_]*_ms|recordings)": *("[^"]*"|[-0-9.e+]+)/"\1": T/g' \
      -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]+Z/DATE/g' \
      -e 's/(^|[^0-9.])[0-9]+\.[0-9]{1,3}([^0-9]|$)/\1T\2/g' -e 's/(^|[^0-9.])[0-9]+\.[0-9]{1,3}([^0-9]|$)/\1T\2/g' \
      -e '/latency|in parallel|alone  /s/[0-9.]+/T/g' -e 's/[0-9]+ queries./T queries/g; s/ +/ /g; s/─+/─/g; s/-{3,}/---/g'
}

same() { # what, old file, new file
  checks=$((checks + 1))
  if ! cmp -s <(untimed "$2") <(untimed "$3"); then
    faults=$((faults + 1))
    echo "differs: $1"
    diff <(untimed "$2") <(untimed "$3") | head -6 || true
  fi
}

both() { # what, arguments: the same command by both, in folders of their own
  local what=$1; shift
  for which in old new; do
    mkdir -p "$work/$which"
    (cd "$work/$which" && "${!which}" "$@" >"out" 2>"err" || echo "exit $?" >>"out")
  done
  for stream in out err; do same "$what ($stream)" "$work/old/$stream" "$work/new/$stream"; done
}

both demo demo d
for f in report.json report.md; do same "demo $f" "$work/old/d/$f" "$work/new/d/$f"; done
for e in experiment rerank; do
  both "run $e" run "d/$e.yaml" --store "$e.db" --per-query --format json
  both "run $e again" run "d/$e.yaml" --store "$e.db" --format json
  both "list runs of $e" runs list --store "$e.db" --format csv
done
both sweep sweep d/sweep.yaml --store s.db --format json
both "sweep as text" sweep d/sweep.yaml --store s.db
both "settings of the sweep" sweep d/sweep.yaml --list
for topic in nDCG t robust holm default kebab report attribution; do both "explain $topic" explain "$topic"; done
if [ -d "$data" ]; then
  dl="$data/runs/dl21-passage" qrels="$data/qrels-topics/qrels.dl21-passage.txt.gz"
  for run in p_unicoil0 NLE_P_v1 p_bm25rm3 pash_f1; do
    for format in text json markdown csv; do
      both "compare p_bm25 $run ($format)" compare "$dl/input.p_bm25.txt.gz" "$dl/input.$run.txt.gz" --qrels "$qrels" --format $format
    done
  done
  both "compare five" compare "$dl"/input.p_*0.txt.gz --qrels "$qrels" -m nDCG@10,AP,RR,R@100 --family roles --per-query --format json
  both "fuse" fuse --run "$dl/input.p_bm25.txt.gz" --run "$dl/input.p_unicoil0.txt.gz" -o fused.trec
  same "fused run" "$work/old/fused.trec" "$work/new/fused.trec"
  for p in trec kebab csb medkg default; do both "eval under $p" eval "$dl/input.p_bm25.txt.gz" --qrels "$qrels" --profile $p --per-query --format json; done
  both "eval as trec_eval" eval "$dl/input.p_bm25.txt.gz" --qrels "$qrels" --format trec -q -m all_trec
  both "ties and bounds" eval "$dl/input.p_bm25.txt.gz" --qrels "$qrels" --ties --bounds -m P@10,AP,RR --format json
fi
echo "$checks outputs compared, $faults differ"
[ "$faults" = 0 ]
