#!/usr/bin/env bash
# Run once, when the primary of compose.yaml is made: the user and the database of the service, and the user of the standby.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --quiet --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=service="$DATABASE_PASSWORD" --set=standby="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE disclosed LOGIN PASSWORD :'service';
CREATE DATABASE disclosed OWNER disclosed ENCODING 'UTF8' TEMPLATE template0;
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'standby';
SQL
echo 'host replication standby all scram-sha-256' >>"$PGDATA/pg_hba.conf"
