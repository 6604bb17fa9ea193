-- Which row of an earlier report an amended row of a House report replaces is found by likeness. Never edited once released.

-- 1 for a row that amends one that could not be identified, and for those that it may amend.
ALTER TABLE member_trade ADD COLUMN is_correction_open INTEGER NOT NULL DEFAULT 0;
