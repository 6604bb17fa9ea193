-- Rows of another security than the one that the issuer's symbol names; slugs of a first fill. Never edited once released.

-- The issuer's symbol in another country as filed, since schema X0609.
ALTER TABLE form4_filing ADD COLUMN foreign_trading_symbol TEXT;
-- Left out of clusters, streaks and closes: ordinary shares of an issuer whose symbol is that of its depositary shares.
ALTER TABLE form4_reading ADD COLUMN is_other_security INTEGER NOT NULL DEFAULT 0;

-- 0 while the register is read for the first time: which of two namesakes has the plain slug is decided at its end.
ALTER TABLE insider ADD COLUMN is_settled INTEGER NOT NULL DEFAULT 0;
UPDATE insider SET is_settled = 1
WHERE EXISTS (SELECT 1 FROM run WHERE register = 'sec-form4' AND outcome IN ('ok', 'imported'));
CREATE INDEX insider_unsettled ON insider (owner_cik) WHERE is_settled = 0;
