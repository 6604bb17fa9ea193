-- Corrections of British announcements name the announcement that they correct. Never edited once released.

-- The number that RNS gave the announcement, and those of the announcements that it says it corrects, separated by blanks.
ALTER TABLE pdmr_filing ADD COLUMN announcement_number TEXT;
ALTER TABLE pdmr_filing ADD COLUMN corrects_numbers TEXT;
