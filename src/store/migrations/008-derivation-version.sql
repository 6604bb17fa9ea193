-- By which rules the derived rows were made. Never edited once released.
-- NULL: by a release that did not note it.
ALTER TABLE generation ADD COLUMN derivation_version INTEGER;
