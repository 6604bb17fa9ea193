/** The outer shape of company_tickers_exchange.json: column names, and rows in their order. */

import { parseJson } from '../../formats/json.js';

interface TickerTable {
  fields: string[];
  data: unknown[][];
}

/** The table in these bytes; null when it is not JSON, has another shape, or has no rows. */
export function parseTickerTable(bytes: Buffer): TickerTable | null {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  // Checked above to be an object.
  const { fields, data } = value as Record<string, unknown>;
  if (!Array.isArray(fields) || !fields.every((field) => typeof field === 'string')) return null;
  if (!Array.isArray(data) || data.length === 0 || !data.every((row) => Array.isArray(row))) return null;
  return { fields, data };
}
