-- Forms 3 and 5, and the holdings that a Form 4 states beside its transactions. Never edited once released.

CREATE TABLE form35_filing (
  id INTEGER PRIMARY KEY,
  accession TEXT NOT NULL UNIQUE,
  issuer_cik TEXT NOT NULL,
  filed_at TEXT NOT NULL,
  filing TEXT NOT NULL, -- JSON: the filing as filed
  derived TEXT -- JSON: what derivation found about it; NULL before it is derived
);
CREATE INDEX form35_filing_by_issuer ON form35_filing (issuer_cik, filed_at);

-- The reporting owners of these filings, by whom they are found.
CREATE TABLE form35_owner (
  cik TEXT NOT NULL,
  filing_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (cik, filing_id, position)
) WITHOUT ROWID;
CREATE INDEX form35_owner_by_filing ON form35_owner (filing_id);

-- Issuers whose Forms 3 and 5 changed since they were derived.
CREATE TABLE pending_form35 (issuer_cik TEXT PRIMARY KEY) WITHOUT ROWID;

-- Holdings of Forms 4 by accession number; none where the transactions say everything, or for filings read before this table.
CREATE TABLE form4_holdings (
  accession TEXT PRIMARY KEY,
  holdings TEXT NOT NULL -- JSON, see packed-holdings.ts
) WITHOUT ROWID;
