-- Owners beyond ten of one form report the same lots on another form. Never edited once released.

-- Remarks or a footnote say so. Unknown for filings that were read before: those said it in remarks only.
ALTER TABLE form4_filing ADD COLUMN files_separately INTEGER NOT NULL DEFAULT 0;
UPDATE form4_filing SET files_separately = 1 WHERE remarks LIKE '%separate form%' OR remarks LIKE '%separate filing%' OR remarks LIKE '%separate report%';
