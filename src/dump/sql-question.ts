/** A question in SQL: what it may be, and what its answer has. */

import { SQL_LENGTH_MAX } from '../../tools/contract/rules.js';

export interface SqlRequest {
  sql: string;
  rowsMax: number;
  bytesMax: number;
}

export interface SqlAnswer {
  /** Why there is no answer. */
  error?: string;
  columns?: string[];
  rows?: Array<Array<string | number | null>>;
  /** More rows or bytes would follow. */
  isCut?: boolean;
}

/** Why a text is not run; null if it may be. SQLite decides afterwards whether it only reads. */
export function sqlRefusal(sql: string): string | null {
  if (sql.length > SQL_LENGTH_MAX) return `a question has at most ${SQL_LENGTH_MAX} characters`;
  const plain = sql.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ').trim();
  if (!/^(?:select|with|values|explain)\b/i.test(plain))
    return 'a question begins with SELECT, WITH, VALUES or EXPLAIN';
  // They say where the file is.
  if (/\bpragma_/i.test(plain))
    return 'functions of PRAGMA are not available; dump_tables and dump_columns describe the tables';
  return null;
}
