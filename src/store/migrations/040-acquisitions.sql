-- How a purchase of Form 4 was made. Never edited once released.

-- As read from footnotes and remarks; null for a purchase in the market, for other codes, and for filings that were read before.
ALTER TABLE form4_transaction ADD COLUMN acquisition TEXT;

-- As derived, for each label of code P; null for labels of other codes.
ALTER TABLE form4_label ADD COLUMN acquisition TEXT;
UPDATE form4_label SET acquisition = 'market' WHERE intent_label LIKE 'Open-market or private purchase%';
