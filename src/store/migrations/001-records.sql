-- Filed facts, what derivation decided about them, the queue, the journal. Never edited once released.
-- Moments are ISO 8601 UTC text with milliseconds, dates YYYY-MM-DD text, booleans 0 or 1, unknown is NULL.

-- One Form 4 or 4/A as filed.
CREATE TABLE form4_filing (
  id INTEGER PRIMARY KEY,
  accession TEXT NOT NULL UNIQUE,
  document_type TEXT NOT NULL,
  schema_version TEXT,
  period_of_report TEXT,
  original_submission_date TEXT,
  filed_at TEXT NOT NULL,
  filed_at_approximate INTEGER NOT NULL,
  filed_date TEXT NOT NULL,
  "precision" TEXT NOT NULL CHECK ("precision" IN ('xml', 'dataset')),
  issuer_cik TEXT NOT NULL,
  issuer_name TEXT NOT NULL,
  trading_symbol TEXT,
  not_subject_to_section16 INTEGER,
  aff10b5_one INTEGER,
  remarks TEXT,
  holding_count INTEGER NOT NULL
);
CREATE INDEX form4_filing_by_issuer ON form4_filing (issuer_cik, filed_at, accession);

-- Reporting owners in the order of the document.
CREATE TABLE form4_owner (
  filing_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  cik TEXT NOT NULL,
  name TEXT NOT NULL,
  is_director INTEGER NOT NULL,
  is_officer INTEGER NOT NULL,
  is_ten_percent_owner INTEGER NOT NULL,
  is_other INTEGER NOT NULL,
  officer_title TEXT,
  other_text TEXT,
  PRIMARY KEY (filing_id, position)
) WITHOUT ROWID;
CREATE INDEX form4_owner_by_cik ON form4_owner (cik, filing_id);

CREATE TABLE form4_transaction (
  filing_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  is_derivative INTEGER NOT NULL,
  security_title TEXT NOT NULL,
  transaction_date TEXT,
  code TEXT,
  equity_swap INTEGER NOT NULL,
  timeliness TEXT,
  shares REAL,
  price REAL,
  stated_total_value REAL,
  acquired_disposed TEXT,
  shares_after REAL,
  value_after REAL,
  ownership TEXT,
  nature_of_ownership TEXT,
  exercise_price REAL,
  underlying_title TEXT,
  underlying_shares REAL,
  is_10b5_1 INTEGER NOT NULL,
  has_vwap_footnote INTEGER NOT NULL,
  has_ads_footnote INTEGER NOT NULL,
  has_tax_footnote INTEGER NOT NULL,
  has_indirect_footnote INTEGER NOT NULL,
  sold_only_for_tax INTEGER NOT NULL,
  implausible TEXT NOT NULL, -- words joined by commas, '' for a sound row
  PRIMARY KEY (filing_id, "row")
) WITHOUT ROWID;

-- What derivation decided about a row. It can always be derived again from the tables above.
CREATE TABLE form4_reading (
  filing_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  standing TEXT NOT NULL,
  stands_in_accession TEXT,
  stands_in_row INTEGER,
  in_feed INTEGER NOT NULL,
  owner_cik TEXT NOT NULL,
  is_paired_exercise INTEGER NOT NULL,
  total_value REAL,
  signal_quality TEXT NOT NULL,
  intent_label TEXT NOT NULL,
  PRIMARY KEY (filing_id, "row")
) WITHOUT ROWID;

-- The open-market rows in a narrow copy: every query of the feed uses one of its indexes.
CREATE TABLE form4_feed (
  filing_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  filed_at TEXT NOT NULL,
  accession TEXT NOT NULL,
  code TEXT NOT NULL CHECK (code IN ('P', 'S')),
  total_value REAL NOT NULL,
  ticker TEXT NOT NULL, -- upper case, '' when the issuer has none
  ticker_base TEXT NOT NULL, -- BRK of BRK.B
  PRIMARY KEY (filing_id, "row")
) WITHOUT ROWID;
CREATE INDEX form4_feed_by_time ON form4_feed (filed_at DESC, accession, "row", code, total_value);
CREATE INDEX form4_feed_by_ticker ON form4_feed (ticker_base, filed_at DESC, accession, "row", code, total_value, ticker);
CREATE INDEX form4_feed_by_value ON form4_feed (code, total_value, filed_at, accession);

CREATE TABLE issuer (
  cik TEXT PRIMARY KEY,
  ticker TEXT NOT NULL,
  name TEXT NOT NULL
) WITHOUT ROWID;

