-- What entered, changed or left for readers, in the order in which it was published. Never edited once released.

-- What each document showed when it was last compared. `kind` is 'f' for a Form 4 filing, 'r' for a report of Congress,
-- 'p' for one of a tracked portfolio, or a market; `id` is the id of its row in the ledger.
CREATE TABLE shown_document (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  hash INTEGER NOT NULL, -- 48 bits of a hash of what readers see; 0 if they see nothing of it
  hidden INTEGER NOT NULL, -- why they do not see all of it, see shown-document.ts
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;

-- Reports of tracked portfolios, by the link to the original. In `shown_document` their kind is 'p'.
CREATE TABLE tracker_report (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL,
  link TEXT NOT NULL,
  UNIQUE (slug, link)
);

-- From when changes are recorded: by register, and by portfolio as tracker/SLUG. What a first import brings is not recorded.
CREATE TABLE followed (
  name TEXT PRIMARY KEY,
  since TEXT NOT NULL
) WITHOUT ROWID;

-- One row for each change. `generation` and `position` are its permanent place.
CREATE TABLE change_log (
  generation INTEGER NOT NULL,
  position INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  reason TEXT NOT NULL,
  currency TEXT NOT NULL, -- '' if no amount is known
  cents INTEGER NOT NULL, -- the larger one of purchases and sales
  subjects TEXT NOT NULL, -- JSON array: what the change is found by
  facts TEXT NOT NULL, -- JSON array, see change-facts.ts
  PRIMARY KEY (generation, position)
) WITHOUT ROWID;

-- Generations whose changes were recorded or removed since they were last published. `round` as in `unpublished`.
CREATE TABLE unpublished_changes (
  generation INTEGER PRIMARY KEY,
  round INTEGER NOT NULL
);

CREATE TABLE change_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hashes INTEGER NOT NULL, -- version of the hashes; 0 before the first
  derivation INTEGER, -- derivation_version when changes were last recorded
  at TEXT NOT NULL, -- the latest moment of a change or of a record
  expired_generation INTEGER NOT NULL, -- the place of the last change that was removed
  expired_position INTEGER NOT NULL
);
INSERT INTO change_state (id, hashes, derivation, at, expired_generation, expired_position) VALUES (1, 0, NULL, '', 0, 0);
