/**
 * A quarterly data set: eight tables in a zip, joined by accession number into filings (section 6 of the
 * notes). Memory use determines the design: one table is unpacked at a time and then released, footnotes are
 * kept as their meaning and not as text, and a filing is dropped once it is yielded.
 */

import type { Form4Filing, ReportingOwner } from '../../records/form4/form4.js';
import type { LineTerms, RowForm, StatedHolding } from '../../records/form4/form35.js';
import { endOfDay } from '../edgar/filing-time.js';
import {
  type FootnoteMeaning,
  isFiledSeparately,
  readFootnote,
  readRemarksCurrency,
} from '../edgar/footnotes.js';
import { filedPriority, laterPriority, queuedSubmission } from '../edgar/queue-entry.js';
import { readCik, readDataSetDate, tidy } from '../edgar/values.js';
import type { Parsed, RawDocument, Warning } from '../register.js';
import { type DataSetTable, openDataSet } from './data-set-tables.js';
import { dollarExercisePrice } from './dollar-prices.js';
import { FieldReader } from './field-reader.js';
import { withTitles } from './officer-title.js';
import type { OwnershipForms, OwnershipReading } from './ownership-forms.js';
import { type FiledRow, resolveFootnotes, toTransactions } from './rows.js';

/** A filing while its tables are being joined. */
interface FilingDraft {
  accession: string;
  documentType: string;
  periodOfReport: string | null;
  dateOfOriginalSubmission: string | null;
  filedDate: string;
  issuer: Form4Filing['issuer'];
  notSubjectToSection16: boolean | null;
  aff10b5One: boolean | null;
  remarks: string | null;
  owners: ReportingOwner[];
  rows: { key: number; filed: FiledRow; terms: LineTerms & { rowForm: RowForm | null } }[];
  holdingCount: number;
  footnotes: Map<string, FootnoteMeaning>;
  holdingFootnoteIds: Set<string>;
  /** Only of the forms whose holdings are read from here; see `OwnershipForms.hasDataSetHoldings`. */
  holdings: { key: number; filed: Omit<StatedHolding, 'row' | 'transactionsBefore'> }[];
  texts: Map<string, string>;
  boxes: Boxes;
  report: FieldReader;
}

/**
 * Yields one filing after the other, each with the submission text that replaces it.
 *
 * @throws ParseError when the archive, one of its tables or a required column is missing.
 */
export function* readDataSet(document: RawDocument, forms: OwnershipForms): Generator<Parsed> {
  const open = openDataSet(document);
  const warnings: Warning[] = [];
  const drafts = readSubmissions(open('SUBMISSION', warnings), { key: document.key, forms, warnings });
  const keep = forms.hasDataSetHoldings;
  readFootnotes(open('FOOTNOTES', warnings), drafts, keep);
  readOwners(open('REPORTINGOWNER', warnings), drafts);
  readHoldings(open('NONDERIV_HOLDING', warnings), drafts, keep ? 'non-derivative' : null);
  readHoldings(open('DERIV_HOLDING', warnings), drafts, keep ? 'derivative' : null);
  readTransactions(open('NONDERIV_TRANS', warnings), drafts, 'non-derivative', keep);
  readTransactions(open('DERIV_TRANS', warnings), drafts, 'derivative', keep);
  if (warnings.length > 0) yield { records: [], warnings };
  for (const [accession, draft] of drafts) {
    drafts.delete(accession);
    if (draft) yield toParsedFiling(draft, document, forms);
  }
}

type FilingDrafts = Map<string, FilingDraft | null>;

