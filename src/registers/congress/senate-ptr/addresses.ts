/** Addresses of eFD, and the official link of a report, which is the one to publish. */

import { itemAt } from '../../../collections.js';

const SENATE_HOST = 'https://efdsearch.senate.gov';

/** `ptr` was filed on screen, `paper` is a scan. */
export type ReportKind = 'ptr' | 'paper';

export type SenateAddresses = ReturnType<typeof senateAddresses>;

/** `base` without a trailing slash: eFD itself, or an operator's own proxy that forwards eFD's responses. */
export function senateAddresses(base: string = SENATE_HOST) {
  return {
    agreement: `${base}/search/home/`,
    search: `${base}/search/`,
    searchData: `${base}/search/report/data/`,
    report: (kind: ReportKind, id: string) => `${base}${reportPath(kind, id)}`,
  };
}

/** The link to a report at eFD. The oldest paper ids are in capitals: they are kept unchanged. */
export function officialLink(kind: ReportKind, id: string): string {
  return `${SENATE_HOST}${reportPath(kind, id)}`;
}

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const REPORT_PATH = new RegExp(`/search/view/(ptr|paper)/(${UUID})/`);

/** Kind and id of the first report that a text links to; null when there is none. */
export function reportIn(text: string): { kind: ReportKind; id: string } | null {
  const found = REPORT_PATH.exec(text);
  // The pattern allows only these two words.
  return found === null ? null : { kind: found[1] as ReportKind, id: itemAt(found, 2) };
}

/** The id that a file is named after; null when there is none. */
export function idIn(text: string): string | null {
  return new RegExp(`(?<![0-9a-fA-F])${UUID}(?![0-9a-fA-F])`).exec(text)?.[0] ?? null;
}

function reportPath(kind: ReportKind, id: string): string {
  if (idIn(id) !== id) throw new TypeError(`not a report id: ${id}`);
  return `/search/view/${kind}/${id}/`;
}
