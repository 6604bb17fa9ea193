-- Takes the number of a migration of another branch. Never merged.
SELECT 1;
