/** What the operator corrected or withheld in single rows, and how a named person has one made. */

import { correction, type OperatorCorrection } from '../../../../tools/contract/shapes/erratum.js';
import getCorrections from '../../../../tools/get-corrections.js';
import { type Html, html } from '../../../html.js';
import { link, UNKNOWN } from '../../figures.js';
import { listPage } from '../list-page.js';
import type { Column } from '../table.js';

const FILTERS = [
  { name: 'register', label: 'Register', as: 'code', size: 12 },
  { name: 'row', label: 'Row', as: 'code', size: 24 },
  {
    name: 'state',
    label: 'State',
    as: [
      ['', 'Any'],
      ['applied', 'Applied'],
      ['document-changed', 'Document changed'],
      ['not-applied', 'Not applied'],
    ],
  },
] as const;

const STATES: Readonly<Record<OperatorCorrection['state'], string>> = {
  applied: 'applied',
  'document-changed': 'the document changed: shown as filed',
  'not-applied': 'not applied: the row is not here, or cannot have this value',
};

const COLUMNS: Array<Column<OperatorCorrection>> = [
  { field: 'day', head: 'Day', as: 'day' },
  { field: 'register', head: 'Register', as: code },
  { field: 'rowId', head: 'Row', as: code },
  { field: 'field', head: 'Field', as: code },
  { field: 'filed', head: 'Filed', as: (filed) => filed ?? UNKNOWN },
  {
    field: 'shown',
    head: 'Shown',
    as: (shown, { withheld }) => (withheld ? 'withheld' : (shown ?? UNKNOWN)),
  },
  { field: 'reason', head: 'Reason', roomy: true },
  { field: 'document', head: 'Evidence', as: evidence },
  { field: 'state', head: 'State', as: (state) => STATES[state] },
];

export const corrections = listPage({
  path: '/corrections',
  tool: getCorrections,
  source: 'catalog',
  title: 'Corrections',
  lede: 'Figures of single rows that the operator of this service corrected or withheld, with what was filed and why.',
  filters: FILTERS,
  sorts: [],
  presets: [],
  isFile: true,
  caption: 'Corrected rows',
  empty: { all: 'Nothing has been corrected.', filtered: 'No correction matches these filters.' },
  schema: correction,
  columns: () => COLUMNS,
  sources: [],
  caveats: [
    'A filing stays what it is: only its register can change it. What this service shows of it can be corrected, or left out.',
    'A corrected row has a mark in every list, and sums have the shown figure. A withheld figure is in no sum.',
    'A person who is named in a wrong row can have it corrected: “Report an error” at the row leads to the operator. Send what shows that it is wrong.',
  ],
});

function code(word: string): Html {
  return html`<code>${word}</code>`;
}

function evidence(document: string): Html | string {
  return /^https?:/.test(document) ? link(document, 'document') : document;
}
