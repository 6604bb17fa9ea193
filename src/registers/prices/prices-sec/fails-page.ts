/** The page of the fails-to-deliver files: which half months it links to. */

import { byText, required } from '../../../collections.js';

export interface FailsFile {
  /** Such as cnsfails202308b_0: the name without `.zip`. */
  key: string;
  url: string;
  /** First day of the half month, YYYY-MM-DD. */
  from: string;
  /** No settlement date in it is later, YYYY-MM-DD. */
  until: string;
}

const LINK = /href\s*=\s*["']([^"'\s]*\/(cnsfails(\d{4})(\d{2})([ab])(?:_(\d+))?)\.zip)["']/gi;

/**
 * The files that the page links to, oldest first. A file that was put up again carries a suffix (`_0`): of one half
 * month the one with the highest suffix counts.
 * @param onHost the address of a link, null when it leads to another host
 */
export function failsFiles(html: string, onHost: (link: string) => string | null): FailsFile[] {
  const files = new Map<string, FailsFile & { again: number }>();
  for (const [, link, key, year, month, half, suffix] of html.matchAll(LINK)) {
    const url = onHost(required(link, 'link').replaceAll('&amp;', '&'));
    if (url === null || Number(month) < 1 || Number(month) > 12) continue;
    const again = suffix === undefined ? -1 : Number(suffix);
    const name = `${year}${month}${half}`;
    if ((files.get(name)?.again ?? -2) >= again) continue;
    files.set(name, {
      key: required(key, 'key'),
      url,
      again,
      ...daysOf(`${year}-${month}`, required(half, 'half').toLowerCase() === 'a'),
    });
  }
  return [...files.values()]
    .sort(byText(({ from }) => from))
    .map(({ key, url, from, until }) => ({ key, url, from, until }));
}

/** The first half ends about the 15th: two days more are allowed for. */
function daysOf(month: string, isFirst: boolean): { from: string; until: string } {
  return isFirst
    ? { from: `${month}-01`, until: `${month}-17` }
    : { from: `${month}-13`, until: `${month}-31` };
}
