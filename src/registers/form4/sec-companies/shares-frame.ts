/** Parses XBRL frames of `EntityCommonStockSharesOutstanding`, one fact for each company, into one record. */

import { isCalendarDate } from '../../../dates.js';
import type { SharesOutstanding } from '../../../records/form4/company.js';
import { parseJson } from '../../formats/json.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';

interface SharesFrame {
  /** Such as CY2026Q3I. */
  name: string;
  /** How many facts the frame says it has; null when it does not say. */
  facts: number | null;
  data: unknown[];
}

const TAG = 'EntityCommonStockSharesOutstanding';
const UNIT = 'shares';

/** The outer shape of a frame of share counts; null for anything else. */
export function parseSharesFrame(bytes: Buffer): SharesFrame | null {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  // Checked above to be an object.
  const { ccp, tag, uom, pts, data } = value as Record<string, unknown>;
  if (typeof ccp !== 'string' || !/^CY\d{4}Q[1-4]I$/.test(ccp) || tag !== TAG) return null;
  if (uom !== undefined && uom !== UNIT) return null;
  // A company without facts has `{}` where an array is expected; a frame without any facts would have the
  // same.
  if (!Array.isArray(data)) return null;
  return { name: ccp, facts: typeof pts === 'number' ? pts : null, data };
}

/**
 * One record with the counts above 0. Filers type a count of 0 or below when they have none to give: it is
 * left out and reported. For a company that is there twice the later `end` counts.
 *
 * @throws ParseError when it is not a frame, or no fact can be read.
 */
export function* parseShares(document: RawDocument): Generator<Parsed> {
  const frame = parseSharesFrame(document.bytes);
  if (frame === null) throw new ParseError('not an XBRL frame of share counts');
  const warnings: Warning[] = [];
  if (frame.facts !== null && frame.facts !== frame.data.length)
    warnings.push({
      kind: 'frame-count',
      detail: `${frame.name} says ${frame.facts} facts and has ${frame.data.length}`,
      where: document.key,
    });
  const rows = new Map<string, SharesOutstanding['rows'][number]>();
  for (const fact of frame.data) {
    const row = readFact(fact);
    if (row === null) {
      warnings.push({
        kind: 'fact-unreadable',
        detail: JSON.stringify(fact).slice(0, 300),
        where: document.key,
      });
      continue;
    }
    if (row.shares <= 0) {
      warnings.push({
        kind: 'shares-not-positive',
        detail: `CIK ${row.cik}: ${row.shares}`,
        where: document.key,
      });
      continue;
    }
    const known = rows.get(row.cik);
    if (known === undefined || known.end < row.end) rows.set(row.cik, row);
  }
  if (rows.size === 0) throw new ParseError('no fact of the frame can be read');
  yield { records: [{ kind: 'shares-outstanding', frame: frame.name, rows: [...rows.values()] }], warnings };
}

function readFact(fact: unknown): SharesOutstanding['rows'][number] | null {
  if (typeof fact !== 'object' || fact === null) return null;
  // Checked above to be an object.
  const { cik, end, val, accn } = fact as Record<string, unknown>;
  if (typeof cik !== 'number' || !Number.isSafeInteger(cik) || cik <= 0) return null;
  if (typeof end !== 'string' || !isCalendarDate(end)) return null;
  if (typeof val !== 'number' || !Number.isFinite(val)) return null;
  if (typeof accn !== 'string' || !/^\d{10}-\d{2}-\d{6}$/.test(accn)) return null;
  return { cik: String(cik), end, shares: val, accession: accn };
}
