-- What pages show of the Congress beyond the filed rows. Never edited once released.

-- Names that people know a member by, besides the slugs: the nickname, the official name. Replaced whenever identities
-- are derived; one that two members could claim is in it for neither.
CREATE TABLE member_alias (
  slug TEXT PRIMARY KEY,
  member_id TEXT NOT NULL
) WITHOUT ROWID;

-- Terms of an option, parsed from the text of the row: JSON, NULL for a trade without any.
ALTER TABLE member_trade ADD COLUMN option_terms TEXT;
-- 1 where the date of the trade cannot be right: after the filing, or before the law.
ALTER TABLE member_trade ADD COLUMN is_date_doubtful INTEGER NOT NULL DEFAULT 0;
