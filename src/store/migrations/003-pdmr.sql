-- Managers' transactions of the European registers (MAR Article 19). Never edited once released.

-- One row of a register as notified. Rows are never removed: a row that left the register stays here, out of the feed.
CREATE TABLE pdmr_filing (
  id INTEGER PRIMARY KEY,
  market TEXT NOT NULL CHECK (market IN ('de', 'uk', 'se', 'nl')),
  filing_id TEXT NOT NULL,
  notification_key TEXT NOT NULL,
  publication_at TEXT NOT NULL,
  publication_approximate INTEGER NOT NULL,
  issuer_name TEXT NOT NULL,
  lei TEXT,
  pdmr_name TEXT NOT NULL,
  notifier TEXT,
  closely_associated INTEGER,
  related_party TEXT,
  capacity TEXT NOT NULL,
  isin TEXT,
  instrument_type TEXT,
  instrument_name TEXT,
  nature TEXT NOT NULL,
  transaction_type TEXT,
  direction TEXT,
  price REAL,
  volume REAL,
  volume_is_amount INTEGER NOT NULL,
  currency TEXT,
  total_value REAL,
  value_unknown INTEGER NOT NULL,
  linked_to_share_programme INTEGER,
  amendment INTEGER,
  status TEXT NOT NULL,
  transaction_date TEXT,
  venue TEXT,
  url TEXT NOT NULL,
  raw_artefact_url TEXT,
  narrative TEXT,
  left_at TEXT, -- when the register was first seen without it; NULL while it shows it
  exclusion TEXT, -- why derivation keeps it out of the feed; NULL for a row of the feed or one not yet derived
  UNIQUE (market, filing_id)
);
CREATE INDEX pdmr_filing_by_notification ON pdmr_filing (market, notification_key);
CREATE INDEX pdmr_filing_by_time ON pdmr_filing (market, publication_at);

-- The version of a notification that has a separate page (uk, nl), and whether it is still listed.
CREATE TABLE pdmr_notification (
  market TEXT NOT NULL,
  notification_key TEXT NOT NULL,
  version INTEGER NOT NULL, -- 0 where the register counts none
  left_at TEXT,
  PRIMARY KEY (market, notification_key)
) WITHOUT ROWID;

-- The rows that readers see, ready to serve. It can always be made again from the tables above.
CREATE TABLE pdmr_feed (
  market TEXT NOT NULL,
  filing_id TEXT NOT NULL,
  publication_at TEXT NOT NULL,
  isin TEXT,
  currency TEXT,
  total_value REAL,
  public_row TEXT NOT NULL, -- JSON
  PRIMARY KEY (market, filing_id)
) WITHOUT ROWID;
CREATE INDEX pdmr_feed_by_time ON pdmr_feed (market, publication_at DESC, filing_id, currency, total_value);
CREATE INDEX pdmr_feed_by_isin ON pdmr_feed (market, isin, publication_at DESC, filing_id, currency, total_value);

-- Markets whose rows changed since they were last derived, and the register that changed them.
CREATE TABLE pending_market (market TEXT PRIMARY KEY, register TEXT NOT NULL) WITHOUT ROWID;
