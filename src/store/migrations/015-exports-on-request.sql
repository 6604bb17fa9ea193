-- Exports are rendered on request, so no change has to be marked for them. Never edited once released.
DROP TABLE export_pending;
-- Only the exports used this index, to find filings that entered or left the window.
DROP INDEX form4_filing_by_time;
-- The list of the exported symbols.
CREATE INDEX form4_feed_by_symbol ON form4_feed (ticker);
