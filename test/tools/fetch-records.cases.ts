/** The records of the sample in plain words: an insider, also one whom no Form 4 names, and a company with its holders and plans. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../../src/store/database/open.js';
import { issuerText } from '../../tools/contract/plain-text/issuer.js';
import { insiderText } from '../../tools/contract/plain-text/people.js';
import { plainText } from '../../tools/contract/plain-text/text.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import { toolReads } from '../published-reads.js';
import { sampleStore } from './sample-store.js';

describe('tools/fetch-records', () => {
  const DAY = '2026-11-20';
  const NOW = new Date(`${DAY}T12:00:00.000Z`);
  const READ = ['sec-companies', 'sec-form4', 'sec-form35', 'sec-13dg', 'sec-144'];

  let store: Store;
  beforeAll(async () => {
    store = await sampleStore(READ, DAY);
  });
  afterAll(() => store.close());

  async function companyText(id: string, over: Partial<Reads> = {}): Promise<string> {
    const reads: Reads = { ...toolReads(store), ...over };
    return plainText(await issuerText(id, { reads, now: NOW } as ToolContext));
  }

  async function textOf(slug: string): Promise<string> {
    const record = await insiderText(slug, { reads: toolReads(store), now: NOW } as ToolContext);
    return record === null ? '' : plainText(record);
  }

  it('says of a person without Form 4 that there is none, and what Form 3 states', async () => {
    const text = await textOf('fennelworth-odalys-r');
    expect(text).toMatch(/^Fennelworth Odalys R, reporting owner/);
    expect(text).toContain('No Form 4 of this person has been read here. Forms 3 and 5: from ');
    expect(text).not.toContain('on Form 4');
    expect(text).toMatch(/the filing says that nothing is owned, as of 2026-\d\d-\d\d \(Form 3, filed 2026-/);
  });

  it('names the terms of a right, whose size is what it is for, and each account of a trust', async () => {
    const text = await textOf('cobblegate-winifred-a');
    expect(text).toContain('Common Stock: 6,400, directly');
    expect(text).toContain(
      'Stock Option (right to buy) (a right at $14.25 until 2031-05-12): for 9,500 Common Stock, indirectly, By Trust, The option is held by the Elder Cobblegate Trust',
    );
    expect(text).toContain('Read with care: an amendment of the filing does not repeat it.');
  });

  it('says of a joint filing that the line may be of another account', async () => {
    expect(await textOf('tumblequist-ingram-d')).toMatch(
      /Class A Common Stock: 1,225,000, indirectly, See footnote, .* Read with care: several owners filed together/,
    );
  });

  it('names the holders above five per cent of a company, and not those who left', async () => {
    const text = await companyText('QVEX');
    expect(text).toMatch(/Holders above five per cent .*: 1 schedule, read 2026-11-20 \(UTC\)\n/);
    expect(text).toMatch(/- Thistlemoor Partners GP LLC: 12\.1%, [\d,]+ shares of Common Stock/);
    expect(text).toMatch(/get_major_holders and get_planned_sales with cik \d+\.$/m);
  });

  it('says of a planned sale that it is not a trade, its status, and what of it was sold', async () => {
    const { rows } = await toolReads(store).plannedSales({
      ...{ since: '', until: NOW.toISOString(), tickers: [], cik: null, owner: null, ownerCik: null },
      ...{ statuses: ['sold'], planned: 'all', minValue: 0, today: DAY, isForm4Whole: true },
      ...{ sort: 'filed', order: 'desc', after: undefined, limit: 1 },
    });
    const [sold] = rows.rows();
    const text = await companyText(sold!.cik);
    expect(text).toContain('Planned sales (Form 144: intentions, not trades), newest first: ');
    expect(text).toContain(`status sold, sold: ${sold!.sharesSold?.toLocaleString('en-US')} on Form 4. `);
  });

  it('does not take a register that is not here, or not whole, for one without rows', async () => {
    const states = await toolReads(store).sources();
    const withState = (more: object) => ({
      sources: async () => states.map((one) => (one.source === 'sec-edgar-13dg' ? { ...one, ...more } : one)),
      searchHolders: async () => ({ rows: new SerializedPageRows<never>([]), total: 0 }),
    });
    const heading = 'Holders above five per cent';
    expect(await companyText('QVEX', withState({ status: 'off' }))).not.toContain(heading);
    const lineOf = async (more: object) =>
      new RegExp(`${heading}[^\\n]*\\n- ([^\\n]*)`).exec(await companyText('QVEX', withState(more)))?.[1];
    expect(await lineOf({ lastReadAt: null })).toBe('Not known: the register has not been read.');
    expect(await lineOf({ isWhole: false })).toBe('Not known: the register is not completely read.');
    expect(await lineOf({ isWhole: true })).toBe('None, read 2026-11-20 (UTC).');
  });

  it('says of purchases of unknown value that they are in no sum', async () => {
    expect(await companyText('9900000360')).toMatch(
      /Larkspoon Ephraim N, Director: .*, bought \$82,526\.46 and 1 row of unknown value or date, sold \$0\./,
    );
    expect(await textOf('larkspoon-ephraim-n')).toContain(
      'Open-market trades of the whole record, without rows of unknown value or date\n',
    );
  });
});
