-- Prices as their sources gave them, share counts, and the digests made of them. Never edited once released.

-- Raw closes. `symbol` is upper case without separators (BRKB); `date` as filed: of a settlement-reference the
-- settlement date.
CREATE TABLE closes (
  source TEXT NOT NULL,
  symbol TEXT NOT NULL,
  date TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('close', 'settlement-reference')),
  close REAL NOT NULL,
  PRIMARY KEY (source, symbol, date, kind)
) WITHOUT ROWID;

-- `numerator` new shares for `denominator` old ones from the opening of `date` on.
CREATE TABLE splits (
  source TEXT NOT NULL,
  symbol TEXT NOT NULL,
  date TEXT NOT NULL,
  numerator REAL NOT NULL,
  denominator REAL NOT NULL,
  PRIMARY KEY (source, symbol, date)
) WITHOUT ROWID;

-- Share counts of the cover pages: each frame (CY2026Q3I) replaces what it gave before.
CREATE TABLE shares_outstanding (
  frame TEXT NOT NULL,
  cik TEXT NOT NULL,
  count_date TEXT NOT NULL,
  shares REAL NOT NULL,
  accession TEXT NOT NULL,
  PRIMARY KEY (frame, cik)
) WITHOUT ROWID;

-- The latest digests, whole entries as JSON in the order of the answer; and the warnings about them.
CREATE TABLE digest (
  name TEXT NOT NULL CHECK (name IN ('clusters', 'streaks', 'doubts')),
  position INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (name, position)
) WITHOUT ROWID;

-- The owners of documents that repeat a lot are owners of the lot.
CREATE INDEX form4_reading_duplicates ON form4_reading (stands_in_accession, stands_in_row) WHERE standing = 'duplicate';
