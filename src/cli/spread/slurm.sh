#!/usr/bin/env bash
# A Slurm array, a task a shard: sbatch --array=1-100 slurm.sh FOLDER INPUT COMMAND [FLAGS]
#SBATCH --cpus-per-task=1
#SBATCH --mem=3G
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
: "${SLURM_ARRAY_TASK_ID:?start it as an array: sbatch --array=1-100 slurm.sh …}"
# Slurm runs a copy of this script: where the checkout is, the environment says.
: "${OTHERWISE:?the folder of the checkout}"
exec "$OTHERWISE/src/cli/spread/shard.sh" "$SLURM_ARRAY_TASK_ID" "$SLURM_ARRAY_TASK_MAX" "$@"
