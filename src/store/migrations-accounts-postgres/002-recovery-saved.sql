-- Whether the owner has confirmed that the current recovery code is saved (1). Earlier accounts count as confirmed, and so
-- do those that a process of an earlier version adds meanwhile.
ALTER TABLE account ADD COLUMN recovery_saved bigint NOT NULL DEFAULT 1;
