/**
 * The envelope of every REST answer and of the text of every tool result: { meta, data, error }. `meta` comes first
 * because hosts cut long answers at their end, and a caller must still see that rows are missing.
 */

import type { ApiError, ParameterIssue } from './errors.js';
import { LICENSE_URL, SOURCE_LICENSE_URL } from './rules.js';
import type { ToolAnswer } from './tool.js';

export interface Meta {
  /** Present in sample mode only: every issuer, person and figure is invented. */
  sample?: true;
  count: number;
  /** On every list: how many rows match; `count` may be lower. For one member or insider, the rows inside. */
  total?: number;
  /** Present only when the answer has fewer rows than match. */
  truncated?: true;
  /** When the source was last read with success, ISO 8601 UTC with milliseconds. */
  fetchedAt: string;
  source: string;
  attribution?: { text: string; site: string; page: string };
  license: string;
  sourceLicense?: string;
  /** Present only when the request named parameters that this endpoint does not have. */
  ignoredParameters?: string[];
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
