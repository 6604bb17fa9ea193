-- By which rules the derived rows were made. Never edited once released.
-- NULL: by a release that did not record it.
ALTER TABLE generation ADD COLUMN derivation_version INTEGER;
