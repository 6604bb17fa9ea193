# What the two servers of compose.yaml have in common; read by primary.sh and standby.sh.

# Wrong passwords must stop a server before it exists: it would keep them.
for name in POSTGRES_PASSWORD DATABASE_PASSWORD; do
  if [[ ! ${!name:-} =~ ^[A-Za-z0-9]{16,}$ ]]; then
    echo "$name in .env must be 16 or more letters and digits, for example from: openssl rand -hex 24" >&2
    exit 1
  fi
done

SETTINGS=(
  # Each node uses up to 27.
  -c max_connections=200
  # No question on the standby is cancelled.
  -c hot_standby_feedback=on
  # What a standby may miss while it is away.
  -c wal_keep_size=1GB
)
