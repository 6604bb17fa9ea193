/** How much of each register was read, how soon, and how well. */

import { z } from 'zod/v3';
import { ApiError } from './contract/errors.js';
import { quality } from './contract/shapes/quality.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: 'get_quality',
  isWider: true,
  title: 'Quality of the data, register by register',
  path: '/v1/quality',
  purpose:
    'For each register: documents listed, read and unread with reasons, warnings, lag, control totals; what is served; fidelity; the daily audit',
  description: `How much of each register was read, how soon, and how well. All figures are computed, none is typed.

For each register: documents listed, read, unread (kept, with reasons), waiting and gone; warnings by kind; the lag from publication to the download; totals that 13F reports state, against the rows. served says what derivation made of corrections (replaced, marked), figures with a witness, purchases by kind, and lots. fidelity is the last comparison of this program with second readers over saved documents. audit is the last daily check of 50 random rows against documents that were fetched again. Null is not known, never zero. Typical size: 3,000 tokens. 503: nothing was published yet.`,
  input: z.object({}),
  output: quality,
  async run(_given, { reads, now }) {
    const found = await reads.quality();
    if (found === null)
      throw new ApiError('not_ready', 'Nothing has been measured yet: the next refresh does it.', {
        headers: { 'Retry-After': '60' },
      });
    return {
      // Generations of before had neither.
      data: { ...found, served: found.served ?? null, audit: found.audit ?? null },
      count: found.registers.length,
      source: 'catalog',
      fetchedAt: found.computedAt ?? now.toISOString(),
      page: '/quality',
      governmentWork: false,
    };
  },
});
