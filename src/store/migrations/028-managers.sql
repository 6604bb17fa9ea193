-- The 13F reports of all managers are in a separate file (docs/adr/0018). Never edited once released.

-- The identity of that file: with another one, everything that was read into it is read again. One row.
CREATE TABLE manager_store (id TEXT);
INSERT INTO manager_store (id) VALUES (NULL);
