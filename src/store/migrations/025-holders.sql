-- Schedules 13D and 13G. Never edited once released.

CREATE TABLE schedule13_filing (
  accession TEXT PRIMARY KEY,
  issuer_cik TEXT NOT NULL,
  record TEXT NOT NULL -- JSON: as filed, normalised
);
CREATE INDEX schedule13_filing_by_issuer ON schedule13_filing (issuer_cik);

-- How readers see each of them. It can always be made again from the table above.
CREATE TABLE schedule13_derived (
  accession TEXT PRIMARY KEY,
  issuer_cik TEXT NOT NULL,
  parties TEXT NOT NULL, -- JSON array of CIKs
  public_row TEXT NOT NULL -- JSON
);
CREATE INDEX schedule13_derived_by_issuer ON schedule13_derived (issuer_cik);

-- Companies whose schedules changed since they were last derived.
CREATE TABLE pending_holders (issuer_cik TEXT PRIMARY KEY) WITHOUT ROWID;

-- Companies whose derived rows changed since they were last published. `round` as in `unpublished`.
CREATE TABLE unpublished_holders (
  issuer_cik TEXT PRIMARY KEY,
  round INTEGER NOT NULL
) WITHOUT ROWID;
