-- Words in the place of a ticker are judged by derivation, and unknown words cost their field. Never edited once released.

-- As filed, for a status or type that the form does not have; NULL elsewhere.
ALTER TABLE stock_act_trade ADD COLUMN filing_status_filed TEXT;
ALTER TABLE stock_act_trade ADD COLUMN type_filed TEXT;
-- What may be the ticker, see src/records/ticker-words.ts; NULL where nothing may.
ALTER TABLE stock_act_trade ADD COLUMN ticker_words TEXT;

-- What derivation took for the ticker, and the words that it did not take.
ALTER TABLE member_trade ADD COLUMN ticker TEXT NOT NULL DEFAULT '';
ALTER TABLE member_trade ADD COLUMN ticker_as_filed TEXT;
UPDATE member_trade SET ticker = (SELECT t.ticker FROM stock_act_trade t
  WHERE t.report_id = member_trade.report_id AND t."row" = member_trade."row");

-- In the House, earlier readers took every ticker from brackets in the name of the asset.
UPDATE stock_act_trade SET ticker_words = ticker, ticker = ''
  WHERE ticker <> '' AND asset_description LIKE '%(%' || ticker || '%)%'
    AND report_id IN (SELECT id FROM stock_act_report WHERE chamber = 'house');

-- Every name that was ever known for a symbol, which has no marks (BRKB).
CREATE TABLE symbol_name (
  symbol TEXT NOT NULL,
  name TEXT NOT NULL,
  is_new INTEGER NOT NULL DEFAULT 1, -- rows with the symbol as a word were not judged again since
  PRIMARY KEY (symbol, name)
) WITHOUT ROWID;
CREATE INDEX symbol_name_new ON symbol_name (symbol) WHERE is_new = 1;
INSERT OR IGNORE INTO symbol_name (symbol, name)
  SELECT replace(replace(replace(upper(ticker), '.', ''), '-', ''), '/', ''), name FROM company_ticker
  UNION SELECT upper(symbol), description FROM cusip_symbol
  UNION SELECT DISTINCT replace(replace(replace(upper(trim(trading_symbol)), '.', ''), '-', ''), '/', ''), trim(issuer_name)
  FROM form4_filing WHERE trading_symbol GLOB '[A-Za-z]*' AND length(trading_symbol) <= 8;
