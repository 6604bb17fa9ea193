/** What the operator corrected or withheld in single rows. */

import { z } from 'zod/v3';
import { pageParameters, wordParameter } from './contract/parameters.js';
import { CORRECTIONS_LIMIT } from './contract/rules.js';
import { CORRECTION_STATES, correction, type OperatorCorrection } from './contract/shapes/erratum.js';
import { entriesBehind, placeIn, requireShortPlace, type ShortOrder } from './contract/short-list.js';
import { defineTool } from './contract/tool.js';

const TEXT_MAX = 200;
const ID_RULE = `must have at most ${TEXT_MAX} characters`;
const id = (what: string) =>
  z.string({ invalid_type_error: ID_RULE }).max(TEXT_MAX, ID_RULE).describe(what).optional();
const ORDER: ShortOrder<OperatorCorrection> = {
  sortValue: ({ day }) => day,
  idOf: ({ register, rowId, field }) => [register, rowId, field].join(' '),
  order: 'desc',
};

export default defineTool({
  mcp: 'get_corrections',
  isWider: true,
  title: 'Corrections of the operator',
  path: '/v1/corrections',
  purpose: 'Figures of single rows that the operator of this service corrected or withheld, with the reasons',
  description: `Figures that are wrong in a filed document, or read wrongly, and that the operator of this service shows otherwise or not at all: row, field, what was filed, what is shown, why, and since when. Example: {"row": "0000900001-26-000001-0"}.

A corrected row has erratum with reason and day in every list; sums have the shown figure, and none of a withheld one. The filing itself stays what it is. state document-changed: the document says something else now, so the row is as filed, with the mark. An empty list: nothing was corrected. meta.nextCursor gives the next rows. Typical size: 120 tokens a correction, so the default ${CORRECTIONS_LIMIT.default} are about 6,000 tokens. Errors: 400 names the wrong parameter.`,
  input: z.object({
    register: id('Only of this register, such as sec-form4'),
    row: id('Only of the row with this filingId, noticeId or accession, such as 0000900001-26-000001-0'),
    state: wordParameter('state', CORRECTION_STATES, 'Only those with this state. Default: all').optional(),
    ...pageParameters(CORRECTIONS_LIMIT, 'corrections'),
  }),
  output: z.array(correction),
  async run({ register, row, state, limit }, { reads, now, after }) {
    const place = requireShortPlace(after);
    const [catalog, all] = await Promise.all([reads.sources(), reads.corrections()]);
    const matching = all.filter(
      (one) =>
        (register ?? one.register) === one.register &&
        (row ?? one.rowId) === one.rowId &&
        (state ?? one.state) === one.state,
    );
    const behind = entriesBehind(matching, place, ORDER);
    const given = behind.slice(0, limit);
    const last = given.at(-1);
    const next = behind.length > limit && last !== undefined ? placeIn(ORDER, last) : null;
    const read = catalog.flatMap(({ lastReadAt }) => lastReadAt ?? []).sort();
    return {
      data: given,
      count: given.length,
      rows: { given: given.length, total: matching.length, next },
      source: 'catalog',
      fetchedAt: read.at(-1) ?? now.toISOString(),
      page: '/corrections',
      governmentWork: false,
    };
  },
});
