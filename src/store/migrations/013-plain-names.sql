-- Names that the field uses. Values stay as they are; only tables and columns are renamed.
ALTER TABLE doubt RENAME TO warning;
ALTER TABLE stock_act_doubt RENAME TO stock_act_warning;
ALTER TABLE stock_act_warning RENAME COLUMN is_told TO is_journaled;
ALTER TABLE tracker_doubt RENAME TO tracker_warning;
ALTER TABLE register_state RENAME COLUMN doubts TO warnings;
ALTER TABLE register_state RENAME COLUMN distinct_doubts TO distinct_warnings;
ALTER TABLE run RENAME COLUMN doubts TO warnings;
ALTER TABLE form4_reading RENAME TO form4_derived;
ALTER TABLE form4_derived RENAME COLUMN standing TO status;
ALTER TABLE form4_derived RENAME COLUMN stands_in_accession TO represented_by_accession;
ALTER TABLE form4_derived RENAME COLUMN stands_in_row TO represented_by_row;
ALTER TABLE document RENAME COLUMN facts TO metadata;
