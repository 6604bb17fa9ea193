/** What each script of the sample makes. */

/** A document with open dates. */
export interface MadeDocument {
  key: string;
  kind: string;
  url: string;
  body: string;
}
