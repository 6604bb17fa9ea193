/** How much of each register was read, how soon, and how well: computed when a generation is published. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quality, RegisterQuality } from '../../../tools/contract/shapes/quality.js';
import { groupBy } from '../../collections.js';
import { DAY_MS } from '../../dates.js';
import { packageRoot } from '../../package-root.js';
import { readGeneration } from '../database/open.js';
import type { Store } from '../database/store.js';
import { readMeasure } from './measures.js';

/** Kinds and reasons of one register that are named; the others are added up. */
const NAMED = 20;
const OTHERS = 'other reasons';
/** Lags of longer ago say nothing of today. */
const LAG_DAYS = 7;
const REASON_MAX = 300;

export function qualityDocument(store: Store): [name: string, json: string] {
  return ['quality', JSON.stringify(qualityOf(store))];
}

function qualityOf(store: Store): Quality {
  const at = readGeneration(store)?.at ?? null;
  const states = statesOf(store);
  const reasons = reasonsOf(store);
  const warnings = warningsOf(store);
  const registers = store
    .rows<[source: string, register: string]>(
      `SELECT r.source, r.register FROM source_register r JOIN source s ON s.source = r.source
       ORDER BY s.position, r.position`,
    )
    .all();
  return {
    computedAt: at,
    registers: registers.map(([source, register]): RegisterQuality => {
      const counts = states.get(register);
      const count = (state: string) => (counts === undefined ? null : (counts.get(state) ?? 0));
      const listed = counts === undefined ? null : [...counts.values()].reduce((sum, one) => sum + one, 0);
      return {
        register,
        source,
        listed,
        read: count('done'),
        unread: count('unread'),
        waiting: count('waiting'),
        gone: count('gone'),
        unreadReasons: reasons.get(register) ?? [],
        warnings: warnings.get(register) ?? [],
        lag: at === null ? null : lagOf(store, register, at),
        controls: controlsOf(store, register, warnings.get(register) ?? []),
      };
    }),
    fidelity: publishedFidelity(),
    served: readMeasure<Quality['served']>(store, 'served')?.measured ?? null,
    audit: readMeasure<Quality['audit']>(store, 'audit')?.measured ?? null,
  };
}

/** How many documents are in each state, for each register that lists documents; lists have no kind, and do not count. */
function statesOf(store: Store): Map<string, Map<string, number>> {
  const rows = store
    .rows<[register: string, state: string, documents: number]>(
      `SELECT register, state, count(*) FROM document WHERE kind <> '' GROUP BY register, state`,
    )
    .all();
  const found = new Map<string, Map<string, number>>();
  for (const [register, state, documents] of rows)
    found.set(register, (found.get(register) ?? new Map<string, number>()).set(state, documents));
  return found;
}

