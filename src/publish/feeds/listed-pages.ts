/** Every page whose rows are a feed or a file too, and the list of what is new, which has no page. */

import type { Tool } from '../../../tools/contract/tool.js';
import getChanges from '../../../tools/get-changes.js';
import { pagesFor } from '../pages/index.js';
import type { Page, PageList } from '../pages/page.js';

export type ListedPage = Page & { list: PageList };

const TITLE_MAX = 200;
/** Parameters of the tool that are not filters. */
const NO_FILTERS = ['after', 'limit', 'fields', 'view', 'format', 'order', 'cursor'];

/** What the log of changes has: everything new but Forms 3 and 5 and the 13F reports of untracked managers. */
const CHANGES: ListedPage = {
  path: '/changes',
  needs: [getChanges.path],
  list: {
    tool: getChanges,
    filters: Object.keys(getChanges.input.shape).filter((name) => !NO_FILTERS.includes(name)),
    orders: ['order'],
    page: '/',
    isContinued: true,
    title: ({ query }) =>
      ['What is new', ...Object.values(query).filter((value) => value !== '')].join(', ').slice(0, TITLE_MAX),
    given: ({ query }) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
  },
  async render() {
    throw new Error('there is no page of changes');
  },
};

/** Those of a service with these tools. */
export function listedPages(tools: readonly Tool[]): ListedPage[] {
  const isListed = (page: Page): page is ListedPage => page.list !== undefined;
  const hasChanges = tools.some(({ path }) => path === getChanges.path);
  return [...pagesFor(tools).filter(isListed), ...(hasChanges ? [CHANGES] : [])];
}
