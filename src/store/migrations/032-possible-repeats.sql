-- A row of a House report that an earlier report of the member has too, word for word, may be one trade that was reported
-- twice. Never edited once released.

-- Document id and row of the earlier one; NULL for all others.
ALTER TABLE member_trade ADD COLUMN possible_repeat_of TEXT;