function reasonsOf(store: Store): Map<string, RegisterQuality['unreadReasons']> {
  const rows = store
    .rows<[register: string, reason: string, documents: number]>(
      `SELECT d.register, coalesce(d.reason, ''), count(*) FROM unread_document u
       JOIN document d ON d.register = u.register AND d."key" = u."key"
       GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
    )
    .all();
  return mapOf(rows, (list) =>
    namedFirst(
      list.map(([, reason, documents]) => ({ name: reason.slice(0, REASON_MAX), number: documents })),
    ).map(({ name, number }) => ({ reason: name, documents: number })),
  );
}

function warningsOf(store: Store): Map<string, RegisterQuality['warnings']> {
  const rows = store
    .rows<[register: string, kind: string, times: number]>(
      'SELECT register, kind, sum("count") FROM warning GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2',
    )
    .all();
  return mapOf(rows, (list) =>
    namedFirst(list.map(([, kind, times]) => ({ name: kind, number: times }))).map(({ name, number }) => ({
      kind: name,
      times: number,
    })),
  );
}

type Counted = [register: string, name: string, number: number];

function mapOf<R>(rows: readonly Counted[], make: (list: Counted[]) => R): Map<string, R> {
  return new Map(
    [...groupBy(rows, ([register]) => register)].map(([register, list]) => [register, make(list)]),
  );
}

/** The first, and one entry with the sum of the others. */
function namedFirst(list: Array<{ name: string; number: number }>): Array<{ name: string; number: number }> {
  if (list.length <= NAMED) return list;
  const rest = list.slice(NAMED - 1).reduce((sum, { number }) => sum + number, 0);
  return [...list.slice(0, NAMED - 1), { name: OTHERS, number: rest }];
}

/**
 * The moments of publication of documents that were downloaded one by one: those with a time of day alone. A file of many
 * records has no moment, and neither has a report with only a date. The index of the records of a document has only these
 * two registers, and CROSS JOIN makes SQLite begin with it.
 */
const PUBLISHED: Readonly<Record<string, string>> = {
  'sec-form4': `SELECT f.filed_at FROM form4_filing f WHERE f.accession = d."key" AND f.filed_at_approximate = 0`,
  'sec-144': `SELECT n.filed_at FROM form144_notice n WHERE n.accession = d."key" AND json_extract(n.notice, '$.filedAtApproximate') IS NOT 1`,
  'senate-ptr': 'SELECT s.filed_at FROM stock_act_report s WHERE s.document_id = d."key"',
  'house-ptr': 'SELECT s.filed_at FROM stock_act_report s WHERE s.document_id = d."key"',
  'uk-nsm': `SELECT min(p.publication_at) FROM record_source r CROSS JOIN pdmr_filing p ON p.market = 'uk' AND p.filing_id = r.record
     WHERE r.document_id = d.id AND r.register = 'uk-nsm' AND p.publication_approximate = 0`,
  'nl-afm': `SELECT min(p.publication_at) FROM record_source r CROSS JOIN pdmr_filing p ON p.market = 'nl' AND p.filing_id = r.record
     WHERE r.document_id = d.id AND r.register = 'nl-afm' AND p.publication_approximate = 0`,
};

function lagOf(store: Store, register: string, at: string): RegisterQuality['lag'] {
  const published = PUBLISHED[register];
  // What a first import brings was published long before.
  const [followed] = store.rows<[since: string]>('SELECT since FROM followed WHERE name = ?').all(register);
  if (published === undefined || followed === undefined) return null;
  const weekAgo = new Date(Date.parse(at) - LAG_DAYS * DAY_MS).toISOString();
  const since = followed[0] > weekAgo ? followed[0] : weekAgo;
  const moments = store
    .rows<[published: string | null, retrieved: string]>(
      `SELECT (${published}), d.retrieved_at FROM source_document d WHERE d.register = ? AND d.retrieved_at >= ?`,
    )
    .all(register, since);
  const seconds = moments
    .flatMap(([one, retrieved]) =>
      one === null || one < since ? [] : (Date.parse(retrieved) - Date.parse(one)) / 1000,
    )
    // A clock that is behind that of the register gives less than nothing.
    .map((lag) => Math.max(0, Math.round(lag)))
    .sort((a, b) => a - b);
  const share = (part: number) => seconds[Math.min(seconds.length - 1, Math.floor(part * seconds.length))];
  const [median, p95] = [share(0.5), share(0.95)];
  if (median === undefined || p95 === undefined) return null;
  return { documents: seconds.length, since, medianSeconds: median, p95Seconds: p95 };
}

/** The totals that a 13F states on its summary page. The parser compared them, and warned where they differ. */
function controlsOf(
  store: Store,
  register: string,
  warnings: RegisterQuality['warnings'],
): RegisterQuality['controls'] {
  if (register !== 'sec-13f') return [];
  const [[reports]] = store.rows<[reports: number]>('SELECT count(*) FROM report_13f').all() as [[number]];
  const times = (kind: string) => warnings.find((one) => one.kind === kind)?.times ?? 0;
  return (
    [
      ['rows of the information table, with the number that the summary page states', 'entry-total'],
      ['value of the information table, with the total that the summary page states', 'value-total'],
    ] as const
  ).map(([name, kind]) => {
    const notStated = Math.min(times(`no-${kind}`), reports);
    const different = Math.min(times(`${kind}-differs`), reports - notStated);
    return {
      name,
      compared: reports - notStated,
      equal: reports - notStated - different,
      different,
      notStated,
    };
  });
}

let fidelity: Quality['fidelity'] | null = null;

/** What `npm run fidelity -- --write` measured. */
function publishedFidelity(): Quality['fidelity'] {
  // Our own file, which that command writes.
  fidelity ??= JSON.parse(
    readFileSync(join(packageRoot(), 'docs/fidelity.json'), 'utf8'),
  ) as Quality['fidelity'];
  return fidelity;
}
