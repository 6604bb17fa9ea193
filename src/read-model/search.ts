/** The search for people: each engine has its own index, and all give the same answers. */

import type { NearPeople, StoredPerson } from './near-people.js';

export interface InsiderSearch {
  /** Whole name or slug first, then words that start with the query, then anywhere; latest seen first in each. */
  hits(q: string, limit: number): Promise<StoredPerson[]>;
  /** How many people match. */
  count(q: string): Promise<number>;
  /** People with typing errors in the query; for a query without an exact match. */
  near(q: string, limit: number): Promise<NearPeople>;
}
