-- What accounts follow, and where it is sent. Owned by an account, or by a key that the operator made.
CREATE TABLE watchlist (
  id TEXT PRIMARY KEY,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  key_hash BLOB REFERENCES api_key (hash) ON DELETE CASCADE,
  name TEXT NOT NULL,
  filters TEXT NOT NULL,                 -- JSON, see src/webhooks/watchlist.ts
  created_at TEXT NOT NULL,
  CHECK ((account_id IS NULL) <> (key_hash IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX watchlist_account ON watchlist (account_id);
CREATE INDEX watchlist_key ON watchlist (key_hash);

CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  watchlist_id TEXT NOT NULL REFERENCES watchlist (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  shape TEXT NOT NULL,                   -- json, slack, discord
  secret TEXT NOT NULL,                  -- signs what is sent, so it cannot be a hash
  created_at TEXT NOT NULL,
  place TEXT NOT NULL,                   -- up to where in the log of changes deliveries were made; '' before the first look
  off_reason TEXT                        -- null while it is on
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_watchlist ON webhook (watchlist_id);

CREATE TABLE delivery (
  id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,                    -- changes, test
  changes INTEGER NOT NULL,
  body TEXT NOT NULL,                    -- '' once it has ended
  created_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  next_at TEXT,                          -- the next attempt; null once it has ended
  ended_at TEXT,
  status INTEGER,                        -- of the last response; null without one
  problem TEXT                           -- why the last attempt failed; null if it did not
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_due ON delivery (next_at);
CREATE INDEX delivery_webhook ON delivery (webhook_id, created_at);
