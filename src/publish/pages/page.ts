/** What a page is: an address, the questions that it needs, and how it is made from their answers. */

import type { ApiEnvelope } from '../../../tools/contract/envelope.js';
import type { FilingTotals, IssuerFacts, SourceId, SourceState } from '../../../tools/contract/reads.js';
import type { ApiFilingRow } from '../../../tools/contract/shapes/filing.js';
import type { Tool } from '../../../tools/contract/tool.js';
import type { Html } from './html.js';

/** One request for a page, and everything that it may ask. */
export interface Visit {
  /** Values of `{name}` in the path. */
  params: Record<string, string>;
  /** Those query parameters that the page knows, trimmed; a missing one is ''. */
  query: Record<string, string>;
  /** The moment that the page stands for. */
  now: Date;
  sample: boolean;
  baseUrl: string;
  /** Every tool that this service has. */
  tools: readonly Tool[];
  /** Whether the page at this path exists here. */
  hasPage(path: string): boolean;
  /**
   * Asks the tool of this REST path, as anybody may.
   * @throws Failure for what the tool refuses.
   */
  ask(toolPath: string, given?: Record<string, unknown>): Promise<ApiEnvelope>;
  /** Open-market rows of one issuer in the window, by symbol (any form) or by CIK. */
  issuerRows(issuer: { ticker: string } | { cik: string }): Promise<ApiFilingRow[]>;
  /** All such rows, and what they add up to. */
  issuerTotals(issuer: { ticker: string } | { cik: string }): Promise<FilingTotals>;
  /** All rows that match a question to `/v1/filings`, whatever its limit. */
  feedTotals(given: Record<string, unknown>): Promise<FilingTotals>;
  /** Who an issuer is, with or without rows; null for one that nothing here names. */
  issuerOf(issuer: { ticker: string } | { cik: string }): Promise<IssuerFacts | null>;
  /** Known symbols that are close to one that nothing here names. */
  similarSymbols(ticker: string): Promise<IssuerFacts[]>;
  sources(): Promise<SourceState[]>;
  /** An address of ours, below whatever path the service stands at. */
  to(path: string): string;
}

export interface Content {
  title: string;
  /** One or two sentences under the title, and for search engines. */
  lede: string;
  body: Html;
  /** Path of the same facts as JSON. */
  json?: string;
  /** Where the facts come from. */
  sources?: Array<{ label: string; href: string }>;
  /** What a reader must know before believing a figure. */
  caveats?: Array<string | Html>;
  /** When the source was last read, ISO 8601 UTC. */
  fetchedAt?: string;
  /** HTTP status, where the page says that something is wrong or missing; 200 where it is left out. */
  status?: 400 | 404;
  /** Sources of this very page, where they differ from those of the page as such. */
  about?: readonly SourceId[];
  /** Go there instead. */
  redirect?: string;
  /** Ask search engines to leave this page out. */
  unlisted?: boolean;
}

export interface Page {
  /** `{name}` stands for a parameter. */
  path: string;
  /** Word in the navigation; left out where none is wanted. */
  nav?: string;
  /** REST paths of the tools without which the page does not exist. */
  needs: string[];
  /** Sources that its facts come from: the page says their state above them. */
  about?: (params: Record<string, string>) => readonly SourceId[];
  /** Names of the query parameters that it knows. */
  query?: string[];
  render(visit: Visit): Promise<Content>;
}
