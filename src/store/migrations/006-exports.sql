-- What the static exports have to look at again. Never edited once released.

-- Written with whatever changed them, and forgotten when their files say the same. `key` is an owner's CIK (insiders),
-- a symbol in upper case (tickers) or a member id (congress).
CREATE TABLE export_pending (
  folder TEXT NOT NULL CHECK (folder IN ('insiders', 'tickers', 'congress')),
  "key" TEXT NOT NULL,
  PRIMARY KEY (folder, "key")
) WITHOUT ROWID;

-- Filings that enter or leave the window as time goes by change the files of their owners.
CREATE INDEX form4_filing_by_time ON form4_filing (filed_at);

-- What was written in many pieces is read in half the time as one.
INSERT INTO insider_search (insider_search) VALUES ('optimize');
