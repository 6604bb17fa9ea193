-- What accounts follow, and where it is sent: the same tables as in accounts.db.
CREATE TABLE watchlist (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" REFERENCES account (id) ON DELETE CASCADE,
  key_hash bytea REFERENCES api_key (hash) ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  filters text COLLATE "C" NOT NULL,       -- JSON, see src/webhooks/watchlist.ts
  created_at text COLLATE "C" NOT NULL,
  CHECK ((account_id IS NULL) <> (key_hash IS NULL))
);
CREATE INDEX watchlist_account ON watchlist (account_id);
CREATE INDEX watchlist_key ON watchlist (key_hash);

CREATE TABLE webhook (
  id text COLLATE "C" PRIMARY KEY,
  watchlist_id text COLLATE "C" NOT NULL REFERENCES watchlist (id) ON DELETE CASCADE,
  url text COLLATE "C" NOT NULL,
  shape text COLLATE "C" NOT NULL,         -- json, slack, discord
  secret text COLLATE "C" NOT NULL,        -- signs what is sent, so it cannot be a hash
  created_at text COLLATE "C" NOT NULL,
  place text COLLATE "C" NOT NULL,         -- up to where in the log of changes deliveries were made; '' before the first look
  off_reason text COLLATE "C"              -- null while it is on
);
CREATE INDEX webhook_watchlist ON webhook (watchlist_id);

CREATE TABLE delivery (
  id text COLLATE "C" PRIMARY KEY,
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,          -- changes, test
  changes bigint NOT NULL,
  body text COLLATE "C" NOT NULL,          -- '' once it has ended
  created_at text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  next_at text COLLATE "C",                -- the next attempt; null once it has ended
  ended_at text COLLATE "C",
  status bigint,                           -- of the last response; null without one
  problem text COLLATE "C"                 -- why the last attempt failed; null if it did not
);
CREATE INDEX delivery_due ON delivery (next_at);
CREATE INDEX delivery_webhook ON delivery (webhook_id, created_at);
