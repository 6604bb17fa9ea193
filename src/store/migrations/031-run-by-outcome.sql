-- The state of a register is computed from its last run of each outcome. Without this index, a register without an import
-- was searched for one through all its runs of three months. Never edited once released.

CREATE INDEX run_by_outcome ON run (register, outcome, id);
