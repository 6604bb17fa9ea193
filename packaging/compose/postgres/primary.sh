#!/usr/bin/env bash
# Starts the server of compose.yaml that is the primary at first. Its image makes the server at the first start, and then runs roles.sh.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
# Its volume was deleted after the standby was promoted: the roles are exchanged.
if [ ! -s "$PGDATA/PG_VERSION" ] && other_is_primary; then exec bash "$(dirname "$0")/standby.sh"; fi
exec docker-entrypoint.sh postgres "${SETTINGS[@]}"
