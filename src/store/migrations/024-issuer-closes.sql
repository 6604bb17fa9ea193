-- A year of closes of each issuer in the list of clusters or streaks: a JSON array of objects with date and close, oldest
-- first. Derived with the digests.
CREATE TABLE issuer_closes (
  issuer_cik TEXT PRIMARY KEY,
  json TEXT NOT NULL
) WITHOUT ROWID;
