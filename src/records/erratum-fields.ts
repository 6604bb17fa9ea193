/** Which fields of a row an erratum can name: as the public row calls them, with their names in the record and their kinds. */

import type { RegisterRecord } from './index.js';

/** A row of a record, or the record itself. */
export type RecordRow = Record<string, unknown>;

export interface ErratumField {
  /** In the record. */
  name: string;
  kind: 'number' | 'day' | 'text' | 'bracket';
  /** The only texts that it can be. */
  words?: readonly string[];
  /** The fields with the bounds of a bracket, and with its middle. */
  bounds?: readonly [low: string, high: string, middle?: string];
  /** What stands for a withheld value; undefined for a field that always has one. */
  withheld?: null | '';
}

type CorrectableFields = Readonly<Record<string, ErratumField>>;

const number = (name: string): ErratumField => ({ name, kind: 'number', withheld: null });
const bound = (name: string): ErratumField => ({ name, kind: 'number' });
const day = (name: string): ErratumField => ({ name, kind: 'day', withheld: null });
const statedDay = (name: string): ErratumField => ({ name, kind: 'day' });
const text = (name: string): ErratumField => ({ name, kind: 'text', withheld: '' });
const word = (name: string): ErratumField => ({ name, kind: 'text', withheld: null });

const oneOf = (name: string, words: readonly string[], withheld?: null): ErratumField => ({
  ...{ name, kind: 'text', words },
  ...(withheld === undefined ? {} : { withheld }),
});

const OWNERSHIP: CorrectableFields = {
  securityTitle: text('securityTitle'),
  transactionDate: day('transactionDate'),
  transactionCode: oneOf('transactionCode', [...'PSVADFIMCEHOXGLWZJKU'], null),
  shares: number('shares'),
  pricePerShare: number('pricePerShare'),
  sharesOwnedAfter: number('sharesOwnedAfter'),
};
const HOLDING: CorrectableFields = {
  securityTitle: text('securityTitle'),
  sharesOwnedAfter: number('shares'),
  valueOwned: number('value'),
};
const CONGRESS: CorrectableFields = {
  ticker: text('ticker'),
  assetDescription: text('assetDescription'),
  assetType: text('assetType'),
  transactionDate: statedDay('transactionDate'),
  type: oneOf('type', ['Purchase', 'Sale', 'Sale (Full)', 'Sale (Partial)', 'Exchange']),
  owner: oneOf('owner', ['Self', 'Spouse', 'Joint', 'Child', 'Other']),
  amountLabel: {
    ...{ name: 'amountLabel', kind: 'bracket', withheld: '' },
    bounds: ['amountMin', 'amountMax', 'amountMid'],
  },
  amountMin: bound('amountMin'),
  amountMax: number('amountMax'),
  amountMid: number('amountMid'),
};
const OFFICIAL: CorrectableFields = {
  description: text('description'),
  ticker: word('ticker'),
  type: oneOf('type', ['Purchase', 'Sale', 'Exchange'], null),
  transactionDate: day('transactionDate'),
  valueLabel: { name: 'valueLabel', kind: 'bracket', withheld: null, bounds: ['valueLow', 'valueHigh'] },
  valueLow: number('valueLow'),
  valueHigh: number('valueHigh'),
};
const EUROPE: CorrectableFields = {
  issuerName: text('issuerName'),
  pdmrName: text('pdmrName'),
  capacity: text('capacity'),
  position: text('capacity'),
  isin: word('isin'),
  transactionDate: day('transactionDate'),
  currency: word('currency'),
  price: number('price'),
  pricePerShare: number('price'),
  volume: number('volume'),
  quantity: number('volume'),
  totalValue: number('totalValue'),
  totalValueNative: number('totalValue'),
};
const FUND: CorrectableFields = {
  nameOfIssuer: text('nameOfIssuer'),
  titleOfClass: text('titleOfClass'),
  cusip: text('cusip'),
  value: number('value'),
  shares: number('amount'),
};
const BLOCK: CorrectableFields = {
  shares: number('shares'),
  marketValue: number('marketValue'),
  sharesOutstanding: number('sharesOutstanding'),
  approxSaleDate: day('approxSaleDate'),
};
const PERSON: CorrectableFields = { shares: number('shares'), percent: number('percent') };
const SCHEDULE: CorrectableFields = { eventDate: day('eventDate') };
const NO_FIELDS: CorrectableFields = {};

