-- The names that an issuer had before, written by derivation. Never edited once released.

ALTER TABLE issuer ADD COLUMN former_names TEXT NOT NULL DEFAULT '[]'; -- JSON array, the latest first