/** Filings of the other forms are remembered as null, so that their rows in the other tables are known. */
function readSubmissions(
  table: DataSetTable,
  { key, forms, warnings }: { key: string; forms: OwnershipForms; warnings: Warning[] },
): FilingDrafts {
  const drafts: FilingDrafts = new Map();
  for (const row of table.rows()) {
    const accession = row[table.accession] ?? '';
    const field = (column: string) => table.field(row, column);
    const documentType = field('DOCUMENT_TYPE') ?? '';
    if (!forms.names.has(documentType)) {
      drafts.set(accession, null);
      if (!/^[345](\/A)?$/.test(documentType)) {
        warnings.push({ kind: 'unknown-form-type', detail: documentType, where: `${key} ${accession}` });
      }
      continue;
    }
    const report = new FieldReader(accession, readDataSetDate);
    const filedDate = report.date(field('FILING_DATE'), 'FILING_DATE');
    const cik = readCik(field('ISSUERCIK'));
    if (!/^\d{10}-\d{2}-\d{6}$/.test(accession) || !filedDate || !cik) {
      const detail = `accession ${accession}, filed ${field('FILING_DATE')}, issuer ${field('ISSUERCIK')}`;
      warnings.push({ kind: 'unidentified-filing', detail, where: `${key} ${accession}` });
      drafts.set(accession, null);
      continue;
    }
    drafts.set(accession, {
      accession,
      documentType,
      periodOfReport: report.date(field('PERIOD_OF_REPORT'), 'PERIOD_OF_REPORT'),
      dateOfOriginalSubmission: report.date(field('DATE_OF_ORIG_SUB'), 'DATE_OF_ORIG_SUB'),
      filedDate,
      issuer: {
        cik,
        name: tidy(field('ISSUERNAME')) ?? '',
        tradingSymbol: tidy(field('ISSUERTRADINGSYMBOL')),
        foreignTradingSymbol: tidy(field('ISSUERFOREIGNTRADINGSYMBOL')),
      },
      notSubjectToSection16: report.boolean(field('NOT_SUBJECT_SEC16'), 'NOT_SUBJECT_SEC16'),
      aff10b5One: report.boolean(field('AFF10B5ONE'), 'AFF10B5ONE'),
      remarks: field('REMARKS'),
      owners: [],
      rows: [],
      holdingCount: 0,
      footnotes: new Map(),
      holdingFootnoteIds: new Set(),
      holdings: [],
      texts: new Map(),
      boxes: forms.hasDataSetHoldings ? boxesOf(field, report) : NO_BOXES,
      report,
    });
  }
  return drafts;
}

type Boxes = ReturnType<OwnershipReading['boxes']>;

const NO_BOXES: Boxes = {
  noSecuritiesOwned: null,
  form3HoldingsReported: null,
  form4TransactionsReported: null,
};

function boxesOf(field: (column: string) => string | null, report: FieldReader): Boxes {
  const box = (column: string) => report.boolean(field(column), column);
  return {
    noSecuritiesOwned: box('NO_SECURITIES_OWNED'),
    form3HoldingsReported: box('FORM3_HOLDINGS_REPORTED'),
    form4TransactionsReported: box('FORM4_TRANS_REPORTED'),
  };
}

/** Many footnotes say the same, so equal results are stored once. */
function readFootnotes(table: DataSetTable, drafts: FilingDrafts, keepsTexts: boolean): void {
  const kept = new Map<string, FootnoteMeaning>();
  for (const row of table.rows()) {
    const draft = drafts.get(row[table.accession] ?? '');
    const id = table.field(row, 'FOOTNOTE_ID')?.toUpperCase();
    const text = table.field(row, 'FOOTNOTE_TXT');
    if (!draft || !id || !text) continue;
    if (keepsTexts) draft.texts.set(id, text);
    const reading = readFootnote(text, draft.issuer.name);
    const key = JSON.stringify(reading);
    const same = kept.get(key);
    if (!same) kept.set(key, reading);
    draft.footnotes.set(id, same ?? reading);
  }
}

const RELATIONSHIPS = new Map([
  ['director', 'isDirector'],
  ['officer', 'isOfficer'],
  ['tenpercentowner', 'isTenPercentOwner'],
  ['other', 'isOther'],
] as const);

function readOwners(table: DataSetTable, drafts: FilingDrafts): void {
  for (const row of table.rows()) {
    const draft = drafts.get(row[table.accession] ?? '');
    if (!draft) continue;
    const cik = readCik(table.field(row, 'RPTOWNERCIK'));
    if (!cik) {
      draft.report.warn('owner-without-cik', table.field(row, 'RPTOWNERNAME') ?? 'no name');
      continue;
    }
    const owner: ReportingOwner = {
      cik,
      name: tidy(table.field(row, 'RPTOWNERNAME')) ?? '',
      isDirector: false,
      isOfficer: false,
      isTenPercentOwner: false,
      isOther: false,
      officerTitle: tidy(table.field(row, 'RPTOWNER_TITLE')),
      otherText: tidy(table.field(row, 'RPTOWNER_TXT')),
    };
    for (const word of table.field(row, 'RPTOWNER_RELATIONSHIP')?.split(',') ?? []) {
      // `get` has a type for the known words only, and returns undefined for another one.
      const flag = RELATIONSHIPS.get(word.trim().toLowerCase() as 'director');
      if (flag) owner[flag] = true;
      else draft.report.warn('unknown-word', `RPTOWNER_RELATIONSHIP: ${word.trim()}`);
    }
    draft.owners.push(owner);
  }
}

