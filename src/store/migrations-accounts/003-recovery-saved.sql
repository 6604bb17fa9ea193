-- Whether the owner has confirmed that the current recovery code is saved. Earlier accounts count as confirmed.
ALTER TABLE account ADD COLUMN recovery_saved INTEGER NOT NULL DEFAULT 1;
