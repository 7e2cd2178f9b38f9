#!/usr/bin/env bash
# One shard of a run, whoever starts it: shard.sh I N FOLDER INPUT COMMAND [FLAGS]
#
# COMMAND is corpus or paraphrase. The shard's output lies in FOLDER when it is whole, and nowhere before. Whoever starts
# a shard again goes on where it was lost; one that is done is done, one that still runs somewhere is waited for.
set -euo pipefail
(( $# >= 5 )) || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
index=$1 count=$2 folder=$3 input=$4 command=$5
shift 5

program=$(dirname "$(readlink -f "$0")")/../../setup/otherwise.mjs
mkdir -p "$folder"
output=$folder/$(printf '%06d-of-%06d' "$index" "$count")

exec 9> "$output.lock"
flock 9
[[ ! -e $output ]] || exit 0

code=0
if [[ $command == corpus ]]; then
  node "$program" corpus "$input" "$@" --shard "$index/$count" --checkpoint "$output.checkpoint" > "$output.part" || code=$?
else
  node "$program" "$command" "$@" --shard "$index/$count" --checkpoint "$output.checkpoint" < "$input" > "$output.part" || code=$?
fi
# 1: some rows were no rows or could not be rewritten, and were told so; the shard is whole.
(( code <= 1 )) || exit "$code"
mv "$output.part" "$output"
rm -f "$output.checkpoint"
