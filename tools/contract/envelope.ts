/**
 * The one shape of every REST answer, and of the text of every tool result: { meta, data, error }. `meta` comes first:
 * hosts cut long answers at their end, and what an answer lacks has to be seen all the same.
 */

import type { ApiError, ParameterIssue } from './errors.js';
import { LICENSE_URL, SOURCE_LICENSE_URL } from './rules.js';
import type { ToolAnswer } from './tool.js';

export interface Meta {
  /** Present in sample mode and nowhere else: every issuer, person and figure is invented. */
  sample?: true;
  count: number;
  /** On every list: the rows that match, of which `count` may be fewer. Of one member or insider, the rows inside. */
  total?: number;
  /** Present when, and only when, fewer rows are given than match. */
  truncated?: true;
  /** When the source was last read with success, ISO 8601 UTC with milliseconds. */
  fetchedAt: string;
  source: string;
  attribution?: { text: string; site: string; page: string };
  license: string;
  sourceLicense?: string;
  /** Present when, and only when, the request named parameters that do not exist here. */
  ignoredParameters?: string[];
}

export interface ApiEnvelope {
  meta: Meta;
  data: unknown;
  error: { code: string; message: string; issues?: ParameterIssue[] } | null;
}

/** What the envelope needs besides the answer itself. */
export interface EnvelopeContext {
  baseUrl: string;
  /** `sample:` in sample mode, else empty. */
  sourcePrefix: string;
  ignoredParameters: string[];
}

export function successEnvelope(answer: ToolAnswer<unknown>, context: EnvelopeContext): ApiEnvelope {
  const { rows } = answer;
  const meta: Meta = {
    ...sampleMark(context.sourcePrefix),
    count: answer.count,
    ...(rows === undefined ? {} : { total: rows.total }),
    ...(rows !== undefined && rows.given < rows.total ? { truncated: true as const } : {}),
    fetchedAt: answer.fetchedAt,
    source: context.sourcePrefix + answer.source,
    ...(answer.page === null ? {} : { attribution: attribution(context.baseUrl, answer.page) }),
    license: LICENSE_URL,
    ...(answer.governmentWork ? { sourceLicense: SOURCE_LICENSE_URL } : {}),
    ...(context.ignoredParameters.length > 0 ? { ignoredParameters: context.ignoredParameters } : {}),
  };
  return { meta, data: answer.data, error: null };
}

/** `fetchedAt` of a failure is the moment of the data that is being served. */
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
