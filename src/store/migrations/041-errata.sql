-- What the operator corrected or withheld in single rows. Never edited once released.

-- The lines of the files of errata, and what became of each.
CREATE TABLE erratum (
  register TEXT NOT NULL,
  row_id TEXT NOT NULL, -- the public id of the row
  field TEXT NOT NULL, -- as the public row calls it
  filed TEXT NOT NULL,
  shown TEXT, -- NULL where nothing is shown
  reason TEXT NOT NULL,
  document TEXT NOT NULL,
  day TEXT NOT NULL, -- YYYY-MM-DD
  state TEXT NOT NULL, -- applied, changed, unknown-field, unusable-value, or waiting for its row
  as_filed TEXT, -- the row as filed, JSON, while the line is applied
  PRIMARY KEY (register, row_id, field)
) WITHOUT ROWID;

-- Documents whose corrections changed since the log of changes was last written.
CREATE TABLE unlogged_erratum (document TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
