/** The page of the fails-to-deliver files: which half months it links to. */

export interface FailsFile {
  /** Such as cnsfails202308b_0: the name without `.zip`. */
  key: string;
  url: string;
  /** Year and month, YYYY-MM. */
  month: string;
}

const LINK = /href\s*=\s*["']([^"'\s]*\/(cnsfails(\d{4})(0[1-9]|1[0-2])([ab])(?:_(\d+))?)\.zip)["']/gi;

/**
 * The files that the page links to, newest first, whatever folder they lie in. A file that was put up again carries a
 * suffix (`_0`): of one half month the one with the highest suffix counts.
 * @param onHost the address of a link, null when it leads to another host
 */
export function failsFiles(html: string, onHost: (link: string) => string | null): FailsFile[] {
  const files = new Map<string, FailsFile & { again: number }>();
  for (const [, link, key, year, month, half, suffix] of html.matchAll(LINK)) {
    const url = onHost(link!.replaceAll('&amp;', '&'));
    const again = suffix === undefined ? -1 : Number(suffix);
    const name = `${year}-${month}${half!.toLowerCase()}`;
    if (url === null || (files.get(name)?.again ?? -2) >= again) continue;
    files.set(name, { key: key!, url, month: `${year}-${month}`, again });
  }
  return [...files.entries()]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, { key, url, month }]) => ({ key, url, month }));
}