-- The register's ticker table of the day, in its own order.
CREATE TABLE company_ticker (
  position INTEGER PRIMARY KEY,
  cik TEXT NOT NULL,
  name TEXT NOT NULL,
  ticker TEXT NOT NULL,
  exchange TEXT
);
CREATE INDEX company_ticker_by_cik ON company_ticker (cik, position);

-- Issuers and owners whose filings changed since they were last derived.
CREATE TABLE pending_issuer (cik TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE pending_owner (cik TEXT PRIMARY KEY) WITHOUT ROWID;

-- One reporting owner. Rows are never removed, slugs never change.
CREATE TABLE insider (
  id INTEGER PRIMARY KEY,
  owner_cik TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  tickers TEXT NOT NULL, -- JSON array
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL,
  lifetime_filings INTEGER NOT NULL,
  lifetime_distinct_filings INTEGER NOT NULL,
  directional_filings INTEGER NOT NULL,
  words_joined TEXT NOT NULL, -- words of the name in alphabetical order, O'Neil as oneil
  words_split TEXT NOT NULL, -- the same with O'Neil as o neil
  search_rank INTEGER NOT NULL UNIQUE -- ascending is latest last_seen first, to the second
);
CREATE INDEX insider_by_words_joined ON insider (words_joined);
CREATE INDEX insider_by_words_split ON insider (words_split);

-- Its row id is insider.search_rank, so hits come in the order of the answer and reading stops at the limit.
CREATE VIRTUAL TABLE insider_search USING fts5 (
  search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
-- Every trigram in it and how many owners have it: a long word is searched by its rarest parts, one or two
-- letters as the trigrams that start with them.
CREATE TABLE insider_gram (gram TEXT PRIMARY KEY, owners INTEGER NOT NULL) WITHOUT ROWID;

-- Every document that a register named: waiting, done, unread (kept, but not parsed) or gone.
CREATE TABLE document (
  register TEXT NOT NULL,
  "key" TEXT NOT NULL,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  facts TEXT, -- JSON object
  priority INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'unread', 'gone')),
  attempts INTEGER NOT NULL,
  next_try_at TEXT,
  reason TEXT,
  changed_at TEXT NOT NULL,
  PRIMARY KEY (register, "key")
) WITHOUT ROWID;
CREATE INDEX document_waiting ON document (register, priority DESC, "key" DESC) WHERE state = 'waiting';

-- The bytes of documents that could not be parsed, so that a better parser can try again without the network.
CREATE TABLE unread_document (
  register TEXT NOT NULL,
  "key" TEXT NOT NULL,
  reader_version INTEGER NOT NULL,
  size INTEGER NOT NULL, -- bytes as they came
  is_complete INTEGER NOT NULL, -- 0 when only the beginning is kept
  bytes BLOB NOT NULL, -- deflated
  PRIMARY KEY (register, "key")
);

CREATE TABLE register_cursor (
  register TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (register, name)
) WITHOUT ROWID;

-- Running totals, so that half a million rows need not be counted to say how many there are.
CREATE TABLE register_state (
  register TEXT PRIMARY KEY,
  stored_rows INTEGER NOT NULL,
  doubts INTEGER NOT NULL,
  distinct_doubts INTEGER NOT NULL,
  last_batch_at TEXT,
  last_change_at TEXT
) WITHOUT ROWID;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  register TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  outcome TEXT CHECK (outcome IN ('ok', 'failed', 'stopped', 'imported')),
  documents INTEGER NOT NULL,
  records INTEGER NOT NULL,
  doubts INTEGER NOT NULL,
  reason TEXT NOT NULL,
  first_bytes TEXT NOT NULL
);
CREATE INDEX run_by_register ON run (register, id);

CREATE TABLE doubt (
  register TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  example TEXT NOT NULL,
  PRIMARY KEY (register, kind, detail)
) WITHOUT ROWID;

-- The sources that this installation knows: written by ingestion, for processes that only read.
CREATE TABLE source (
  source TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  publisher TEXT NOT NULL,
  homepage TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('on', 'off', 'planned')),
  note TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE source_register (
  source TEXT NOT NULL,
  position INTEGER NOT NULL,
  register TEXT NOT NULL,
  PRIMARY KEY (source, position)
) WITHOUT ROWID;

-- One row: how often the data changed as a whole, and when it is expected to change again.
CREATE TABLE generation (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL,
  at TEXT,
  next_refresh_at TEXT
);
INSERT INTO generation (id, number) VALUES (1, 0);

CREATE TABLE tracker (
  slug TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  archetype TEXT NOT NULL,
  sort_order INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE member (
  slug TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  chamber TEXT NOT NULL
) WITHOUT ROWID;
