/**
 * The checks of `doctor`: each requests once what an import will request, and says whether the response has
 * the known shape.
 */

import {
  DocumentNotFoundError,
  type Http,
  type HttpResponse,
  ParseError,
  type Probe,
  SourceError,
} from '../register.js';
import { SourcePausedError, UnreachableError } from './http-client.js';
import { refusalAdvice } from './refusal-advice.js';

/** One kind of thing that an import requests. */
interface ProbeStep<T> {
  /** Its name in words, such as `daily index`. */
  what: string;
  /** Where it is requested, for the message when there is no response. */
  url: string;
  /**
   * Sends the same request as an import. Throws SourceError, DocumentNotFoundError or ParseError for an
   * unknown shape.
   */
  run: (http: Http) => Promise<T>;
  /** What was found, in a few words. Throws like `run`. */
  describe: (found: T) => string;
}

/** The outcome for the operator, and what was found, for the next check; null if nothing was. */
export async function runProbeStep<T>(
  http: Http,
  step: ProbeStep<T>,
): Promise<{ probe: Probe; found: T | null }> {
  const { what, url, run, describe } = step;
  const observed: { last: HttpResponse | null } = { last: null };
  const recordingHttp: Http = {
    async request(address, request) {
      observed.last = null;
      observed.last = await http.request(address, request);
      return observed.last;
    },
  };
  try {
    const found = await run(recordingHttp);
    return {
      probe: { verdict: 'reachable', detail: describe(found), ...probeLocation(what, url, observed.last) },
      found,
    };
  } catch (error) {
    if (
      !(error instanceof SourceError || error instanceof DocumentNotFoundError || error instanceof ParseError)
    )
      throw error;
    const location = probeLocation(what, url, observed.last);
    const firstBytes = location.firstBytes || (error instanceof SourceError ? error.firstBytes : '');
    const stop = error instanceof UnreachableError || error instanceof SourcePausedError;
    const probe: Probe = {
      ...location,
      verdict: verdictOf(error, observed.last),
      detail: error.message,
      firstBytes,
    };
    return { probe: stop ? { ...probe, stop } : probe, found: null };
  }
}

function probeLocation(what: string, url: string, response: HttpResponse | null) {
  const firstBytes = (response?.bytes.toString('utf8', 0, 300) ?? '').replaceAll('\0', '');
  return { what, url: response?.url ?? url, status: response?.status ?? null, firstBytes };
}

/** A 200 with other content means that the register changed; any other status is a refusal. */
function verdictOf(error: Error, response: HttpResponse | null): Probe['verdict'] {
  if (error instanceof UnreachableError) return 'unreachable';
  if (response === null) return 'refused';
  return response.status === 200 || response.status === 206 ? 'unknown-shape' : 'refused';
}

/**
 * The bytes of a complete response.
 *
 * @throws SourceError for any status other than 200.
 */
export function requireOk({ status, url, bytes }: HttpResponse): Buffer {
  if (status !== 200) throw new SourceError(`${url} answered ${status}${refusalAdvice(status)}`, bytes);
  return bytes;
}

/**
 * The first kilobytes of a large file: whether it exists and has the right type, without the load of fetching
 * it.
 */
export const FIRST_BYTES_REQUEST = {
  headers: { range: 'bytes=0-4095', 'accept-encoding': 'identity' },
  maxBytes: 128 * 1024 * 1024,
} as const;

/** @throws SourceError when the file is not there or does not begin like a zip. */
export function requireZipStart({ status, url, bytes }: HttpResponse): Buffer {
  if (status !== 200 && status !== 206)
    throw new SourceError(`${url} answered ${status}${refusalAdvice(status)}`, bytes);
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw new SourceError(`${url} is not a zip`, bytes);
  return bytes;
}
