/** The lines of errata that the ledger keeps, and how they are applied to records before they are stored. */

import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import {
  type Erratum,
  type OperatorCorrection,
  sharedErratum,
} from '../../../tools/contract/shapes/erratum.js';
import { groupBy } from '../../collections.js';
import type { Warning } from '../../records/crawl.js';
import { applyErrata, type ErratumLine, type ErratumOutcome, keyOf } from '../../records/erratum.js';
import { documentOfRow } from '../../records/erratum-fields.js';
import type { Form4Filing } from '../../records/form4/form4.js';
import type { Form35Filing } from '../../records/form4/form35.js';
import type { RegisterRecord } from '../../records/index.js';
import type { Store } from '../database/store.js';
import { markHoldersUnpublished, markUnpublished } from '../rows/unpublished.js';

export interface StoredErratum extends ErratumLine {
  state: ErratumOutcome['state'] | 'waiting';
  asFiled: string | null;
}

const STORED = `SELECT register, row_id AS "row", field, filed, shown, reason, document, day, state, as_filed AS "asFiled"
  FROM erratum`;

/** All lines, by register, row and field. */
export function storedErrata(store: Store): StoredErratum[] {
  return store.sql<StoredErratum>(`${STORED} ORDER BY register, row_id, field`).all();
}

/** The errata of one register, for the records of a batch. Most registers have none, and nothing is then done. */
export class BatchErrata {
  private readonly lines: readonly StoredErratum[];
  readonly warnings: Warning[] = [];

  constructor(
    private readonly store: Store,
    register: string,
  ) {
    this.lines = store.sql<StoredErratum>(`${STORED} WHERE register = ?`).all(register);
  }

  /** The record as it is stored, and a function to call once it is written. */
  apply<R extends RegisterRecord>(filed: R): { record: R; written(changed: boolean): void } {
    if (this.lines.length === 0) return { record: filed, written: () => undefined };
    const { record, outcomes } = applyErrata(filed, this.lines);
    return { record, written: (changed) => this.note(filed, outcomes, changed) };
  }

  private note(filed: RegisterRecord, outcomes: readonly ErratumOutcome[], changed: boolean): void {
    // The rounded figures of a data set replace none of the document, so they say nothing about the line.
    if (!changed && isRounded(filed) && this.hasDocument(filed.accession)) return;
    for (const { line, state, found, asFiled } of outcomes) {
      const before = this.lines.find((one) => keyOf(one) === keyOf(line));
      const kept = state === 'applied' ? asFiled : null;
      if (before?.state === state && before.asFiled === kept) continue;
      const { register, row, field } = line;
      this.store
        .sql('UPDATE erratum SET state = ?, as_filed = ? WHERE register = ? AND row_id = ? AND field = ?')
        .run(state, kept, register, row, field);
      markRowChanged(this.store, filed, row);
      if (state !== 'applied') this.warnings.push(warningOf(line, state, found));
    }
  }

  private hasDocument(accession: string): boolean {
    const stored = this.store.rows(
      `SELECT 1 FROM form4_filing WHERE accession = ? AND "precision" = 'xml'
       UNION ALL SELECT 1 FROM form35_filing WHERE accession = ? AND json_extract(filing, '$.precision') = 'xml'`,
    );
    return stored.get(accession, accession) !== undefined;
  }
}

const isRounded = (record: RegisterRecord): record is Form4Filing | Form35Filing =>
  'precision' in record && record.precision === 'dataset';

const WHY = {
  changed: (line: ErratumLine, found: string) =>
    `the document says ${found === '' ? 'nothing' : found}, and not ${line.filed === '' ? 'nothing' : line.filed}`,
  'unknown-field': () => 'the row has no such field that can be corrected',
  'unusable-value': ({ shown }: ErratumLine) =>
    shown === null ? 'the field always has a value, so that it cannot be withheld' : `it cannot be ${shown}`,
} as const;

