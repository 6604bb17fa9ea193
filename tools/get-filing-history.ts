/** How the open-market rows of one Form 4 filing entered, changed and left: an amendment before and after. */

import { z } from 'zod/v3';
import { requireLastReadAt } from './contract/answer.js';
import { filingHistory } from './contract/shapes/filing-history.js';
import { defineTool } from './contract/tool.js';

const SOURCE = 'sec-edgar-form4';
const ID_RULE =
  'id must be an accession number or a filingId, such as 0001234567-26-000123 or 0001234567-26-000123-2';

export default defineTool({
  mcp: 'get_filing_history',
  isWider: true,
  title: 'How a Form 4 filing entered, changed and left',
  path: '/v1/filings/{id}/history',
  source: SOURCE,
  purpose: 'The open-market rows of one Form 4 filing, each time that they changed here',
  description: `What this service showed of one Form 4 filing, version by version: when its open-market rows (P and S) entered, changed and left. For "what did it say before it was amended": the original leaves when its 4/A enters, and related names the other filing.

Times are those of this service: filedAt of a row is the time of filing. isFirstFill true: a source was being read for the first time then, so the filing may have been public long before; never take that time as the day on which it became known. keptSince says from when on changes are kept; from null is before that. Whether a related filing replaced this one follows from formType and originalSubmissionDate.

Typical size: 400 tokens for each row of each version. Errors: 400 not an accession number; 404 no such row is or was here; 503 not read yet.`,
  input: z.object({
    id: z
      .string({ required_error: ID_RULE, invalid_type_error: ID_RULE })
      .regex(/^\d{10}-\d{2}-\d{6}(?:-\d{1,6})?$/, ID_RULE)
      .describe('Accession number of the filing, or filingId of one of its rows'),
  }),
  output: filingHistory,
  async run({ id }, { reads, baseUrl }) {
    const read = await requireLastReadAt(reads, SOURCE);
    const accession = id.split('-').slice(0, 3).join('-');
    const found = await reads.filingHistory({ accession });
    if (found === null)
      throw read.notFoundError(`No open-market row of filing ${accession} is or was here: ${FOLLOWED}`);
    const { keptSince, versions } = found;
    return {
      data: {
        filingId: accession,
        keptSince,
        versions: versions.map(({ rows, related, ...version }) => ({
          ...version,
          rows: rows.withUrls(baseUrl).rows(),
          related: related.map((one) => ({ filingId: one.accession, event: one.event })),
        })),
      },
      count: versions.length,
      source: SOURCE,
      fetchedAt: read.fetchedAt,
      page: null,
      governmentWork: true,
    };
  },
});

const FOLLOWED = 'only purchases and sales (P and S) of Form 4 are followed.';
