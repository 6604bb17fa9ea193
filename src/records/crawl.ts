/** What parsing a document yields besides records: warnings, and documents to fetch next. */

/** Something read but not understood, or understood but hard to believe. It is written to the journal. */
export interface Warning {
  /** Stable kebab-case word, such as `unknown-element`. */
  kind: string;
  /** What it was, with the value as filed. */
  detail: string;
  /** The document, and the row if it is about one row. */
  where: string;
}

/** A document that must still be fetched. It waits in the store's queue, so a crash loses nothing. */
export interface QueuedDocument {
  /** Stable within the register: an accession number, a document id. */
  key: string;
  kind: string;
  url: string;
  /** What the list that named it knew about it, such as the acceptance time. */
  metadata?: Record<string, string>;
  /** Higher comes first; 0 when not given. */
  priority?: number;
}
