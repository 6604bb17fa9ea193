/** What a hit of the search says to call next. */

import { describe, expect, it } from '@jest/globals';
import { inventedFilings, inventedReads } from '../invented-reads.js';
import { startService } from '../transports/service.js';

describe('tools/search-call', () => {
  it('gives the filings of a company of the whole window, and not of the 30 days without a date', async () => {
    const service = await startService({ reads: inventedReads(inventedFilings(360)) });
    const ask = async (path: string) => JSON.parse((await service.ask(path)).text);
    const [hit] = (await ask('/v1/search?q=BRKW&type=issuer')).data;
    const { cik } = hit.call.arguments;
    expect(hit.call).toMatchObject({ tool: 'get_latest_filings', arguments: { cik } });
    expect(new URLSearchParams(hit.call.path.split('?')[1]).get('cik')).toBe(cik);
    const called = await ask(hit.call.path);
    const whole = await ask(`/v1/filings?cik=${cik}&since=2000-01-01`);
    const default30 = await ask(`/v1/filings?cik=${cik}`);
    expect(called.meta.total).toBe(whole.meta.total);
    expect(called.meta.total).toBeGreaterThan(default30.meta.total);
    await service.close();
  });
});
