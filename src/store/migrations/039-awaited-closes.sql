-- Closes that an issuer's prices are compared with. Never edited once released.

-- The days on which a close of the symbol can change a verdict: such a close makes the issuer pending. Written with the
-- derived rows; most issuers have none.
CREATE TABLE awaited_close (
  issuer_cik TEXT NOT NULL,
  symbol TEXT NOT NULL, -- upper case without separators (BRKB)
  since TEXT NOT NULL, -- of the days as filed
  until TEXT NOT NULL,
  PRIMARY KEY (issuer_cik, symbol, since, until)
) WITHOUT ROWID;
CREATE INDEX awaited_close_by_symbol ON awaited_close (symbol);

-- Which securities had a symbol.
CREATE INDEX cusip_symbol_by_symbol ON cusip_symbol (symbol);