/** Counts them; reads them too if the register wants those of `kind`. */
function readHoldings(table: DataSetTable, drafts: FilingDrafts, kind: FiledRow['table'] | null): void {
  for (const row of table.rows()) {
    const draft = drafts.get(row[table.accession] ?? '');
    if (!draft) continue;
    draft.holdingCount += 1;
    for (const id of table.footnoteIds(row)) draft.holdingFootnoteIds.add(id);
    if (kind === null) continue;
    const { report } = draft;
    const key = table.field(row, `${table.name}_SK`) ?? '';
    const at = `${table.name} ${key}`;
    const field = (column: string) => table.field(row, column);
    const number = (column: string) => report.number(field(column), column, at);
    draft.holdings.push({
      key: Number(key),
      filed: {
        ...termsOf(table, row, draft, at),
        table: kind,
        securityTitle: report.title(field('SECURITY_TITLE'), at),
        shares: number('SHRS_OWND_FOLWNG_TRANS'),
        value: number('VALU_OWND_FOLWNG_TRANS'),
        ownership: ownershipOf(table, row, report, at),
        natureOfOwnership: tidy(field('NATURE_OF_OWNERSHIP')),
        conversionOrExercisePrice: exercisePriceOf(table, row, draft, at),
        underlyingTitle: tidy(field('UNDLYNG_SEC_TITLE')),
        underlyingShares: number('UNDLYNG_SEC_SHARES'),
        underlyingValue: number('UNDLYNG_SEC_VALUE'),
      },
    });
  }
}

function exercisePriceOf(table: DataSetTable, row: string[], draft: FilingDraft, at: string): number | null {
  const column = 'CONV_EXERCISE_PRICE';
  const { report, footnotes, remarks } = draft;
  const price = report.number(table.field(row, column), column, at);
  // Most holdings are shares.
  if (price === null) return null;
  const texts = {
    own: resolveFootnotes(table.footnoteIds(row), footnotes),
    onExercisePrice: resolveFootnotes(table.footnoteIds(row, column), footnotes),
    remarks: readRemarksCurrency(remarks),
  };
  return dollarExercisePrice(price, texts, report, at);
}

function ownershipOf(table: DataSetTable, row: string[], report: FieldReader, at: string): 'D' | 'I' | null {
  const column = 'DIRECT_INDIRECT_OWNERSHIP';
  return report.oneOf(table.field(row, column), ['D', 'I'], column, at);
}

const NO_TERMS = { account: null, rowForm: null, exerciseDate: null, expirationDate: null } as const;

/** As `readTerms` of a document. One table writes EXCERCISE_DATE. */
function termsOf(
  table: DataSetTable,
  row: string[],
  draft: FilingDraft,
  at: string,
): LineTerms & { rowForm: RowForm | null } {
  const { report, texts } = draft;
  const field = (column: string) => table.field(row, column);
  const exercise = field('EXERCISE_DATE') ?? field('EXCERCISE_DATE');
  const isIndirect = field('DIRECT_INDIRECT_OWNERSHIP')?.toUpperCase() === 'I';
  const ids = (columns: string[]) => columns.flatMap((column) => table.footnoteIds(row, column));
  const onNature = ids(['DIRECT_INDIRECT_OWNERSHIP', 'NATURE_OF_OWNERSHIP']);
  const named = onNature.length > 0 ? onNature : ids(['SHRS_OWND_FOLWNG_TRANS', 'VALU_OWND_FOLWNG_TRANS']);
  return {
    account: isIndirect ? tidy(named.map((id) => texts.get(id) ?? '').join(' ')) : null,
    rowForm: report.oneOf(field('TRANS_FORM_TYPE'), ['3', '4', '5'], 'TRANS_FORM_TYPE', at),
    exerciseDate: report.date(exercise, 'EXERCISE_DATE', at),
    expirationDate: report.date(field('EXPIRATION_DATE'), 'EXPIRATION_DATE', at),
  };
}

