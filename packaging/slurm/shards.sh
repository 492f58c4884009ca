#!/bin/sh
# Scores one shard of a run, a task of an array: shards.sh RUN QRELS PARTS N [flags of rankduel
# eval, such as --shard-by query]. Submit it and the merge with
#
#   id=$(sbatch --parsable --array=0-63 shards.sh runs/bm25.trec qrels.txt parts 64)
#   sbatch --dependency=afterany:"${id}" merge.sh parts bm25.csv --per-query --format csv
#
# The merge waits with afterany: it names the shards that failed, where afterok would
# never start it. A task that ends with 3 asks once more; 2 is a fault of files and flags.
#SBATCH --job-name=rankduel-shard
#SBATCH --requeue
set -eu
run=$1 qrels=$2 parts=$3 of=$4
shift 4
mkdir -p "$parts"
code=0
rankduel eval "$run" --qrels "$qrels" --shard "$SLURM_ARRAY_TASK_ID/$of" -o "$parts/$SLURM_ARRAY_TASK_ID.rdx" "$@" || code=$?
if [ "$code" -eq 3 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
	scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
	exit 0
fi
exit "$code"
