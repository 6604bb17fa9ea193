/** How much of each register was read, how soon, and how well. */

import type { Quality, RegisterQuality } from '../../../../tools/contract/shapes/quality.js';
import type { RegisterServed } from '../../../../tools/contract/shapes/served-measures.js';
import getQuality from '../../../../tools/get-quality.js';
import { type Html, html } from '../../../html.js';
import { count, plural } from '../../figures.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';

const UNKNOWN_NUMBER = '–';
const number = (value: number | null) => (value === null ? UNKNOWN_NUMBER : count(value));

/** Half a minute, or some hours: in the unit that a reader would choose. */
function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 360) / 10} h`;
}

function lagWords(lag: RegisterQuality['lag']): string {
  if (lag === null) return UNKNOWN_NUMBER;
  return `${duration(lag.medianSeconds)}; 95% within ${duration(lag.p95Seconds)} (${plural(lag.documents, 'document')})`;
}

/** Rounded down, so that only all is 100%. */
function share(part: number, all: number): string {
  return all === 0 ? UNKNOWN_NUMBER : `${Math.floor((part / all) * 1000) / 10}%`;
}

export const qualityPage = toolPage({
  isPresentOnly: true,
  path: '/quality',
  tool: getQuality,
  render: ({ data }) => ({
    title: 'Quality of the data',
    lede: 'How much of each register was read, how soon after its publication, and how well. Every figure is computed from the store. A dash means not known; it never means zero.',
    body: html`${registerTable(data.registers)}
${unreadSection(data)}
${warningSection(data)}
${controlSection(data)}
${servedSection(data)}
${auditSection(data)}
${fidelitySection(data)}`,
    json: '/v1/quality',
    ...(data.computedAt === null ? {} : { fetchedAt: data.computedAt }),
  }),
});

function unreadSection({ registers }: Quality): Html {
  const rows = registers.flatMap(({ register, unreadReasons }) =>
    unreadReasons.map((one) => ({ register, ...one })),
  );
  return html`<h2>Documents that could not be read</h2>
<p>They are kept unchanged, and read again when a parser improves.</p>
${table({
  caption: 'Unread documents by reason',
  rows,
  empty: 'No such document is known.',
  columns: [
    { field: 'register', head: 'Register', as: code },
    { field: 'reason', head: 'Reason', roomy: true },
    { field: 'documents', head: 'Documents', as: 'amount' },
  ],
})}`;
}

function warningSection({ registers }: Quality): Html {
  const rows = registers.flatMap(({ register, warnings }) => warnings.map((one) => ({ register, ...one })));
  return html`<h2>What was not understood</h2>
<p>Elements, codes and words that no parser knew, in documents that were read.</p>
${table({
  caption: 'Warnings by kind',
  rows,
  empty: 'No warning is known.',
  columns: [
    { field: 'register', head: 'Register', as: code },
    { field: 'kind', head: 'Kind', as: code },
    { field: 'times', head: 'Times', as: 'amount' },
  ],
})}`;
}

function controlSection({ registers }: Quality): Html {
  const rows = registers.flatMap(({ register, controls }) => controls.map((one) => ({ register, ...one })));
  return html`<h2>Control totals</h2>
<p>Totals stated in the documents, compared with the rows that were read.</p>
${table({
  caption: 'Stated totals and rows',
  rows,
  empty: 'No register with control totals has been read.',
  columns: [
    { field: 'register', head: 'Register', as: code },
    { field: 'name', head: 'Compared', roomy: true },
    { field: 'compared', head: 'Documents', as: 'amount' },
    { field: 'equal', head: 'Equal', as: 'amount' },
    { field: 'different', head: 'Different', as: 'amount' },
    { field: 'notStated', head: 'No total', as: 'amount' },
  ],
})}`;
}

/** One line for each register; a dash where nothing is known, or where the register has no such thing. */
function servedSection({ served, fidelity }: Quality): Html {
  return html`<h2 id="served">What is served after derivation</h2>
