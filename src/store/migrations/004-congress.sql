-- Members of the Congress and their periodic transaction reports (STOCK Act). Never edited once released.

-- The two identity files as they are now: people of the current one before those of the historical one.
CREATE TABLE legislator (
  part TEXT NOT NULL CHECK (part IN ('current', 'historical')),
  position INTEGER NOT NULL,
  bioguide TEXT NOT NULL,
  first TEXT NOT NULL,
  last TEXT NOT NULL,
  middle TEXT,
  suffix TEXT,
  nickname TEXT,
  official_full TEXT,
  other_names TEXT NOT NULL, -- JSON array
  PRIMARY KEY (part, position)
) WITHOUT ROWID;
CREATE TABLE legislator_term (
  part TEXT NOT NULL,
  legislator INTEGER NOT NULL, -- position of the person
  position INTEGER NOT NULL,
  chamber TEXT NOT NULL CHECK (chamber IN ('house', 'senate')),
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL,
  state TEXT NOT NULL,
  district INTEGER,
  party TEXT NOT NULL,
  affiliations TEXT NOT NULL, -- JSON array
  PRIMARY KEY (part, legislator, position)
) WITHOUT ROWID;

-- One report as filed, those without trades included.
CREATE TABLE stock_act_report (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL UNIQUE,
  register TEXT NOT NULL,
  chamber TEXT NOT NULL CHECK (chamber IN ('house', 'senate')),
  filer_as_filed TEXT NOT NULL,
  filer_prefix TEXT,
  filer_first TEXT NOT NULL,
  filer_last TEXT NOT NULL,
  filer_suffix TEXT,
  state_district TEXT,
  disclosure_date TEXT NOT NULL,
  filed_at TEXT,
  title_date TEXT,
  amendment INTEGER,
  source_link TEXT NOT NULL,
  readability TEXT NOT NULL CHECK (readability IN ('read', 'scanned', 'failed')),
  reason TEXT NOT NULL,
  vehicles TEXT NOT NULL, -- JSON array
  comments TEXT,
  ingested_at TEXT NOT NULL -- first sight by this service; it never moves
);

CREATE TABLE stock_act_trade (
  report_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  row_id TEXT,
  filing_status TEXT,
  owner TEXT NOT NULL,
  owner_filed TEXT NOT NULL,
  ticker TEXT NOT NULL,
  asset_description TEXT NOT NULL,
  asset_type TEXT NOT NULL,
  asset_type_code TEXT,
  type TEXT NOT NULL,
  transaction_date TEXT NOT NULL,
  notification_date TEXT,
  amount_label TEXT NOT NULL,
  amount_min REAL NOT NULL,
  amount_max REAL,
  amount_mid REAL,
  received_ticker TEXT,
  received_asset TEXT, -- NULL where nothing was received in exchange
  subholding TEXT,
  description TEXT,
  location TEXT,
  comments TEXT,
  PRIMARY KEY (report_id, "row")
) WITHOUT ROWID;

-- What derivation decided: who filed a report, and where that person sat on the disclosure date.
CREATE TABLE stock_act_filer (
  report_id INTEGER PRIMARY KEY,
  member_id TEXT NOT NULL,
  district TEXT NOT NULL,
  party TEXT NOT NULL
);
CREATE INDEX stock_act_filer_by_member ON stock_act_filer (member_id, report_id);

-- Rows that an amendment replaces; by_row is NULL where the report is replaced as a whole.
CREATE TABLE stock_act_superseded (
  report_id INTEGER NOT NULL,
  "row" INTEGER NOT NULL,
  by_document TEXT NOT NULL,
  by_row INTEGER,
  PRIMARY KEY (report_id, "row")
) WITHOUT ROWID;

-- The effective rows in a narrow copy, in the order of the answer.
CREATE TABLE member_trade (
  member_id TEXT NOT NULL,
  disclosure_date TEXT NOT NULL,
  transaction_date TEXT NOT NULL,
  document_id TEXT NOT NULL,
  "row" INTEGER NOT NULL,
  report_id INTEGER NOT NULL,
  ticker_base TEXT NOT NULL, -- upper case, BRK of BRK.B, '' when the row names none
  PRIMARY KEY (member_id, disclosure_date, transaction_date, document_id, "row")
) WITHOUT ROWID;
CREATE INDEX member_trade_by_ticker
  ON member_trade (member_id, ticker_base, disclosure_date, transaction_date, document_id, "row");

-- Everybody who filed.
DROP TABLE member;
CREATE TABLE member (
  member_id TEXT PRIMARY KEY, -- the bioguide id, or the filed name of a person who is not known
  kind TEXT NOT NULL CHECK (kind IN ('resolved', 'unresolved')),
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  chamber TEXT NOT NULL CHECK (chamber IN ('house', 'senate')),
  district TEXT NOT NULL,
  party TEXT NOT NULL,
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL,
  lifetime_filings INTEGER NOT NULL
) WITHOUT ROWID;

-- Every slug ever given. None is removed; an alias is an earlier one that keeps answering.
CREATE TABLE member_slug (
  slug TEXT PRIMARY KEY,
  member_id TEXT NOT NULL,
  standing TEXT NOT NULL CHECK (standing IN ('own', 'alias'))
) WITHOUT ROWID;

-- The current warnings of derivation. They enter the journal once, when their register has nothing left to fetch.
CREATE TABLE stock_act_doubt (
  scope TEXT NOT NULL, -- 'identity', or the member whose reports were derived
  register TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL,
  place TEXT NOT NULL,
  is_told INTEGER NOT NULL,
  PRIMARY KEY (scope, kind, detail, place)
) WITHOUT ROWID;

-- Reports that changed since their filer was last looked up, and members whose reports must be derived again.
CREATE TABLE pending_report (report_id INTEGER PRIMARY KEY);
CREATE TABLE pending_member (member_id TEXT PRIMARY KEY) WITHOUT ROWID;

-- One row: whether the identity files changed since, and the operator's overrides that were used last.
CREATE TABLE member_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  is_pending INTEGER NOT NULL,
  overrides TEXT NOT NULL -- JSON array
);
INSERT INTO member_identity (id, is_pending, overrides) VALUES (1, 0, '[]');
