-- Which log a place belongs to: two logs number their generations alike. Never edited once released.

ALTER TABLE change_state ADD COLUMN log TEXT NOT NULL DEFAULT ''; -- random; a copy of the ledger keeps it
UPDATE change_state SET log = lower(hex(randomblob(8))) WHERE id = 1;
