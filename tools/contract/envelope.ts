/**
 * The envelope of every REST answer and of the text of every tool result: { meta, data, error }. `meta` comes first
 * because hosts cut long answers at their end, and a caller must still see that rows are missing.
 */

import type { ApiError, ParameterIssue } from './errors.js';
import type { ListPlace } from './place.js';
import { LICENSE_URL, SOURCE_LICENSE_URL } from './rules.js';
import type { GivenRows, ToolAnswer } from './tool.js';

/** What an answer to `as_of` stands for. */
export interface MetaAsOf {
  /** ISO 8601 UTC with milliseconds. */
  moment: string;
  /** The number of the generation that answered then, and from when on it did. */
  generation: number;
  servedFrom: string;
  /** Sources that were still being read for the first time: what is missing of them may have been filed long before. */
  firstFill: string[];
}

export interface Meta {
  /** Present in sample mode only: every issuer, person and figure is invented. */
  sample?: true;
  count: number;
  /** On every list: how many rows match; `count` may be lower. For one member or insider, the rows inside. */
  total?: number;
  /** Present only when stored rows cannot be read and are left out here: how many. `total` counts them. */
  unreadable?: number;
  /** Present only when more rows match than the answer has; with a cursor, when more follow. */
  truncated?: true;
  /** Present only when `truncated` is, on lists that can be continued: the value of the parameter `cursor`. */
  nextCursor?: string;
  /** Present only when more filings match than are added up in groups: the groups are of those filed from then on. */
  groupedSince?: string;
  /** Present only when amounts are compared and the request names no currency: rows in another one are left out. */
  onlyCurrency?: string;
  /** On a log: the value of the parameter `after` with which a later call continues. */
  resume?: string;
  /** On a log, only for sources that it does not have for the whole time: from when it has them; null for not yet. */
  recordedSince?: Readonly<Record<string, string | null>>;
  /** When the source was last read with success, ISO 8601 UTC with milliseconds. */
  fetchedAt: string;
  /** Present only when the request has `as_of`. */
  asOf?: MetaAsOf;
  source: string;
  attribution?: { text: string; site: string; page: string };
  license: string;
  sourceLicense?: string;
  /** Present only when the request named parameters that this endpoint does not have. */
  ignoredParameters?: string[];
  /** Present only when an argument was read as another name or value: by the argument as it was named. */
  readAs?: Record<string, string>;
}

export interface ApiEnvelope {
  meta: Meta;
  data: unknown;
  error: { code: string; message: string; issues?: ParameterIssue[] } | null;
}

/** What the envelope needs besides the answer itself. */
interface EnvelopeContext {
  baseUrl: string;
  /** `sample:` in sample mode, else empty. */
  sourcePrefix: string;
  ignoredParameters: string[];
  readAs: Record<string, string>;
  asOf?: MetaAsOf | undefined;
  /** The cursor for a place of this list. */
  cursorOf(next: ListPlace): string;
}

export function successEnvelope(answer: ToolAnswer<unknown>, context: EnvelopeContext): ApiEnvelope {
  const { rows } = answer;
  const meta: Meta = {
    ...sampleMark(context.sourcePrefix),
    count: answer.count,
    ...(rows === undefined ? {} : { total: rows.total }),
    ...(rows?.unreadable ? { unreadable: rows.unreadable } : {}),
    ...(rows === undefined ? {} : continuation(rows, context)),
    ...(rows?.resume === undefined ? {} : { resume: rows.resume }),
    ...(rows?.recordedSince === undefined ? {} : { recordedSince: rows.recordedSince }),
    ...(typeof rows?.groupedSince === 'string' ? { groupedSince: rows.groupedSince } : {}),
    ...(typeof rows?.onlyCurrency === 'string' ? { onlyCurrency: rows.onlyCurrency } : {}),
    fetchedAt: answer.fetchedAt,
    ...(context.asOf === undefined ? {} : { asOf: context.asOf }),
    source: [answer.source]
      .flat()
      .map((one) => context.sourcePrefix + one)
      .join(', '),
    ...(answer.page === null ? {} : { attribution: attribution(context.baseUrl, answer.page) }),
    license: LICENSE_URL,
    ...(answer.governmentWork ? { sourceLicense: SOURCE_LICENSE_URL } : {}),
    ...(context.ignoredParameters.length > 0 ? { ignoredParameters: context.ignoredParameters } : {}),
    ...(Object.keys(context.readAs).length > 0 ? { readAs: context.readAs } : {}),
  };
  return { meta, data: answer.data, error: null };
}

function continuation(
  { given, total, unreadable = 0, next }: GivenRows,
  { cursorOf }: EnvelopeContext,
): Pick<Meta, 'truncated' | 'nextCursor'> {
  if (next === undefined) return given + unreadable < total ? { truncated: true } : {};
  return next === null ? {} : { truncated: true, nextCursor: cursorOf(next) };
}

/** `fetchedAt` of a failure is when the served data was last read. */
export function errorEnvelope(
  error: ApiError,
  { source, sourcePrefix, fetchedAt }: { source: string; sourcePrefix: string; fetchedAt: string },
): ApiEnvelope {
  return {
    meta: {
      ...sampleMark(sourcePrefix),
      count: 0,
      fetchedAt,
      source: sourcePrefix + source,
      license: LICENSE_URL,
    },
    data: null,
    error: {
      code: error.code,
      message: error.message,
      ...(error.issues === undefined ? {} : { issues: error.issues }),
    },
  };
}

const sampleMark = (sourcePrefix: string): { sample?: true } => (sourcePrefix === '' ? {} : { sample: true });

function attribution(baseUrl: string, page: string): { text: string; site: string; page: string } {
  return {
    text: 'Source: disclosed, from public disclosure registers. Licensed CC BY 4.0: keep this attribution with its link.',
    site: baseUrl,
    page: baseUrl + page,
  };
}
