/** The condition of a query, collected part by part. */

import type { SqlValue } from '../../database/database.js';

export interface Condition {
  filter: string;
  /** What its placeholders stand for. */
  values: SqlValue[];
}

/** Adds a part and its values to the two lists. */
export function adderTo(parts: string[], values: SqlValue[]) {
  return (part: string, ...more: SqlValue[]): void => {
    parts.push(part);
    values.push(...more);
  };
}
