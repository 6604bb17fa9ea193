#!/usr/bin/env bash
# Starts the primary of compose.yaml. Its image makes the server at the first start, and then runs roles.sh.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
exec docker-entrypoint.sh postgres "${SETTINGS[@]}"
