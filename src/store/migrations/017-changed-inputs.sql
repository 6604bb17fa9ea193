-- What derived rows and portfolios were made of, so that a refresh derives and writes only what changed. Never edited
-- once released.

-- How often the records behind the portfolios changed: of each 13F filer, and of each shared table.
CREATE TABLE tracker_input (
  name TEXT PRIMARY KEY,
  changes INTEGER NOT NULL
) WITHOUT ROWID;

-- The inputs of each stored portfolio as a hash; beside it the tickers for which the derivation checked whether
-- they have a page, because they are known only then, and its warnings.
CREATE TABLE tracker_derivation (
  slug TEXT PRIMARY KEY,
  inputs TEXT NOT NULL,
  checked_tickers TEXT NOT NULL, -- JSON array, in order
  warnings TEXT NOT NULL -- JSON array
) WITHOUT ROWID;

-- A hash of what derivation decided about the rows of the filing, so that equal ones need not be read to be compared.
-- NULL where it is not known: a new filing, one that was read again, or one that an earlier version derived.
ALTER TABLE form4_filing ADD COLUMN derived_hash TEXT;
