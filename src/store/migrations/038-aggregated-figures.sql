-- What a Dutch notification adds up itself, a control of its rows. Never edited once released.

-- The average price and the number of all rows of one instrument, category, type and unit; NULL where the page states none.
ALTER TABLE pdmr_filing ADD COLUMN aggregated_price REAL;
ALTER TABLE pdmr_filing ADD COLUMN aggregated_volume REAL;
