-- What cannot be right about a row of Form 4, because of itself or of what other statements say. Never edited once released.

-- Words of a closed list, separated by commas. The label has other words for each, so that it says which apply.
ALTER TABLE form4_label ADD COLUMN implausible TEXT NOT NULL DEFAULT '';
UPDATE form4_label SET implausible = 'total-as-price' WHERE intent_label LIKE '%, apparently with the total as its price%';
