-- Entities whose static exports must be checked again. Never edited once released.

-- Written with the change, and removed when their files are up to date. `key` is an owner's CIK (insiders),
-- a symbol in upper case (tickers) or a member id (congress).
CREATE TABLE export_pending (
  folder TEXT NOT NULL CHECK (folder IN ('insiders', 'tickers', 'congress')),
  "key" TEXT NOT NULL,
  PRIMARY KEY (folder, "key")
) WITHOUT ROWID;

-- Filings that enter or leave the window as time passes change the files of their owners.
CREATE INDEX form4_filing_by_time ON form4_filing (filed_at);

-- An index that was written in many pieces is read in half the time once it is merged.
INSERT INTO insider_search (insider_search) VALUES ('optimize');
