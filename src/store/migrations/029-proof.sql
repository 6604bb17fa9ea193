-- What was published, signed, and what it was read from. Never edited once released.

-- The signed manifest of each published generation.
CREATE TABLE manifest (
  number INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL, -- of the signed text
  json TEXT NOT NULL -- the signed text and its signatures
);

-- A document as it was downloaded. A register may give other bytes under the same key later: each has its own row.
CREATE TABLE source_document (
  id INTEGER PRIMARY KEY,
  register TEXT NOT NULL,
  "key" TEXT NOT NULL,
  url TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  retrieved_at TEXT NOT NULL, -- when these bytes were first seen
  UNIQUE (register, "key", sha256)
);
CREATE INDEX source_document_by_time ON source_document (register, retrieved_at);

-- From which document the present record was read. Records that were stored before this table was made have none.
CREATE TABLE record_source (
  record TEXT NOT NULL, -- accession number, or the id of a report or notification
  register TEXT NOT NULL,
  document_id INTEGER NOT NULL,
  PRIMARY KEY (record, register)
) WITHOUT ROWID;
CREATE INDEX record_source_by_document ON record_source (document_id);
