#!/usr/bin/env bash
# Starts a standby of compose.yaml: at its first start it copies the primary, and follows it from then on.
set -euo pipefail
. "$(dirname "$0")/settings.sh"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that did not end is no server.
  find "$PGDATA" -mindepth 1 -delete
  PGPASSWORD=$POSTGRES_PASSWORD pg_basebackup --pgdata="$PGDATA" --host="$OTHER_HOST" --port="${OTHER_PORT:-5432}" \
    --username=standby --write-recovery-conf --wal-method=stream --checkpoint=fast
  [ "$(id -u)" -ne 0 ] || chown -R postgres:postgres "$PGDATA"
  chmod 700 "$PGDATA"
fi
exec docker-entrypoint.sh postgres "${SETTINGS[@]}"