/** Why a line is not applied, for the journal and for the check. */
export function whyNotApplied(line: ErratumLine, state: keyof typeof WHY, found: string): string {
  return WHY[state](line, found);
}

function warningOf(line: ErratumLine, state: keyof typeof WHY, found: string): Warning {
  const { row, field } = line;
  return {
    kind: 'erratum-not-applied',
    detail: `${row}, ${field}: ${whyNotApplied(line, state, found)}`,
    where: row,
  };
}

/** The row is published again with its mark, also where nothing of the record changed, and the log of changes has its document. */
export function markRowChanged(store: Store, record: RegisterRecord, row: string): void {
  // The log has no Forms 3 and 5.
  if (record.kind !== 'form35')
    store
      .sql('INSERT INTO unlogged_erratum (document) VALUES (?) ON CONFLICT DO NOTHING')
      .run(documentOfRow(record, row));
  if (record.kind === 'form4') markUnpublished(store, 'filing', record.accession);
  else if (record.kind === 'form35') markUnpublished(store, 'form35', record.accession);
  else if (record.kind === 'form144') markUnpublished(store, 'planned_sales', record.issuer.cik);
  else if (record.kind === 'schedule-13') markHoldersUnpublished(store, record.issuer.cik);
  else if (record.kind === 'stock-act-report') markFilerOf(store, record.documentId);
  else if ('market' in record) markUnpublished(store, 'market', record.market);
  // Portfolios are published each time.
  else markUnpublished(store, 'symbols', '');
}

function markFilerOf(store: Store, documentId: string): void {
  const filers = store
    .rows<[id: string]>(
      `SELECT f.member_id FROM stock_act_report r JOIN stock_act_filer f ON f.report_id = r.id WHERE r.document_id = ?`,
    )
    .all(documentId);
  for (const [id] of filers) markUnpublished(store, 'member', id);
}

/** The marks of the rows of some registers, by the id of the row. */
export function erratumMarks(store: Store, ...registers: string[]): ReadonlyMap<string, Erratum> {
  const lines = registers.flatMap((register) =>
    store
      .sql<StoredErratum>(`${STORED} WHERE register = ? AND state IN ('applied', 'changed')`)
      .all(register),
  );
  const marks = new Map<string, Erratum>();
  for (const [row, of] of groupBy(lines, (line) => line.row)) {
    const { erratum } = sharedErratum(of.map((line) => ({ erratum: markOf(line) })));
    if (erratum !== undefined) marks.set(row, erratum);
  }
  return marks;
}

const markOf = ({ reason, day, state }: StoredErratum): Erratum => ({
  reason,
  day,
  ...(state === 'changed' ? { state: 'document-changed' } : {}),
});

/** The mark of a row as a member of it; nothing for a row without one. */
export function withMark(marks: ReadonlyMap<string, Erratum>, id: string): { erratum?: Erratum } {
  const mark = marks.get(id);
  return mark === undefined ? {} : { erratum: mark };
}

export const CORRECTIONS_DOCUMENT = 'corrections';

/** The public list, the latest first. */
export function correctionsDocument(store: Store): [name: string, json: string] {
  const all = storedErrata(store).map(
    ({ register, row, field, filed, shown, reason, document, day, state }): OperatorCorrection => ({
      ...{ register, rowId: row, field },
      filed: filed === '' ? null : filed,
      shown,
      withheld: shown === null,
      ...{ reason, document, day },
      state: state === 'applied' ? 'applied' : state === 'changed' ? 'document-changed' : 'not-applied',
    }),
  );
  all.sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  return [CORRECTIONS_DOCUMENT, JSON.stringify(all)];
}

/** The market of a European register. */
export const marketOfRegister = new Map(
  // The keys of the markets.
  (Object.keys(EU_MARKETS) as Array<keyof typeof EU_MARKETS>).map((market) => [
    EU_MARKETS[market].register as string,
    market,
  ]),
);