/** The row that has a public id in a record; undefined where the record has none. */
export function filedRow(record: RegisterRecord, id: string): RecordRow | undefined {
  const rest = (document: string) => (id.startsWith(`${document}-`) ? id.slice(document.length + 1) : '');
  const found = (): object | undefined => {
    switch (record.kind) {
      case 'form4':
        return record.transactions.find(({ row }) => String(row) === rest(record.accession));
      case 'form35':
        return (
          record.transactions.find(({ row }) => String(row) === rest(record.accession)) ??
          record.holdings.find(({ row }) => `h${row}` === rest(record.accession))
        );
      case 'stock-act-report':
        return record.trades.find(({ row }) => String(row) === rest(record.documentId));
      case 'oge-278t-report':
        return record.transactions.find((one) => String(one.number) === rest(record.documentId));
      case '13f':
        return record.rows.find(({ row }) => String(row) === rest(record.accession));
      case 'form144':
      case 'schedule-13':
        return record.accession === id ? record : undefined;
      case 'pdmr':
        return record.filingId === id ? record : undefined;
      case 'pdmr-window':
      case 'pdmr-notification':
        return record.rows.find(({ filingId }) => filingId === id);
      default:
        return undefined;
    }
  };
  return found() as RecordRow | undefined;
}

/** The document of a row, as the log of changes names it: a row of a European register is one. */
export function documentOfRow(record: RegisterRecord, id: string): string {
  if ('accession' in record) return record.accession;
  return 'documentId' in record ? record.documentId : id;
}

/**
 * The object and the field that an erratum names; null for no such field. Parts of a row have a path, as in the public row:
 * `securities.0.shares`; without it, the only one is meant.
 */
export function erratumPlace(
  record: RegisterRecord,
  row: RecordRow,
  path: string,
): { holder: RecordRow; field: ErratumField } | null {
  const fields = fieldsOf(record, row);
  if (Object.hasOwn(fields, path)) return { holder: row, field: fields[path] as ErratumField };
  const [list, of] = PARTS[record.kind] ?? ['', NO_FIELDS];
  const parts = (row[list] ?? []) as RecordRow[];
  const [first = '', at = '', name = ''] = path.split('.');
  const holder = first === list ? parts[Number(at)] : parts.length === 1 ? parts[0] : undefined;
  const wanted = first === list ? name : path;
  return holder === undefined || !Object.hasOwn(of, wanted)
    ? null
    : { holder, field: of[wanted] as ErratumField };
}

/** The parts of a row that have figures. */
const PARTS: Partial<Record<RegisterRecord['kind'], [list: string, fields: CorrectableFields]>> = {
  form144: ['securities', BLOCK],
  'schedule-13': ['persons', PERSON],
};

function fieldsOf({ kind }: RegisterRecord, row: RecordRow): CorrectableFields {
  switch (kind) {
    case 'form4':
      return OWNERSHIP;
    case 'form35':
      return 'transactionCode' in row ? OWNERSHIP : HOLDING;
    case 'stock-act-report':
      return CONGRESS;
    case 'oge-278t-report':
      return OFFICIAL;
    case '13f':
      return FUND;
    case 'schedule-13':
      return SCHEDULE;
    case 'pdmr':
    case 'pdmr-window':
    case 'pdmr-notification':
      return EUROPE;
    default:
      return NO_FIELDS;
  }
}
