-- Marks that an export run is processing: entities that change meanwhile are marked again. Never edited once released.
ALTER TABLE export_pending ADD COLUMN is_taken INTEGER NOT NULL DEFAULT 0;
