/**
 * "Report an error" in the rows of tables. A table knows its rows and not the settings, so it leaves a place with the id of the
 * row, which the frame of the page fills or removes.
 */

import { type Html, html } from '../../html.js';

const [BEFORE, AFTER] = ['<span class="report" data-row="', '"></span>'];
const PLACE = new RegExp(`${BEFORE}([^"]*)${AFTER}`, 'g');

/** The place in a row; nothing for a row that no register has under an id. */
export function reportPlace(row: unknown): Html | '' {
  const id = rowId(row);
  return id === null ? '' : html`<span class="report" data-row="${encodeURIComponent(id)}"></span>`;
}

/** The ids of rows, by the names that the lists give them. */
function rowId(row: unknown): string | null {
  // A row is an object of any fields.
  const { filingId, noticeId, accession } = row as Record<string, unknown>;
  const id = filingId ?? noticeId ?? accession;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The page with links to the operator's address, or without the places. */
export function withReportLinks(page: string, address: string | null): string {
  return page.replaceAll(PLACE, (_, id: string) =>
    address === null
      ? ''
      : `<a class="report" href="${html`${reportHref(address, id)}`}">Report an error</a>`,
  );
}

/** A mail has the id as its subject, a page gets it as the parameter `row`. @param id percent-encoded */
function reportHref(address: string, id: string): string {
  if (/^mailto:/i.test(address)) return `${address}?subject=${encodeURIComponent('Error in row ')}${id}`;
  return `${address}${address.includes('?') ? '&' : '?'}row=${id}`;
}
