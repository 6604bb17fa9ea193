-- Runs are deleted by their age. Never edited once released.
CREATE INDEX run_by_time ON run (started_at);
