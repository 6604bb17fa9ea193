-- Flags of a row whose footnotes contradict themselves. Never edited once released.

-- Names of flags, separated by commas; such a flag is false. Empty without one, and for rows that were read before.
ALTER TABLE form4_transaction ADD COLUMN footnote_unclear TEXT NOT NULL DEFAULT '';
