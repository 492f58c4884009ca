#!/bin/sh
# Merges the parts of a folder into a file: merge.sh PARTS FILE [flags of rankduel merge]
#SBATCH --job-name=rankduel-merge
set -eu
parts=$1 out=$2
shift 2
rankduel merge "$parts"/*.rdx "$@" >"$out.under-way"
mv "$out.under-way" "$out"
