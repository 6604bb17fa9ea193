-- Callers with a higher rate limit: accounts, their passkeys and sessions, and the API keys. No register has this
-- data, so it is in a separate file and survives every rebuild of the data.
-- Every secret is stored only as its SHA-256. Moments are ISO 8601 UTC.

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,            -- '' when none was given
  recovery_hash BLOB NOT NULL UNIQUE,    -- of the one recovery code that works
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passkey (
  id TEXT PRIMARY KEY,                   -- credential id, base64url
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  public_key BLOB NOT NULL,              -- COSE
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,              -- JSON array of strings
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_account ON passkey (account_id);

CREATE TABLE session (
  hash BLOB PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account_id);

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: use is counted under it
  hash BLOB NOT NULL UNIQUE,
  prefix TEXT NOT NULL,                  -- what may be shown of the key
  name TEXT NOT NULL,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE, -- null when the operator made it
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  hour TEXT,                             -- first moment of the hour that `calls` belongs to
  calls INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX api_key_account ON api_key (account_id);
CREATE INDEX api_key_prefix ON api_key (prefix);
