-- Labels, sources and symbols are stored once instead of in each of a million rows. Never edited once released.

-- How a row is classified and described in words: a few dozen pairs for all rows.
CREATE TABLE form4_label (
  id INTEGER PRIMARY KEY,
  signal_quality TEXT NOT NULL,
  intent_label TEXT NOT NULL,
  UNIQUE (signal_quality, intent_label)
);
INSERT INTO form4_label (signal_quality, intent_label)
  SELECT DISTINCT signal_quality, intent_label FROM form4_derived ORDER BY signal_quality, intent_label;

CREATE TABLE form4_derived_with_label (
  filing_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  status TEXT NOT NULL,
  represented_by_accession TEXT,
  represented_by_row INTEGER,
  in_feed INTEGER NOT NULL,
  is_other_security INTEGER NOT NULL,
  owner_cik TEXT NOT NULL,
  is_paired_exercise INTEGER NOT NULL,
  total_value REAL,
  label_id INTEGER NOT NULL, -- a row of form4_label
  PRIMARY KEY (filing_id, "row")
) WITHOUT ROWID;
INSERT INTO form4_derived_with_label
  SELECT r.filing_id, r."row", r.status, r.represented_by_accession, r.represented_by_row, r.in_feed, r.is_other_security,
    r.owner_cik, r.is_paired_exercise, r.total_value, l.id
  FROM form4_derived r JOIN form4_label l ON l.signal_quality = r.signal_quality AND l.intent_label = r.intent_label
  ORDER BY r.filing_id, r."row";
DROP TABLE form4_derived;
ALTER TABLE form4_derived_with_label RENAME TO form4_derived;
-- The owners of documents that repeat a lot are owners of the lot.
CREATE INDEX form4_derived_duplicates ON form4_derived (represented_by_accession, represented_by_row)
  WHERE status = 'duplicate';

-- The copy of the open-market rows that answers were once read from: everything in it follows from in_feed.
DROP TABLE form4_feed;

-- The accession number only ordered filings of one moment, which are few.
DROP INDEX form4_filing_by_issuer;
CREATE INDEX form4_filing_by_issuer ON form4_filing (issuer_cik, filed_at);

-- What the closes of a symbol have in common.
CREATE TABLE close_series (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  symbol TEXT NOT NULL, -- upper case without separators (BRKB)
  kind TEXT NOT NULL CHECK (kind IN ('close', 'settlement-reference')),
  UNIQUE (source, symbol, kind)
);
INSERT INTO close_series (source, symbol, kind) SELECT DISTINCT source, symbol, kind FROM closes ORDER BY source, symbol, kind;
ALTER TABLE closes RENAME TO closes_with_names;
-- Raw closes; `date` as filed: of a settlement-reference the settlement date.
CREATE TABLE closes (
  series_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  close REAL NOT NULL,
  PRIMARY KEY (series_id, date)
) WITHOUT ROWID;
INSERT INTO closes
  SELECT s.id, c.date, c.close FROM closes_with_names c
  JOIN close_series s ON s.source = c.source AND s.symbol = c.symbol AND s.kind = c.kind ORDER BY s.id, c.date;
DROP TABLE closes_with_names;

-- 0 if only new filings made the issuer pending: then those that they cannot concern need not be derived again.
ALTER TABLE pending_issuer ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1;