function readTransactions(
  table: DataSetTable,
  drafts: FilingDrafts,
  kind: FiledRow['table'],
  keepsTerms: boolean,
): void {
  for (const row of table.rows()) {
    const draft = drafts.get(row[table.accession] ?? '');
    if (!draft) continue;
    const { report } = draft;
    const key = table.field(row, `${table.name}_SK`) ?? '';
    const at = `${table.name} ${key}`;
    const field = (column: string) => table.field(row, column);
    const number = (column: string) => report.number(field(column), column, at);
    draft.rows.push({
      key: Number(key),
      terms: keepsTerms ? termsOf(table, row, draft, at) : NO_TERMS,
      filed: {
        table: kind,
        securityTitle: report.title(field('SECURITY_TITLE'), at),
        transactionDate: report.date(field('TRANS_DATE'), 'TRANS_DATE', at),
        transactionCode: report.code(field('TRANS_CODE'), at),
        equitySwap: report.boolean(field('EQUITY_SWAP_INVOLVED'), 'EQUITY_SWAP_INVOLVED', at) ?? false,
        timeliness: report.oneOf(field('TRANS_TIMELINESS'), ['E', 'L'], 'TRANS_TIMELINESS', at),
        shares: number('TRANS_SHARES'),
        pricePerShare: number('TRANS_PRICEPERSHARE'),
        statedTotalValue: number('TRANS_TOTAL_VALUE'),
        acquiredDisposed: report.oneOf(
          field('TRANS_ACQUIRED_DISP_CD'),
          ['A', 'D'],
          'TRANS_ACQUIRED_DISP_CD',
          at,
        ),
        sharesOwnedAfter: number('SHRS_OWND_FOLWNG_TRANS'),
        valueOwnedAfter: number('VALU_OWND_FOLWNG_TRANS'),
        ownership: ownershipOf(table, row, report, at),
        natureOfOwnership: tidy(field('NATURE_OF_OWNERSHIP')),
        conversionOrExercisePrice: number('CONV_EXERCISE_PRICE'),
        underlyingTitle: tidy(field('UNDLYNG_SEC_TITLE')),
        underlyingShares: number('UNDLYNG_SEC_SHARES'),
        footnoteIds: table.footnoteIds(row),
        tradeFootnoteIds: TRADE_COLUMNS.flatMap((column) => table.footnoteIds(row, column)),
        priceFootnoteIds: table.footnoteIds(row, 'TRANS_PRICEPERSHARE'),
        exercisePriceFootnoteIds: table.footnoteIds(row, 'CONV_EXERCISE_PRICE'),
      },
    });
  }
}

/** Those that say something of the trade; the others speak of the holding after it, of whose it is, or of terms. */
const TRADE_COLUMNS = [
  'SECURITY_TITLE',
  'TRANS_DATE',
  'TRANS_FORM_TYPE',
  'EQUITY_SWAP_TRANS_CD',
  'TRANS_SHARES',
  'TRANS_TOTAL_VALUE',
  'TRANS_PRICEPERSHARE',
  'TRANS_ACQUIRED_DISP_CD',
];

/** The surrogate key is the closest to the order of the document; the non-derivative table comes first. */
const inDocumentOrder = <T extends { key: number; filed: { table: FiledRow['table'] } }>(a: T, b: T) => {
  const side = (row: T) => (row.filed.table === 'derivative' ? 1 : 0);
  return side(a) - side(b) || a.key - b.key;
};

function toParsedFiling(draft: FilingDraft, document: RawDocument, forms: OwnershipForms): Parsed {
  const { accession, report, filedDate } = draft;
  const sorted = draft.rows.sort(inDocumentOrder);
  const rows = sorted.map((row) => row.filed);
  const openMarket = rows.some(
    (row) => row.table === 'non-derivative' && (row.transactionCode === 'P' || row.transactionCode === 'S'),
  );
  const toFetch = [
    // The XML that replaces these rounded rows: filings with open-market rows come before those without.
    queuedSubmission(
      accession,
      draft.issuer.cik,
      openMarket ? filedPriority(filedDate) : laterPriority(filedDate),
      { base: document.metadata?.base, filedDate },
    ),
  ];
  if (draft.owners.length === 0) {
    report.warn('no-reporting-owner', 'left to the submission text');
    return { records: [], warnings: report.warnings, toFetch };
  }
  const records = forms.toRecords({
    filing: {
      accession,
      documentType: draft.documentType,
      schemaVersion: null,
      periodOfReport: draft.periodOfReport,
      dateOfOriginalSubmission: draft.dateOfOriginalSubmission,
      filedAt: endOfDay(filedDate),
      filedAtApproximate: true,
      filedDate,
      precision: 'dataset',
      issuer: draft.issuer,
      owners: withTitles(draft.owners, draft.remarks),
      notSubjectToSection16: draft.notSubjectToSection16,
      aff10b5One: draft.aff10b5One,
      remarks: draft.remarks,
      filesSeparately: isFiledSeparately(draft.remarks, draft.footnotes),
      transactions: toTransactions(rows, draft),
      holdingCount: draft.holdingCount,
    },
    terms: sorted.map((row) => row.terms),
    holdings: draft.holdings.sort(inDocumentOrder).map(({ filed }, row) => ({
      ...filed,
      row,
      // The tables do not say which row of the document comes first: a trade is taken to follow what was held.
      transactionsBefore: filed.table === 'derivative' ? rows.filter(isNonDerivative).length : 0,
    })),
    boxes: () => draft.boxes,
    warn: (kind, detail) => report.warn(kind, detail),
  });
  return { records, warnings: report.warnings, toFetch };
}

const isNonDerivative = ({ table }: FiledRow): boolean => table === 'non-derivative';
