/** One person: identity, every transaction code of the window, career lots and co-filers. */

import { z } from 'zod/v3';
import { daysBefore } from '../src/dates.js';
import { countedRows, insiderPage, requireLastReadAt, rowsFor, valueFor } from './contract/answer.js';
import { cikIn } from './contract/identifiers.js';
import { dateParameter, fieldsParameter, limitParameter, slugParameter } from './contract/parameters.js';
import type { Reads } from './contract/reads.js';
import { INSIDER_ROWS_LIMIT, INSIDER_SLUG_MAX, WINDOW_DAYS } from './contract/rules.js';
import { insiderDetail, insiderTransaction } from './contract/shapes/insider.js';
import { defineTool } from './contract/tool.js';

export default defineTool({
  mcp: 'get_insider',
  title: 'One insider in full',
  source: 'sec-edgar-form4',
  path: '/v1/insiders/{id}',
  purpose: 'One insider: identity, every transaction code, career lots, co-filers',
  description: `Everything filed on SEC Form 4 by one reporting owner: identity with counts of everything that this service has read (its record begins 365 days before its initial import); every transaction of the last ${WINDOW_DAYS} days with every code (including awards, exercises, tax withholding and gifts); careerLots, the open-market lots of the whole record by issuer and direction; coFilers, the other reporting owners of the same documents.

Use it after search_insiders, which gives the id; the CIK of the owner works too, with or without leading zeros. Each transaction carries intentLabel (the code in plain words) and signalQuality: discretionary-buy, discretionary-sell, mechanical-buy, mechanical-sell, non-discretionary or planned (a 10b5-1 plan). These describe the filing; they do not rank or advise. Rows with isDerivative true are options and other rights: their price and count are not in shares.

pricePerShare and totalValue are null when the filing states no price. A person whose filings left the window has an empty list of transactions. meta.total counts all transactions that match, returned or not.

Typical size: 140 tokens a transaction, 20 to 60 transactions; the most active owners have thousands, so give a limit. Make it smaller with since, limit or fields. Errors: 400 malformed id, 404 unknown id.`,
  input: z.object({
    id: slugParameter(
      'id',
      INSIDER_SLUG_MAX,
      'Slug from search_insiders, such as cook-timothy-d, or the CIK of the person, such as 0001214156',
    ),
    since: dateParameter(
      'since',
      'First filing date of the transactions, YYYY-MM-DD. Default: the whole window',
    ).optional(),
    limit: limitParameter(INSIDER_ROWS_LIMIT, 'transactions'),
    fields: fieldsParameter(insiderTransaction, 'transactions').optional(),
  }),
  output: insiderDetail,
  async run({ id, since, limit, fields }, context) {
    const { reads, now } = context;
    const read = await requireLastReadAt(reads, 'sec-edgar-form4');
    const horizon = daysBefore(now, WINDOW_DAYS);
    const question = {
      slug: await slugOf(reads, id),
      since: since === undefined || since < horizon ? horizon : since,
      until: now.toISOString(),
    };
    const facts = await reads.insider({ ...question, limit });
    if (facts === null)
      throw read.notFoundError(`Insider not found: ${id}. Slugs are found by search_insiders.`);
    return {
      data: {
        identity: facts.identity,
        transactions: rowsFor(facts.transactions, context, fields),
        careerLots: valueFor(facts.careerLots, context),
        coFilers: valueFor(facts.coFilers, context),
      },
      count: facts.transactions.length,
      rows: await countedRows(facts.transactions.length, limit, () => reads.countTransactions(question)),
      source: 'sec-edgar-form4',
      fetchedAt: read.fetchedAt,
      page: insiderPage(question.slug),
      governmentWork: true,
    };
  },
});

/** The slug that an id is, or the slug of the owner whose CIK it is: few names, and no other slug, are a number alone. */
async function slugOf(reads: Reads, id: string): Promise<string> {
  const cik = cikIn(id);
  const named = cik === null ? null : await reads.insiderOfCik(cik);
  if (named === null || named.slug === id) return id;
  const isSlug = (await reads.searchInsiders({ q: id, limit: 1 })).some(({ slug }) => slug === id);
  return isSlug ? id : named.slug;
}
