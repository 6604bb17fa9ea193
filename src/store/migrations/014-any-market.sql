-- Any European market may be stored: the description of the markets says which exist. Before, a CHECK named four.
-- SQLite cannot drop a CHECK, so the table is made again with its rows, its ids and its indexes.
CREATE TABLE pdmr_filing_of_any_market (
  id INTEGER PRIMARY KEY,
  market TEXT NOT NULL,
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
  exclusion TEXT, -- why derivation leaves it out of the feed; NULL for a row of the feed or one not yet derived
  UNIQUE (market, filing_id)
);
INSERT INTO pdmr_filing_of_any_market SELECT * FROM pdmr_filing ORDER BY id;
DROP TABLE pdmr_filing;
ALTER TABLE pdmr_filing_of_any_market RENAME TO pdmr_filing;
CREATE INDEX pdmr_filing_by_notification ON pdmr_filing (market, notification_key);
CREATE INDEX pdmr_filing_by_time ON pdmr_filing (market, publication_at);
