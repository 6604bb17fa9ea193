-- What the stored portfolios were made of, so that a refresh derives only those whose inputs changed. Never edited once
-- released.

-- How often the records behind the portfolios changed: of each 13F filer, and of each shared table.
CREATE TABLE tracker_input (
  name TEXT PRIMARY KEY,
  changes INTEGER NOT NULL
) WITHOUT ROWID;

-- The inputs of each stored portfolio as a hash; beside it the tickers whose pages it asked about, because they are known
-- only when it is derived, and its warnings.
CREATE TABLE tracker_derivation (
  slug TEXT PRIMARY KEY,
  inputs TEXT NOT NULL,
  asked_tickers TEXT NOT NULL, -- JSON array, in order
  warnings TEXT NOT NULL -- JSON array
) WITHOUT ROWID;
