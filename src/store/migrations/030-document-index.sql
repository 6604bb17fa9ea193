-- The records of a document are only looked for in these two registers: see crawl/quality.ts. An index over all records
-- took as much space as they do. Never edited once released.

DROP INDEX record_source_by_document;
CREATE INDEX record_source_by_document ON record_source (document_id)
  WHERE register = 'uk-nsm' OR register = 'nl-afm';
