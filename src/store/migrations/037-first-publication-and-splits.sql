-- When a lot of Form 4 first became public, and the splits between lots. Never edited once released.

-- ISO 8601 UTC. Null where it is the time of the filing itself, which is nearly everywhere.
ALTER TABLE form4_derived ADD COLUMN first_filed_at TEXT;

-- The splits of its shares that the filings of an issuer show: JSON, see src/records/form4/share-basis.ts.
ALTER TABLE issuer ADD COLUMN splits TEXT NOT NULL DEFAULT '[]';

-- The splits that its footnotes and remarks state: JSON, as above. Null without one, and for a filing that was read before.
ALTER TABLE form4_filing ADD COLUMN stated_splits TEXT;
