-- Notices of planned sales (Form 144). Never edited once released.

CREATE TABLE form144_notice (
  id INTEGER PRIMARY KEY,
  accession TEXT NOT NULL UNIQUE,
  issuer_cik TEXT NOT NULL,
  filer_cik TEXT NOT NULL,
  filed_at TEXT NOT NULL,
  notice TEXT NOT NULL, -- JSON: the notice as filed
  planned_sale TEXT -- JSON: what derivation found about it; NULL before it is derived
);
CREATE INDEX form144_notice_by_issuer ON form144_notice (issuer_cik, filed_at);
CREATE INDEX form144_notice_by_filer ON form144_notice (filer_cik, issuer_cik);

-- Issuers whose notices, or whose sales on Form 4, changed since their notices were derived.
CREATE TABLE pending_notices (
  issuer_cik TEXT PRIMARY KEY
) WITHOUT ROWID;

-- `planned_sales`: the notices of an issuer, by its CIK. The program knows the kinds, so that a new one needs no new table.
CREATE TABLE unpublished_next (
  kind TEXT NOT NULL,
  "key" TEXT NOT NULL,
  round INTEGER NOT NULL,
  PRIMARY KEY (kind, "key")
) WITHOUT ROWID;
INSERT INTO unpublished_next SELECT kind, "key", round FROM unpublished;
DROP TABLE unpublished;
ALTER TABLE unpublished_next RENAME TO unpublished;
