-- Every quarter of the 13F portfolios, so that any two can be compared. Never edited once released.

CREATE TABLE tracker_quarter (
  slug TEXT NOT NULL,
  period_end TEXT NOT NULL,
  facts TEXT NOT NULL, -- JSON: the quarter without its positions
  positions TEXT NOT NULL, -- JSON array, largest value first
  PRIMARY KEY (slug, period_end)
);

-- `quarter`: a quarter of a portfolio, as SLUG and the last day with a space between them.
CREATE TABLE unpublished_next (
  kind TEXT NOT NULL CHECK (kind IN ('filing', 'owner', 'member', 'market', 'symbols', 'quarter')),
  "key" TEXT NOT NULL,
  round INTEGER NOT NULL,
  PRIMARY KEY (kind, "key")
) WITHOUT ROWID;
INSERT INTO unpublished_next SELECT kind, "key", round FROM unpublished;
DROP TABLE unpublished;
ALTER TABLE unpublished_next RENAME TO unpublished;
