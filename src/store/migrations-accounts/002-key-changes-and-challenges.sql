-- Every process holds the hashes of all keys in memory and follows their changes here. A trigger writes each change,
-- so that none can be forgotten, not even that of a key that is deleted with its account.
CREATE TABLE key_change (
  number INTEGER PRIMARY KEY,
  token BLOB NOT NULL,                   -- random: another history of the same length has other tokens
  key_id INTEGER NOT NULL
) STRICT;
INSERT INTO key_change (number, token, key_id) VALUES (0, randomblob(8), 0);

-- A process that is more than a thousand changes behind reads all keys again.
CREATE TRIGGER key_added AFTER INSERT ON api_key BEGIN
  INSERT INTO key_change (number, token, key_id)
    SELECT max(number) + 1, randomblob(8), new.id FROM key_change;
  DELETE FROM key_change WHERE number <= (SELECT max(number) FROM key_change) - 1000;
END;
CREATE TRIGGER key_removed AFTER DELETE ON api_key BEGIN
  INSERT INTO key_change (number, token, key_id)
    SELECT max(number) + 1, randomblob(8), old.id FROM key_change;
  DELETE FROM key_change WHERE number <= (SELECT max(number) FROM key_change) - 1000;
END;

-- What passkeys sign: begun by one process, perhaps finished by another.
CREATE TABLE challenge (
  hash BLOB PRIMARY KEY,
  browser BLOB NOT NULL,                 -- hash of the form token of the browser that requested it
  kind TEXT NOT NULL,                    -- sign-up, sign-in, add-passkey
  account_id TEXT,                       -- of sign-up: not an account yet
  display_name TEXT,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX challenge_expires ON challenge (expires_at);
