/** Who holds more than five per cent of a company, and which sales of it are planned, in plain words. */

import { utcDate } from '../../../src/dates.js';
import { isForm4Whole, withStatus } from '../planned-search.js';
import type { SourceId } from '../reads/sources.js';
import type { Reads } from '../reads.js';
import { ISSUER_ROWS_LIMIT } from '../rules.js';
import type { MajorHolder } from '../shapes/holder.js';
import { PLANNED_SALE_STATUSES, type PlannedSaleRow } from '../shapes/planned-sale.js';
import type { ToolContext } from '../tool.js';
import { amount, counted, day, dollars, type Section } from './text.js';

const ALL = { since: null, after: undefined, limit: ISSUER_ROWS_LIMIT.brief } as const;

/** None for a company without a CIK, and where a register is switched off. */
export async function intentionSections(cik: string, context: ToolContext): Promise<Section[]> {
  if (cik === '') return [];
  return [...(await holderSections(cik, context)), ...(await plannedSections(cik, context))];
}

/** The newest schedule of each holder, without exits. */
async function holderSections(cik: string, { reads, now, asOf = now }: ToolContext): Promise<Section[]> {
  return sectionOf('sec-edgar-13dg', reads, {
    title: 'Holders above five per cent (newest Schedule 13D or 13G of each; never add them up)',
    noun: 'schedule',
    find: async () => {
      const { rows, total } = await reads.searchHolders({
        ...{ ...ALL, cik, until: asOf.toISOString(), eventSince: null, eventUntil: null, tickers: [] },
        ...{ cusip: null, holder: null, type: null, crossing: null, direction: null, minPercent: 0 },
        ...{ list: 'current', sort: 'percent', order: 'desc' },
      });
      return { lines: rows.rows().map(holderLine), total };
    },
  });
}

function holderLine(one: Omit<MajorHolder, 'url'>): string {
  const others = one.persons.length > 1 ? ` and ${one.persons.length - 1} more in the same schedule` : '';
  const side = one.isBelow === null ? ' (not certain whether above 5%)' : '';
  const stake = one.percent === null ? 'per cent not stated' : `${one.percent}%${side}`;
  const shares =
    one.shares === null ? 'a number of shares that is not stated' : `${amount(one.shares)} shares`;
  const group = one.understated ? ' A group that may hold more.' : '';
  return `${one.holderName ?? 'A holder without a name'}${others}: ${stake}, ${shares} of ${one.securityClass ?? 'a class that is not stated'}, as of ${one.countedFrom} (${one.form}, filed ${day(one.filedAt)}).${group} ${one.rawFilingUrl}`;
}

/** The newest notices that no other replaces. */
async function plannedSections(cik: string, { reads, now, asOf = now }: ToolContext): Promise<Section[]> {
  return sectionOf('sec-edgar-form144', reads, {
    title: 'Planned sales (Form 144: intentions, not trades), newest first',
    noun: 'notice',
    find: async () => {
      const on = { today: utcDate(asOf), isForm4Whole: await isForm4Whole(reads) };
      const found = await reads.plannedSales({
        ...{
          ...ALL,
          ...on,
          cik,
          since: '',
          until: asOf.toISOString(),
          tickers: [],
          owner: null,
          ownerCik: null,
        },
        statuses: PLANNED_SALE_STATUSES.filter((status) => status !== 'amended'),
        ...{ planned: 'all', minValue: 0, sort: 'filed', order: 'desc' },
      });
      return { lines: withStatus(found, on).rows().map(plannedLine), total: found.total };
    },
  });
}

function plannedLine(one: PlannedSaleRow): string {
  const plan = one.isPlanned ? ', under a 10b5-1 plan' : '';
  const sold = one.sharesSold === null ? 'not known' : `${amount(one.sharesSold)} on Form 4`;
  const wrong = one.implausible.length === 0 ? '' : ' A figure of the notice cannot be right.';
  return `${one.sellerName}: ${amount(one.shares)} ${one.securityTitle}, value ${dollars(one.marketValue)}${plan}, from ${one.approxSaleDate ?? 'an unknown day'} until ${one.windowEnds}; status ${one.status.replace('_', ' ')}, sold: ${sold}.${wrong} ${one.rawFilingUrl}`;
}

/** An empty list of a register that is not whole does not mean "none". */
async function sectionOf(
  source: SourceId,
  reads: Reads,
  list: { title: string; noun: string; find: () => Promise<{ lines: string[]; total: number }> },
): Promise<Section[]> {
  const state = (await reads.sources()).find((one) => one.source === source);
  if (state === undefined || state.status === 'off') return [];
  const { title, noun, find } = list;
  if (state.lastReadAt === null) return [{ title, lines: ['Not known: the register has not been read.'] }];
  const { lines, total } = await find();
  const read = `read ${utcDate(new Date(state.lastReadAt))} (UTC)`;
  if (lines.length > 0) return [{ title: `${title}: ${counted(lines.length, total, noun)}, ${read}`, lines }];
  return [
    { title, lines: [state.isWhole ? `None, ${read}.` : 'Not known: the register is not completely read.'] },
  ];
}
