/** Every member of Congress who filed a covered transaction. REST only: get_catalog returns the same slugs. */

import { z } from 'zod/v3';
import { MEMBERS_PAGE, requireLastReadAt, rowsFor, uncutListRows } from './contract/answer.js';
import { memberRow } from './contract/shapes/congress.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: null,
  title: 'Members of Congress with disclosures',
  path: '/v1/congress',
  source: 'us-congress-stock-act',
  purpose: 'Members of Congress who filed a periodic transaction report',
  description: `Members of the U.S. Congress who filed at least one periodic transaction report under the STOCK Act, one row for each person: slug, name, chamber and district of the latest term, and page. Different spellings of a name are one row; a name that matches no known member has a separate row.

The slug is what /v1/congress/{member} takes. The order of the rows has no meaning.

Use is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money.

Typical size: 40 tokens a row, 100 to 500 rows. 503 means that the registers were not read yet, which does not mean that no member filed.`,
  input: z.object({}),
  output: z.array(memberRow),
  async run(_input, context) {
    const { reads, baseUrl } = context;
    const read = await requireLastReadAt(reads, 'us-congress-stock-act');
    const rows = await reads.congressMembers();
    read.requireRowsUnlessComplete(rows.length);
    return {
      data: rowsFor(rows.withUrls(baseUrl), context),
      count: rows.length,
      rows: uncutListRows(rows.length),
      source: 'us-congress-stock-act',
      fetchedAt: read.fetchedAt,
      page: MEMBERS_PAGE,
      governmentWork: true,
    };
  },
});
