/** The holders above five per cent of one company, as a section of its page. */

import { ApiError } from '../../../../tools/contract/errors.js';
import type { MajorHolder } from '../../../../tools/contract/shapes/holder.js';
import getMajorHolders from '../../../../tools/get-major-holders.js';
import { html } from '../../../html.js';
import type { PageSection } from '../form4/issuer-registers.js';
import type { PageAnswer, PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { stakeColumns } from './holder-columns.js';

/** Rows of the section; the list has all. */
const MOST = 10;

/** None where the register is switched off or was not read, and for a company without schedules. */
export async function holderSection(request: PageRequest, cik: string): Promise<PageSection[]> {
  if (cik === '' || !request.tools.some(({ path }) => path === getMajorHolders.path)) return [];
  let answer: PageAnswer<typeof getMajorHolders>;
  try {
    answer = await request.callTool(getMajorHolders, { cik, limit: MOST });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_ready') return [];
    throw error;
  }
  const { data: rows, meta } = answer;
  if (rows.length === 0) return [];
  const list = (query: string) => request.to(`/major-holders?cik=${cik}${query}`);
  return [
    {
      id: 'holders',
      title: 'Holders above 5%',
      json: `/v1/major-holders?cik=${cik}`,
      body: html`${table({
        caption: 'Schedules 13D and 13G about this company, newest first',
        rows,
        columns: [FILED, ...stakeColumns(request)],
        total: meta.total,
        most: MOST,
        empty: '',
        rest: html`<a href="${list('')}">All of them</a>`,
      })}
<p><a href="${list('&list=current&sort=percent')}">Only the latest schedule of each holder, largest first</a></p>`,
    },
  ];
}

const FILED: Column<MajorHolder> = { field: 'filedAt', head: 'Filed', as: 'day' };
