-- Answers are read from the read model, a separate database: the ledger keeps no search index and no index for questions.
-- Never edited once released.
DROP TABLE insider_search;
DROP TABLE insider_gram;
DROP INDEX insider_by_words_joined;
DROP INDEX insider_by_words_split;
ALTER TABLE insider DROP COLUMN words_joined;
ALTER TABLE insider DROP COLUMN words_split;
DROP INDEX form4_feed_by_ticker;
DROP INDEX form4_feed_by_value;
DROP INDEX form4_feed_by_symbol;
DROP INDEX pdmr_feed_by_time;
DROP INDEX pdmr_feed_by_isin;
DROP INDEX member_trade_by_ticker;

-- What changed since it was last published. `round` is the number of the generation in which it changed.
CREATE TABLE unpublished (
  kind TEXT NOT NULL CHECK (kind IN ('filing', 'owner', 'member', 'market', 'symbols')),
  "key" TEXT NOT NULL,
  round INTEGER NOT NULL,
  PRIMARY KEY (kind, "key")
) WITHOUT ROWID;

-- The id of the last published generation, and of the one whose publication began last: after a crash one of them is
-- the id in the read model, or everything is published again.
ALTER TABLE generation ADD COLUMN published_id TEXT;
ALTER TABLE generation ADD COLUMN publishing_id TEXT;
