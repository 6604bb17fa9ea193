/**
 * A feed as Atom (RFC 4287) and as JSON Feed 1.1. The entries that follow are in the header `Link` and not in the text: their
 * address changes with each generation, and the text only with its entries.
 */

import { html } from '../../html.js';
import type { ListEntry } from './entries.js';

export interface Feed {
  title: string;
  /** What the list is, how far it goes, and what is missing from it. */
  subtitle: string;
  /** The page with the same rows. */
  page: string;
  /** The address of the feed itself. */
  self: string;
  /** The host of this service, of which the ids are made. */
  host: string;
  author: string;
  rights: string;
  /** When the register was last read, ISO 8601 UTC: the moment of a feed without entries. */
  readAt: string;
  entries: readonly ListEntry[];
}

/** Ids are tag URIs (RFC 4151). The date stands for the time from which the host has given them. */
function tagOf({ host }: Feed, id: string): string {
  const path = id.split('/').map(encodeURIComponent).join('/');
  return `tag:${host},2026:${path}`;
}

/** Entries follow the rows, so that the feed changes only if they do. */
function updatedOf({ entries, readAt }: Feed): string {
  return entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), '') || readAt;
}

export function atomText(feed: Feed): string {
  const { title, subtitle, page, self, author, rights, entries } = feed;
  const text = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${tagOf(feed, `feed${pathOf(self)}`)}</id>
<title>${title}</title>
<subtitle>${subtitle}</subtitle>
<updated>${updatedOf(feed)}</updated>
<author><name>${author}</name></author>
<rights>${rights}</rights>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${entries.map(
  (entry) => html`<entry>
<id>${tagOf(feed, entry.id)}</id>
<title>${entry.title}</title>
<updated>${entry.updated}</updated>
<link rel="alternate" type="text/html" href="${entry.url ?? page}"/>
${entry.original !== null && html`<link rel="via" href="${entry.original}"/>\n`}<summary>${summaryOf(entry)}</summary>
</entry>
`,
)}</feed>
`.toString();
  // The two that XML cannot have and the template leaves.
  return text.replace(/[\ufffe\uffff]/g, '');
}

export function jsonFeedText(feed: Feed): string {
  const { title, subtitle, page, self, author, entries } = feed;
  return `${JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    home_page_url: page,
    feed_url: self,
    language: 'en',
    authors: [{ name: author }],
    items: entries.map((entry) => ({
      id: tagOf(feed, entry.id),
      url: entry.url ?? page,
      ...(entry.original === null ? {} : { external_url: entry.original }),
      title: entry.title,
      content_text: summaryOf(entry),
      date_published: entry.updated,
    })),
  })}\n`;
}

function summaryOf({ title, original }: ListEntry): string {
  return original === null ? title : `${title}. Original: ${original}`;
}

/** The path with the selection: two selections of a list are two feeds. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