<p>What became of corrections, of figures about which another statement says something, of purchases, and of rows that may be one lot.${served !== null && html` Counted on ${served.computedAt.slice(0, 10)}.`} How many corrections were missed is known only where the truth is written, as in the cases below.</p>
${servedTable('Corrections, witnesses, purchases and lots of this service', served?.registers ?? [])}
${fidelity.served !== undefined && servedTable('The same, of written cases', fidelity.served.cases)}`;
}

function servedTable(caption: string, registers: readonly RegisterServed[]): Html {
  return table({
    caption,
    rows: registers.map(({ register, corrections, witnesses, acquisitions, lots }) => ({
      register,
      ...(corrections ?? { filed: null, replaced: null, marked: null, missed: null }),
      ...(witnesses ?? { confirmed: null, contradicted: null }),
      acquisitions:
        acquisitions?.map(({ kind, rows }) => `${kind} ${count(rows)}`).join(', ') ?? UNKNOWN_NUMBER,
      ...(lots ?? { joined: null, apart: null }),
    })),
    empty: 'Nothing has been counted yet.',
    columns: [
      { field: 'register', head: 'Register', as: code },
      { field: 'filed', head: 'Corrections', as: number, number: true },
      { field: 'replaced', head: 'Replaced', as: number, number: true },
      { field: 'marked', head: 'Marked', as: number, number: true },
      { field: 'missed', head: 'Missed', as: number, number: true },
      { field: 'confirmed', head: 'Confirmed', as: number, number: true },
      { field: 'contradicted', head: 'Contradicted', as: number, number: true },
      { field: 'acquisitions', head: 'Purchases by kind', roomy: true },
      { field: 'joined', head: 'Lots joined', as: number, number: true },
      { field: 'apart', head: 'Kept apart', as: number, number: true },
    ],
  });
}

function auditSection({ audit }: Quality): Html {
  if (audit === null)
    return html`<h2 id="audit">Daily audit</h2>
<p>No audit has been made yet. A live service makes one a day.</p>`;
  const { at, seed, rows, agree, differ, notComparable, notFetched, differing, failures } = audit;
  const failed = failures.map(({ register, reason }) => `${register}: ${reason}`).join('; ');
  return html`<h2 id="audit">Daily audit</h2>
<p>On ${at.slice(0, 10)}, ${plural(rows, 'row')} were drawn at random (seed ${seed}), and the documents behind them fetched, read and derived again: ${count(agree)} agree, ${count(differing.length)} differ (register ${differ.register}, reading ${differ.reading}, derivation ${differ.derivation}). ${count(notComparable)} could not be compared, because no document was kept by its hash, or it is a list; ${count(notFetched)} could not be fetched${failed !== '' && html` (${failed})`}.</p>
${table({
  caption: 'Rows that differ',
  rows: differing,
  empty: 'No row differs.',
  columns: [
    { field: 'register', head: 'Register', as: code },
    { field: 'id', head: 'Row', as: code },
    { field: 'kind', head: 'Because of', as: code },
    { field: 'detail', head: 'What was found', roomy: true },
  ],
})}`;
}

function fidelitySection({ fidelity }: Quality): Html {
  return html`<h2>Fidelity</h2>
<p>Rows of this program against those of a second reader, over saved documents. Measured on ${fidelity.measuredAt}.</p>
${table({
  caption: 'Rows and values that are equal',
  rows: fidelity.scores,
  empty: '',
  columns: [
    { field: 'register', head: 'Register' },
    { field: 'documents', head: 'Documents', as: 'amount' },
    { field: 'read', head: 'Read', as: 'amount' },
    { field: 'rows', head: 'Rows', as: 'amount' },
    { field: 'equalRows', head: 'Equal rows', as: (equal, row) => share(equal, row.rows), number: true },
    { field: 'fields', head: 'Values', as: 'amount' },
    {
      field: 'equalFields',
      head: 'Equal values',
      as: (equal, row) => share(equal, row.fields),
      number: true,
    },
  ],
})}`;
}

const code = (value: string): Html => html`<code>${value}</code>`;

function registerTable(registers: readonly RegisterQuality[]): Html {
  return table({
    caption: 'Documents of each register',
    rows: registers,
    empty: 'No register is known yet.',
    columns: [
      { field: 'register', head: 'Register', as: code },
      { field: 'listed', head: 'Listed', as: number, number: true },
      { field: 'read', head: 'Read', as: number, number: true },
      { field: 'unread', head: 'Unread', as: number, number: true },
      { field: 'waiting', head: 'Waiting', as: number, number: true },
      { field: 'gone', head: 'Gone', as: number, number: true },
      { field: 'lag', head: 'From publication to here', as: lagWords },
    ],
  });
}
