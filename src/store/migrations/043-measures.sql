-- Measures of the served rows that no publication makes. Never edited once released.

-- `audit`: the last daily audit. `served`: what derivation made of corrections, witnesses and lots.
CREATE TABLE measure (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL, -- ISO 8601 UTC
  json TEXT NOT NULL
) WITHOUT ROWID;
