-- Rows of another security than the one that the issuer's symbol names. Never edited once released.

-- The issuer's symbol in another country as filed, since schema X0609.
ALTER TABLE form4_filing ADD COLUMN foreign_trading_symbol TEXT;
-- Left out of clusters, streaks and closes: ordinary shares of an issuer whose symbol is that of its depositary shares.
ALTER TABLE form4_reading ADD COLUMN is_other_security INTEGER NOT NULL DEFAULT 0;
