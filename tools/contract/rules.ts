/** Every number of the contract, named once. docs/reference.md lists them under "Limits". */

export const SERVICE_NAME = 'disclosed';
export const SERVICE_VERSION = '1.0.0';
/** What `initialize` answers, whatever version the client names. */
export const MCP_PROTOCOL_VERSION = '2025-03-26';
/** The revision without `initialize`: its requests carry this version themselves. */
export const MCP_MODERN_VERSION = '2026-07-28';

/** The first sentence wherever invented data is served. */
export const SAMPLE_WARNING =
  'SAMPLE: every issuer, person and figure here is invented, and no real filing was read. Do not present any of it as fact.';

/** Days of the rolling Form 4 window, by filing time. */
export const WINDOW_DAYS = 365;
/** Default of `since`, in days before today. */
export const DEFAULT_SINCE_DAYS = 30;

/** No Form 3 or 5 is older as XML. */
export const FIRST_FORM35_DAY = '2003-05-05';

export const FILINGS_LIMIT = { min: 1, max: 500, default: 100 } as const;
export const SEARCH_LIMIT = { min: 1, max: 100, default: 20 } as const;
export const SEARCH_QUERY_LENGTH = { min: 1, max: 64 } as const;
/** Rows of the search over every register. */
export const NAMES_LIMIT = { min: 1, max: 100, default: 20 } as const;
export const INSIDER_ROWS_LIMIT = { min: 1, max: 5000, default: 5000 } as const;

export const INSIDER_SLUG_MAX = 160;
export const MEMBER_SLUG_MAX = 80;
/** Characters of a person's name in a filter: as many as a search for people takes. */
export const PERSON_NAME_MAX = 64;
export const TRACKER_SLUG_MAX = 50;

export const CLUSTERS_MAX = 24;
export const CLUSTERS_LIMIT = { min: 1, max: 500, default: CLUSTERS_MAX } as const;
export const CLUSTER_WINDOW_DAYS = 60;
export const CLUSTER_MIN_INSIDERS = 3;
/** USD that an insider must reach in the window to count towards a cluster. */
export const CLUSTER_MIN_USD = 10_000;

export const STREAKS_MAX = 50;
export const STREAKS_LIMIT = { min: 1, max: 500, default: STREAKS_MAX } as const;
export const STREAK_MIN_WEEKS = 2;
/** USD summed over the run. */
export const STREAK_MIN_USD = 50_000;
export const STREAK_HISTORY_WEEKS = 12;

export const EU_WINDOW_DAYS = 90;
/** Characters of `issuer` and `manager`. */
export const EU_NAME_MAX = 100;
export const EU_ROWS_LIMIT = { min: 1, max: 2500, default: 2500 } as const;

/** A cursor works for at least a day: its moment is at most a day before the answer that gave it. */
export const CURSOR_HOURS = 48;

export const TRADES_LIMIT = { min: 1, max: 500, default: 500 } as const;
/** The same for the trades of all members. */
export const CONGRESS_TRADES_LIMIT = { min: 1, max: 500, default: 100 } as const;
/** Members of Congress with what their reports come to. */
export const MEMBERS_LIMIT = { min: 1, max: 500, default: 100 } as const;
/** Schedules 13D and 13G: rows are long, and a host takes 25,000 tokens. */
export const HOLDERS_LIMIT = { min: 1, max: 500, default: 30 } as const;
/** Rows of the reports of all managers. */
export const MANAGER_ROWS_LIMIT = { min: 1, max: 500, default: 50 } as const;
/** Characters of a name that managers are looked for by. */
export const MANAGER_NAME_MAX = 100;
/** Days after the end of a quarter by which managers must report it. */
export const MANAGER_REPORT_DAYS = 45;
/** Per cent of a class: the duty to report; Section 16; the bound of a passive holder; the majority. */
export const HOLDER_LEVELS = [5, 10, 20, 50] as const;
/** Characters of the intent that a row quotes. */
export const PURPOSE_SHOWN = 500;
/** Changes of all registers. */
export const CHANGES_LIMIT = { min: 1, max: 500, default: 50 } as const;
/** A question in SQL over a dump. */
export const SQL_LENGTH_MAX = 4000;
export const SQL_ROWS_LIMIT = { min: 1, max: 1000, default: 200 } as const;
export const CORRECTIONS_LIMIT = { min: 1, max: 500, default: 50 } as const;
export const GENERATIONS_LIMIT = { min: 1, max: 500, default: 50 } as const;
/** Days for which changes are kept. */
export const CHANGES_KEPT_DAYS = 31;
/** Default of `since` of the changes, in hours before the newest data. */
export const CHANGES_DEFAULT_HOURS = 24;
/** A document that its register published more days before it was read is late. */
export const LATE_READ_DAYS = 7;
export const RANKING_LIMIT = { min: 1, max: 100, default: 20 } as const;
/** Rows of one view of a tracked portfolio. */
export const TRACKER_ROWS_LIMIT = { min: 1, max: 500, default: 50 } as const;
/** A trade that was disclosed more days after it is late. */
export const LATE_DAYS = 45;

/** Rows of planned sales, as long. */
export const PLANNED_SALES_LIMIT = { min: 1, max: 500, default: 30 } as const;
/** Days from the first intended day that a notice of Form 144 covers. */
export const PLANNED_SALE_DAYS = 90;
/** Days before the first intended day from which a sale counts: the notice may be filed with the order, or late. */
export const PLANNED_SALE_EARLY_DAYS = 3;

/** Rows of each part of a company's record; the default with view=brief, and that with view=full. */
export const ISSUER_ROWS_LIMIT = { min: 1, max: 100, brief: 5, full: 50 } as const;

/** Characters of the id of a search hit: two names of a European register. */
export const FETCH_ID_MAX = 600;

/** Requests per hour for one address without a key, and for one key. */
export const RATE_KEYLESS = 60;
export const RATE_KEYED = 600;
export const RATE_WINDOW_SECONDS = 3600;

/** Maximum lengths of two JSON-RPC fields of the agent endpoint. */
export const JSONRPC_VERSION_MAX = 8;
export const JSONRPC_ID_MAX = 256;

export const LICENSE_URL = 'https://creativecommons.org/licenses/by/4.0/';
export const SOURCE_LICENSE_URL = 'https://www.usa.gov/government-copyright';
