-- Accounts, passkeys, sessions, API keys and challenges of a service on several machines: the same tables as in
-- accounts.db. Every secret is stored only as its SHA-256. Moments are ISO 8601 UTC.

CREATE TABLE account (
  id text COLLATE "C" PRIMARY KEY,
  display_name text COLLATE "C" NOT NULL,  -- '' when none was given
  recovery_hash bytea NOT NULL UNIQUE,     -- of the one recovery code that works
  created_at text COLLATE "C" NOT NULL
);

CREATE TABLE passkey (
  id text COLLATE "C" PRIMARY KEY,         -- credential id, base64url
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  public_key bytea NOT NULL,               -- COSE
  counter bigint NOT NULL,
  transports text COLLATE "C" NOT NULL,    -- JSON array of strings
  created_at text COLLATE "C" NOT NULL,
  last_used_at text COLLATE "C"
);
CREATE INDEX passkey_account ON passkey (account_id);

CREATE TABLE session (
  hash bytea PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expires ON session (expires_at);

CREATE TABLE api_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- never given twice: use is counted under it
  hash bytea NOT NULL UNIQUE,
  prefix text COLLATE "C" NOT NULL,        -- what may be shown of the key
  name text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" REFERENCES account (id) ON DELETE CASCADE, -- null when the operator made it
  created_at text COLLATE "C" NOT NULL,
  last_used_at text COLLATE "C",
  hour text COLLATE "C",                   -- first moment of the hour that `calls` belongs to
  calls bigint NOT NULL DEFAULT 0
);
CREATE INDEX api_key_account ON api_key (account_id);
CREATE INDEX api_key_prefix ON api_key (prefix);

-- Every node holds the hashes of all keys in memory and follows their changes here. A trigger writes each change, so
-- that none can be forgotten, not even that of a key that is deleted with its account.
CREATE TABLE key_change (
  number bigint PRIMARY KEY,
  token bytea NOT NULL,                    -- random: another history of the same length has other tokens
  key_id bigint NOT NULL
);
INSERT INTO key_change VALUES (0, uuid_send(gen_random_uuid()), 0);

-- One row, and not a sequence: it is locked until the change is committed, so that numbers appear in their order.
CREATE TABLE key_counter (number bigint NOT NULL);
INSERT INTO key_counter VALUES (0);

CREATE FUNCTION write_key_changes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  changes bigint;
  last bigint;
BEGIN
  SELECT count(*) INTO changes FROM changed;
  IF changes = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE key_counter SET number = number + changes RETURNING number INTO last;
  -- A node that is more than a thousand changes behind reads all keys again.
  DELETE FROM key_change WHERE number <= last - 1000;
  INSERT INTO key_change
    SELECT last - changes + place, uuid_send(gen_random_uuid()), id
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM changed) AS numbered
    WHERE place > changes - 1000;
  RETURN NULL;
END
$$;
CREATE TRIGGER key_added AFTER INSERT ON api_key
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_key_changes();
CREATE TRIGGER key_removed AFTER DELETE ON api_key
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION write_key_changes();

-- What passkeys sign: begun by one node, perhaps finished by another. Lost in a crash, which costs one more attempt.
CREATE UNLOGGED TABLE challenge (
  hash bytea PRIMARY KEY,
  browser bytea NOT NULL,                  -- hash of the form token of the browser that requested it
  kind text COLLATE "C" NOT NULL,          -- sign-up, sign-in, add-passkey
  account_id text COLLATE "C",             -- of sign-up: not an account yet
  display_name text COLLATE "C",
  expires_at text COLLATE "C" NOT NULL
);
CREATE INDEX challenge_expires ON challenge (expires_at);
