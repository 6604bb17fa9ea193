-- When a lot of Form 4 first became public. Never edited once released.

-- ISO 8601 UTC. Null where it is the time of the filing itself, which is nearly everywhere.
ALTER TABLE form4_derived ADD COLUMN first_filed_at TEXT;
