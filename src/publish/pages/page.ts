/** What a page is: its address, what it can request, and what it gives to be framed. */

import type { z } from 'zod/v3';
import type { Meta } from '../../../tools/contract/envelope.js';
import type { FilingTotals } from '../../../tools/contract/reads/filings.js';
import type { IssuerFacts } from '../../../tools/contract/reads/issuers.js';
import type { SourceId, SourceState } from '../../../tools/contract/reads/sources.js';
import type { ApiFilingRow } from '../../../tools/contract/shapes/filing.js';
import type { Tool } from '../../../tools/contract/tool.js';
import type { Html } from '../../html.js';
import type { BackupsState } from '../backups-state.js';
import type { OfferedDumpFacts } from '../offered-dump.js';
import type { PageMoment } from './replay.js';

/** An issuer by its symbol (in any form) or by its CIK. */
export type IssuerKey = { ticker: string } | { cik: string };

/** The arguments of a tool as they come from an address. The request pipeline validates and converts them. */
export type ToolArguments<T extends Tool> = { [name in keyof T['input']['shape']]?: string | number };

/** What a tool answers, with its types. */
export interface PageAnswer<T extends Tool> {
  data: z.infer<T['output']>;
  meta: Meta;
}

/** One request for a page, with everything that the page may query. */
export interface PageRequest {
  /** Values of `{name}` in the path. */
  params: Record<string, string>;
  /** The query parameters that the page knows, trimmed; '' for a missing one. */
  query: Record<string, string>;
  /** The time that the page is rendered for, which may be an earlier one. */
  now: Date;
  baseUrl: string;
  /** The earlier moment that the page stands for; null for the present. Its questions and links have it already. */
  asOf: PageMoment | null;
  /** Every tool of this service. */
  tools: readonly Tool[];
  /** Whether this service has the page at this path. */
  hasPage(path: string): boolean;
  /**
   * Calls a tool, like every other caller.
   * @throws ApiError for what the tool refuses.
   */
  callTool<T extends Tool>(tool: T, given?: ToolArguments<T>): Promise<PageAnswer<T>>;
  /** Open-market rows of one issuer in the window. */
  issuerRows(issuer: IssuerKey): Promise<ApiFilingRow[]>;
  /** How many such rows exist, and their sums. */
  issuerTotals(issuer: IssuerKey): Promise<FilingTotals>;
  /** Closes of a year, oldest first; empty where they are not known or may not be shown. */
  issuerCloses(cik: string): Promise<Array<{ date: string; close: number }>>;
  /** How many rows, or groups by filing, match a request to `/v1/filings` without its limit, and their sums. */
  feedTotals(given: Record<string, unknown>): Promise<FilingTotals>;
  /** An issuer, with or without rows; null for one that no document here names. */
  issuerOf(issuer: IssuerKey): Promise<IssuerFacts | null>;
  /** Known symbols similar to an unknown one. */
  similarSymbols(ticker: string): Promise<IssuerFacts[]>;
  sources(): Promise<SourceState[]>;
  /** What this node does, in words; null where no other node gives the same service. */
  node: string | null;
  /** The newest dump; null where none is offered. */
  dump: OfferedDumpFacts | null;
  /** How the backups are; null where this service makes none. */
  backups: BackupsState | null;
  /** The address of a path of this service, which may itself run below a path. */
  to(path: string): string;
}

/** Files that a page offers as a whole. */
export interface Dataset {
  name: string;
  description: string;
  /** The page about them, and the list of the files. */
  path: string;
  list: string;
}

export interface Content {
  title: string;
  /** The filters in use, for the title of the window: two selections of one list are two titles. '' for none. */
  selection?: string;
  /** One or two sentences under the title, and for search engines; '' for none. */
  lede: string;
  body: Html;
  /** Paths of the same facts as JSON. */
  json?: string | readonly string[];
  /** Where the facts come from. */
  sources?: Array<{ label: string; href: string }>;
  /** What a reader must know before relying on a figure. */
  caveats?: Array<string | Html>;
  /** When the source was last read, ISO 8601 UTC. */
  fetchedAt?: string;
  /** HTTP status of a page that reports a problem; 200 where it is left out. */
  status?: 400 | 404;
  /** Sources of this one request, where they differ from those of the page. */
  about?: readonly SourceId[];
  /** Files that the page offers as a whole, for search engines. */
  datasets?: readonly Dataset[];
  /** Redirect to this path. */
  redirect?: string;
  /** The same rows as feeds and as CSV: paths. */
  forms?: ReadonlyArray<{ label: string; type: string; path: string }>;
  /** Ask search engines to leave this page out. */
  unlisted?: boolean;
}

/** Other forms of the rows of a page (src/publish/feeds). */
export type ListForm = 'atom' | 'jsonFeed' | 'csv';

/** The rows of a page, as a tool gives them. */
export interface PageList {
  tool: Tool;
  /** Names of the lists in the data of the tool, the first with rows counts; left out where the data is the list. */
  rows?: readonly string[];
  /** Parameters of the page that choose rows, and those that order them; feeds have their newest rows first. */
  filters: readonly string[];
  /** Those of a feed, where its rows are others; such a feed is not continued. */
  feedFilters?: readonly string[];
  orders?: readonly string[];
  /** The parameter without which there are no rows. */
  needed?: string;
  /** Its rows have no dates of publication, so that there is a file and not a feed. */
  isFileOnly?: true;
  /** Whether `cursor` gives the rows that follow. */
  isContinued: boolean;
  /** The page that a feed leads to, where that is not the one at its address. */
  page?: string;
  /** The title of a feed. */
  title(request: PageRequest): string;
  /**
   * The arguments of the tool for a request.
   * @throws ApiError for what has no list
   */
  given(request: PageRequest, form: ListForm): ToolGiven | Promise<ToolGiven>;
}

type ToolGiven = Record<string, string | number | undefined>;

export interface Page {
  /** Whether it shows what this node does and how the backups are: it is rendered again when that changes. */
  showsNode?: true;
  /** It shows the present only, and does not take `as_of`. */
  isPresentOnly?: true;
  /** `{name}` is a parameter. */
  path: string;
  /** Label in the navigation; a page without one is not in it. */
  nav?: string;
  /** The path of the page in the navigation that it belongs to, where its address does not say it. */
  under?: string;
  /** What the pages below it call it, where `nav` has no label for it. */
  name?: string;
  /** REST paths of the tools without which the page does not exist. */
  needs: readonly string[];
  /** The sources of its facts: the page shows their state above them. */
  about?: (params: Record<string, string>) => readonly SourceId[];
  /** Names of the query parameters that it knows. */
  query?: string[];
  /** Its rows, which are a feed and a CSV file too. */
  list?: PageList;
  /** The filter by which a reader finds one of its rows: it is offered where the address of a row leads nowhere. */
  finder?: { name: string; label: string };
  render(request: PageRequest): Promise<Content>;
}
