-- What tracked portfolios are made of, and the portfolios themselves. Never edited once released.

-- A 13F report as filed: the whole record as JSON, its rows included, because it is only ever read as a whole.
CREATE TABLE report_13f (
  accession TEXT PRIMARY KEY,
  cik TEXT NOT NULL,
  period_end TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  record TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX report_13f_by_manager ON report_13f (cik, period_end);

-- Which symbol a CUSIP had: for each pair the latest settlement date in any file.
CREATE TABLE cusip_symbol (
  cusip TEXT NOT NULL,
  symbol TEXT NOT NULL,
  description TEXT NOT NULL,
  last_date TEXT NOT NULL,
  PRIMARY KEY (cusip, symbol)
) WITHOUT ROWID;

-- A report on OGE Form 278-T as filed: the whole record as JSON, those on paper without rows.
CREATE TABLE oge_report (
  document_id TEXT PRIMARY KEY,
  filer_name TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  record TEXT NOT NULL
) WITHOUT ROWID;

-- The portfolios of the latest derivation: the row of the list and the detail as JSON; of a 13F filer's snapshot the
-- disclosed value, and the part of it whose CUSIP has a ticker.
DROP TABLE tracker;
CREATE TABLE tracker (
  slug TEXT PRIMARY KEY,
  sort_order INTEGER NOT NULL,
  list_row TEXT NOT NULL,
  detail TEXT NOT NULL,
  value_usd REAL,
  resolved_usd REAL
) WITHOUT ROWID;

-- The warnings about them, replaced with them.
CREATE TABLE tracker_doubt (
  position INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  place TEXT NOT NULL
);
