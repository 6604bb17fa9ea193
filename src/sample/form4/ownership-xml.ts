/** Writes a draft as an `ownershipDocument`, in the manner of several filing agents. */

import { nameAt } from '../issuers.js';
import type { Owner, Party } from '../people.js';
import type { Draft, DraftHolding, DraftRow, Noted } from './draft.js';

/** Habits of the agent that made the file. */
export interface Manner {
  schema: 'X0306' | 'X0508' | 'X0609';
  /** 1 and 0, true and false, or only the flags that are true. */
  flags: 'digits' | 'words' | 'true-only';
  /** Signs beyond ASCII as numeric entities, or as they are (UTF-8). */
  entities: boolean;
  /** Some agents write an element for everything, also for nothing. */
  emptyElements: boolean;
}

/** What the writer needs to know besides the draft. */
export interface Particulars {
  manner: Manner;
  symbol: string;
  /** Days from the filing to the day of the sample: names change. */
  daysAgo: number;
  balances: Map<DraftRow, number>;
}

export const partyName = (party: Party, daysAgo: number): string =>
  party.formerName && daysAgo > party.formerName.daysAgo ? party.formerName.name : party.name;

/** Plain digits: no exponent, at most four decimals. */
export const digits = (n: number): string => (Number.isInteger(n) ? String(n) : String(Number(n.toFixed(4))));

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The whole document, beginning with the XML declaration; one footnote text gets one id. */
export function ownershipXml(draft: Draft, { manner, symbol, daysAgo, balances }: Particulars): string {
  const lines: string[] = ['<?xml version="1.0"?>'];
  const footnotes = new Map<string, string>();
  let depth = 0;

  const encode = (text: string) => {
    const escaped = text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
    return manner.entities ? escaped.replace(/[^\n -~]/gu, (sign) => `&#${sign.codePointAt(0)};`) : escaped;
  };
  const put = (line: string) => lines.push('    '.repeat(depth) + line);
  const leaf = (tag: string, text: string) => put(`<${tag}>${encode(text)}</${tag}>`);
  const block = (tag: string, fill: () => void) => {
    put(`<${tag}>`);
    depth++;
    fill();
    depth--;
    put(`</${tag}>`);
  };
  const flag = (tag: string, on: boolean) => {
    if (on || manner.flags !== 'true-only')
      leaf(tag, manner.flags === 'digits' ? (on ? '1' : '0') : String(on));
  };
  const refer = (texts: readonly string[] = []) => {
    for (const text of texts) {
      const id = footnotes.get(text) ?? `F${footnotes.size + 1}`;
      footnotes.set(text, id);
      put(`<footnoteId id="${id}"/>`);
    }
  };
  const valued = (tag: string, text: string | null, notes?: readonly string[]) => {
    if (text === null && !notes?.length) return put(`<${tag}></${tag}>`);
    block(tag, () => {
      if (text !== null) leaf('value', text);
      refer(notes);
    });
  };
  const empty = (tag: string) => {
    if (manner.emptyElements) put(`<${tag}></${tag}>`);
  };

  const owner = ({ party, director, officerTitle, tenPercent, otherText }: Owner) =>
    block('reportingOwner', () => {
      block('reportingOwnerId', () => {
        leaf('rptOwnerCik', party.cik);
        leaf('rptOwnerName', partyName(party, daysAgo));
      });
      block('reportingOwnerAddress', () => {
        if (manner.schema === 'X0609') leaf('rptOwnerNonUSAddressFlag', 'false');
        leaf('rptOwnerStreet1', party.street);
        leaf('rptOwnerStreet2', '');
        leaf('rptOwnerCity', party.city);
        leaf('rptOwnerState', party.state);
        leaf('rptOwnerZipCode', party.zip);
        empty('rptOwnerStateDescription');
      });
      block('reportingOwnerRelationship', () => {
        flag('isDirector', director ?? false);
        flag('isOfficer', officerTitle !== undefined);
        flag('isTenPercentOwner', tenPercent ?? false);
        flag('isOther', otherText !== undefined);
        if (officerTitle !== undefined) leaf('officerTitle', officerTitle);
        else empty('officerTitle');
        if (otherText !== undefined) leaf('otherText', otherText);
        else empty('otherText');
      });
    });

  const derivativeTerms = (terms: NonNullable<DraftRow['derivative']>, notes: DraftRow['notes']) => {
    valued('exerciseDate', terms.exercisable, notes?.exerciseDate);
    valued('expirationDate', terms.expires, notes?.expirationDate);
    block('underlyingSecurity', () => {
      valued('underlyingSecurityTitle', terms.underlyingTitle, notes?.underlying);
      valued('underlyingSecurityShares', digits(terms.underlyingShares));
    });
  };
  const exercisePrice = (terms: DraftRow['derivative'], notes: DraftRow['notes']) => {
    if (terms)
      valued(
        'conversionOrExercisePrice',
        terms.exercisePrice === null ? null : digits(terms.exercisePrice),
        notes?.exercisePrice,
      );
  };
  const ending = (after: number, nature: string | undefined, notes: DraftRow['notes']) => {
    block('postTransactionAmounts', () =>
      valued('sharesOwnedFollowingTransaction', digits(after), notes?.after),
    );
    block('ownershipNature', () => {
      valued('directOrIndirectOwnership', nature === undefined ? 'D' : 'I');
      if (nature !== undefined) valued('natureOfOwnership', nature, notes?.nature);
    });
  };

  const transaction = (row: DraftRow) => {
    const note = (place: Noted) => row.notes?.[place];
    block(row.derivative ? 'derivativeTransaction' : 'nonDerivativeTransaction', () => {
      valued('securityTitle', row.title, note('title'));
      exercisePrice(row.derivative, row.notes);
      valued('transactionDate', row.typedDate ?? row.date, note('date'));
      empty('deemedExecutionDate');
      block('transactionCoding', () => {
        leaf('transactionFormType', row.formType ?? '4');
        leaf('transactionCode', row.code);
        // Never left out: the form asks for it on every row.
        leaf(
          'equitySwapInvolved',
          manner.flags === 'digits' ? (row.swap ? '1' : '0') : String(row.swap ?? false),
        );
        refer(note('coding'));
      });
      if (row.timeliness) valued('transactionTimeliness', row.timeliness);
      else empty('transactionTimeliness');
      block('transactionAmounts', () => {
        if (row.shares !== null) valued('transactionShares', digits(row.shares), note('shares'));
        else valued('transactionTotalValue', digits(row.statedValue ?? 0), note('shares'));
        valued('transactionPricePerShare', row.price === null ? null : digits(row.price), note('price'));
        valued('transactionAcquiredDisposedCode', row.acquired ? 'A' : 'D');
      });
      if (row.derivative) derivativeTerms(row.derivative, row.notes);
      ending(balances.get(row) ?? 0, row.nature, row.notes);
    });
  };
  const holding = (held: DraftHolding) =>
    block(held.derivative ? 'derivativeHolding' : 'nonDerivativeHolding', () => {
      valued('securityTitle', held.title, held.notes?.title);
      exercisePrice(held.derivative, held.notes);
      if (held.derivative) derivativeTerms(held.derivative, held.notes);
      ending(held.shares, held.nature, held.notes);
    });
  const table = (tag: string, isDerivative: boolean) => {
    const rows = draft.rows.filter((row) => Boolean(row.derivative) === isDerivative);
    const held = (draft.holdings ?? []).filter((h) => Boolean(h.derivative) === isDerivative);
    if (rows.length + held.length === 0) return empty(tag);
    block(tag, () => {
      rows.forEach(transaction);
      held.forEach(holding);
    });
  };

  block('ownershipDocument', () => {
    leaf('schemaVersion', manner.schema);
    leaf('documentType', draft.amends ? '4/A' : '4');
    // The date of the earliest transaction; a form without any says when it was made.
    leaf('periodOfReport', draft.rows.map((row) => row.date).sort()[0] ?? draft.amends ?? draft.filed);
    if (draft.amends) leaf('dateOfOriginalSubmission', draft.amends);
    flag('notSubjectToSection16', draft.notSubject ?? false);
    block('issuer', () => {
      leaf('issuerCik', draft.issuer.cik);
      leaf('issuerName', nameAt(draft.issuer, daysAgo));
      leaf('issuerTradingSymbol', symbol);
      if (manner.schema === 'X0609') leaf('issuerForeignTradingSymbol', '');
    });
    draft.owners.forEach(owner);
    if (draft.planBox !== null && manner.schema !== 'X0306')
      leaf(
        'aff10b5One',
        manner.flags === 'digits' ? (draft.planBox ? '1' : '0') : String(draft.planBox ?? false),
      );
    table('nonDerivativeTable', false);
    table('derivativeTable', true);
    if (footnotes.size > 0)
      block('footnotes', () => {
        for (const [text, id] of footnotes) put(`<footnote id="${id}">${encode(text)}</footnote>`);
      });
    if (draft.remarks !== undefined) leaf('remarks', draft.remarks);
    else empty('remarks');
    block('ownerSignature', () => {
      leaf('signatureName', `/s/ Perpetua Inkpen, attorney-in-fact`);
      leaf('signatureDate', draft.filed);
    });
  });
  return lines.join('\n');
}
