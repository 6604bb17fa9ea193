-- Each time that the ledger was saved to its backup: so that a node knows whether its ledger or the backup is newer.
CREATE TABLE ledger_save (
  number INTEGER PRIMARY KEY,
  -- A random id: two nodes may save different ledgers under one number.
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL
);
