/** The bundled sample of Form 4: invented filings, dated back from a day, in the form in which EDGAR gives them. */

import type { RawDocument } from '../../registers/register.js';
import { type Calendar, calendarOf, daysBetween } from '../calendar.js';
import { type Draw, draws } from '../random.js';
import { amendments, repeats } from './amendments.js';
import { clusters, nearClusters } from './clusters.js';
import type { Draft } from './draft.js';
import { everyCode } from './every-code.js';
import { balance } from './ledger.js';
import { oddFilings } from './odd-filings.js';
import { type Manner, ownershipXml } from './ownership-xml.js';
import { routine } from './routine.js';
import { stageOf } from './stage.js';
import { nearStreaks, streaks } from './streaks.js';
import { submissionText } from './submission-text.js';
import { footnoted, plans } from './wordings.js';

/** Invented filing agents: the first part of an accession number, and how their software writes. */
const AGENTS: ReadonlyArray<{ cik: string; fileName: string; manner: Manner }> = [
  {
    cik: '9900090001',
    fileName: 'form4.xml',
    manner: { schema: 'X0508', flags: 'digits', entities: true, emptyElements: true },
  },
  {
    cik: '9900090002',
    fileName: 'wk-form4_1.xml',
    manner: { schema: 'X0609', flags: 'words', entities: true, emptyElements: true },
  },
  {
    cik: '9900090003',
    fileName: 'ownership.xml',
    manner: { schema: 'X0508', flags: 'true-only', entities: false, emptyElements: false },
  },
  {
    cik: '9900090004',
    fileName: 'primary_doc.xml',
    manner: { schema: 'X0609', flags: 'digits', entities: false, emptyElements: true },
  },
];

/**
 * Seven in the evening in New York can be midnight UTC: on the newest day nothing is accepted later than this,
 * so that no filing lies after the start of the day.
 */
const NEWEST_DAY_ENDS = '183000';

/** Eastern wall time, HHMMSS: from six in the morning, most of it after the market has closed. */
function clockOf(draw: Draw, isNewestDay: boolean): string {
  const evening = draw.chance(70);
  const hour = !evening ? draw.between(6, 15) : isNewestDay ? draw.between(16, 17) : draw.between(16, 20);
  return [hour, draw.between(0, 59), draw.between(0, 59)].map((n) => String(n).padStart(2, '0')).join('');
}

const stories = [
  clusters,
  nearClusters,
  streaks,
  nearStreaks,
  amendments,
  repeats,
  plans,
  footnoted,
  oddFilings,
  everyCode,
  routine,
];

/**
 * About 800 submissions as seen on `day` (YYYY-MM-DD, UTC), oldest first: `kind` `submission`, `key` the accession
 * number with dashes. All were accepted before the day began; the same day gives the same bytes.
 * @throws RangeError when `day` is no calendar day.
 */
export function sampleForm4(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const stage = stageOf(calendar);
  return written(
    stories.flatMap((story) => story(stage)),
    calendar,
  );
}

/** Gives the drafts their balances, times and accession numbers, and writes them. */
function written(drafts: readonly Draft[], calendar: Calendar): RawDocument[] {
  const balances = balance(drafts);
  const draw = draws('acceptance');
  const timed = drafts.map((draft) => {
    const agent = draw.of(AGENTS);
    const drawn = clockOf(draw, draft.filed === calendar.business(0));
    return { draft, agent, accepted: draft.filed.replaceAll('-', '') + (draft.clock ?? drawn) };
  });
  timed.sort((a, b) => (a.accepted < b.accepted ? -1 : a.accepted > b.accepted ? 1 : 0));

  const numbers = new Map<string, number>();
  const spellings = new Map<string, number>();
  const next = (counts: Map<string, number>, key: string) => {
    const n = (counts.get(key) ?? 0) + 1;
    counts.set(key, n);
    return n;
  };
  return timed.map(({ draft, agent, accepted }): RawDocument => {
    if (draft.filed === calendar.business(0) && accepted.slice(8) > NEWEST_DAY_ENDS)
      throw new Error(`${accepted} may lie after the start of ${calendar.day}`);
    const prefix = `${agent.cik}-${accepted.slice(2, 4)}`;
    const accession = `${prefix}-${String(next(numbers, prefix)).padStart(6, '0')}`;
    const { issuer } = draft;
    const typed = issuer.typed ?? [issuer.ticker];
    const symbol = draft.symbol ?? typed[next(spellings, issuer.cik) % typed.length]!;
    const manner = draft.schema ? { ...agent.manner, schema: draft.schema } : agent.manner;
    const daysAgo = daysBetween(draft.filed, calendar.day);
    const xml = ownershipXml(draft, { manner, symbol, daysAgo, balances });
    return {
      key: accession,
      kind: 'submission',
      url: `https://www.sec.gov/Archives/edgar/data/${issuer.cik}/${accession}.txt`,
      retrievedAt: `${calendar.day}T00:00:00.000Z`,
      bytes: Buffer.from(
        submissionText(draft, { accession, accepted, fileName: agent.fileName, daysAgo, xml }),
      ),
    };
  });
}
