/** Form 4: each ownership document read a second time, by patterns over its text, and compared field by field. */

import type { Form4Filing } from '../../src/records/form4/form4.js';
import { bytesOf, filesIn, parsed } from './documents.js';
import { type ComparedRow, type Score, Tally } from './tally.js';

export async function measureForm4(): Promise<Score> {
  const tally = new Tally();
  const files = [...filesIn('sec/form4', /\.(xml|txt|nc)$/), ...filesIn('recorded/sec/form4', /\.txt$/)];
  for (const [index, file] of files.entries()) {
    const text = bytesOf(file).toString('latin1');
    if (!/<documentType>\s*4(?:\/A)?\s*</.test(text)) continue;
    // Two saved files have no accession number; any one will do.
    const facts = /\d{10}-\d{2}-\d{6}/.test(file) ? undefined : accession(index);
    const records = await parsed('sec-form4', file, { facts });
    tally.document(file, form4Rows(text), filingRows(records?.[0] as Form4Filing | undefined));
  }
  return tally.score;
}

function accession(index: number): Record<string, string> {
  return { accession: `0009999999-25-${String(index).padStart(6, '0')}` };
}

export function filingRows(filing: Form4Filing | undefined): ComparedRow[] | null {
  if (filing === undefined) return null;
  const shared = { issuerCik: filing.issuer.cik, owners: filing.owners.map(({ cik }) => cik) };
  return filing.transactions.map((row) => ({
    ...shared,
    table: row.table,
    title: row.securityTitle,
    code: row.transactionCode,
    date: row.transactionDate,
    shares: row.shares,
    price: row.pricePerShare,
    acquiredDisposed: row.acquiredDisposed,
    after: row.sharesOwnedAfter,
    ownership: row.ownership,
  }));
}

/** The second reader. */
export function form4Rows(document: string): ComparedRow[] {
  const text = document.replace(/<!--[\s\S]*?-->/g, '');
  const shared = {
    issuerCik: plainCik(inside(text, 'issuerCik')),
    owners: [...text.matchAll(/<rptOwnerCik>\s*(\d+)\s*</g)].map(([, cik]) => plainCik(cik ?? null)),
  };
  return [...text.matchAll(/<(nonDerivative|derivative)Transaction>([\s\S]*?)<\/\1Transaction>/g)].map(
    ([, table, row = '']) => ({
      ...shared,
      table: table === 'derivative' ? 'derivative' : 'non-derivative',
      title: words(value(row, 'securityTitle')) ?? '',
      code: words(inside(row, 'transactionCode')),
      date: day(value(row, 'transactionDate')),
      shares: number(value(row, 'transactionShares')),
      price: number(value(row, 'transactionPricePerShare')),
      acquiredDisposed: words(value(row, 'transactionAcquiredDisposedCode')),
      after: number(value(row, 'sharesOwnedFollowingTransaction')),
      ownership: words(value(row, 'directOrIndirectOwnership')),
    }),
  );
}

function inside(text: string, name: string): string | null {
  return new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? null;
}

function value(text: string, name: string): string | null {
  const element = inside(text, name);
  return element === null ? null : inside(element, 'value');
}

function number(text: string | null): number | null {
  const plain = text?.trim() ?? '';
  return /^-?\d*\.?\d+$|^\d+\.$/.test(plain) ? Number(plain) : null;
}

function day(text: string | null): string | null {
  const found = /^\s*(\d{4}-\d{2}-\d{2})/.exec(text ?? '')?.[1] ?? null;
  return found !== null && !Number.isNaN(Date.parse(found)) ? found : null;
}

function words(text: string | null): string | null {
  const plain = (text ?? '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : plain;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plainCik(text: string | null): string | null {
  return text === null ? null : text.trim().replace(/^0+(?=\d)/, '');
}
