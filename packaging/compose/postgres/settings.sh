# What the two servers of compose.yaml have in common; read by primary.sh and standby.sh.

# Wrong passwords must stop a server before it exists: it would keep them.
for name in POSTGRES_PASSWORD DATABASE_PASSWORD; do
  if [[ ! ${!name:-} =~ ^[A-Za-z0-9]{16,}$ ]]; then
    echo "$name in .env must be 16 or more letters and digits, for example from: openssl rand -hex 24" >&2
    exit 1
  fi
done

# Two servers that both believe that they are the primary would each get a part of what is written.
ask_other() {
  PGPASSWORD=$POSTGRES_PASSWORD PGCONNECT_TIMEOUT=5 psql --no-psqlrc --quiet --tuples-only --no-align --username=standby --dbname=postgres \
    --host="$OTHER_HOST" --port="${OTHER_PORT:-5432}" --command="$1" 2>/dev/null
}
other_is_primary() {
  ask_other 'SELECT pg_is_in_recovery()' | grep --quiet '^f$'
}
if [ -s "$PGDATA/PG_VERSION" ] && [ ! -e "$PGDATA/standby.signal" ] && other_is_primary; then
  own=$(LC_ALL=C pg_controldata "$PGDATA" | sed -n 's/^Database system identifier: *//p')
  if [ "$own" = "$(ask_other 'SELECT system_identifier FROM pg_control_system()')" ]; then
    echo "$OTHER_HOST is the primary now. Delete the volume of this server: it is then made again, as its standby." >&2
  else
    echo "$OTHER_HOST is a primary too, and not a copy of this server: one of them was made new, without data. Stop $OTHER_HOST and look which. Delete only the volume of the new one." >&2
  fi
  exit 1
fi

SETTINGS=(
  # Each node uses up to 27.
  -c max_connections=200
  # No question on the standby is cancelled.
  -c hot_standby_feedback=on
  # What a standby may miss while it is away.
  -c wal_keep_size=1GB
)
