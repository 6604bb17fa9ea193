/** The one shape of every REST answer, and of the text of every tool result: { data, error, meta }. */

import type { Failure, Issue } from './errors.js';
import { LICENSE_URL, SOURCE_LICENSE_URL } from './rules.js';
import type { Answer } from './tool.js';

export interface Meta {
  count: number;
  /** When the source was last read with success, ISO 8601 UTC with milliseconds. */
  fetchedAt: string;
  source: string;
  attribution?: { text: string; site: string; page: string };
  license: string;
  sourceLicense?: string;
  /** Present when, and only when, the request named parameters that do not exist here. */
  ignoredParameters?: string[];
}

export interface Envelope {
  data: unknown;
  error: { code: string; message: string; issues?: Issue[] } | null;
  meta: Meta;
}

/** What the envelope needs besides the answer itself. */
export interface EnvelopeContext {
  baseUrl: string;
  /** `sample:` in sample mode, else empty. */
  sourcePrefix: string;
  ignoredParameters: string[];
}

export function success(answer: Answer<unknown>, context: EnvelopeContext): Envelope {
  const meta: Meta = {
    count: answer.count,
    fetchedAt: answer.fetchedAt,
    source: context.sourcePrefix + answer.source,
    ...(answer.page === null ? {} : { attribution: attribution(context.baseUrl, answer.page) }),
    license: LICENSE_URL,
    ...(answer.governmentWork ? { sourceLicense: SOURCE_LICENSE_URL } : {}),
    ...(context.ignoredParameters.length > 0 ? { ignoredParameters: context.ignoredParameters } : {}),
  };
  return { data: answer.data, error: null, meta };
}

/** `fetchedAt` of a failure is the moment of the data that is being served. */
export function failure(failed: Failure, source: string, fetchedAt: string): Envelope {
  return {
    data: null,
    error: {
      code: failed.code,
      message: failed.message,
      ...(failed.issues === undefined ? {} : { issues: failed.issues }),
    },
    meta: { count: 0, fetchedAt, source, license: LICENSE_URL },
  };
}

function attribution(baseUrl: string, page: string): { text: string; site: string; page: string } {
  return {
    text: 'Source: disclosed, from public disclosure registers. Licensed CC BY 4.0: keep this attribution with its link.',
    site: baseUrl,
    page: baseUrl + page,
  };
}
