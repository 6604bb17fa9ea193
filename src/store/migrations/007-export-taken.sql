-- Marks that an export run is looking at: what changes meanwhile is marked anew. Never edited once released.
ALTER TABLE export_pending ADD COLUMN is_taken INTEGER NOT NULL DEFAULT 0;
