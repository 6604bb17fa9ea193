/** The questions of `doctor`: each asks what a fill will ask, once, and says whether what came is as we know it. */

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

/** One kind of thing that a fill asks for. */
interface ProbeStep<T> {
  /** In words, such as `daily index`. */
  what: string;
  /** Where it is asked, for the case that nothing comes back. */
  url: string;
  /** Asks as the fill does. Throws RegisterFailure, Gone or Unreadable for what is not as we know it. */
  run: (http: Http) => Promise<T>;
  /** What was found, in a few words. Throws as `ask` does. */
  describe: (found: T) => string;
}

/** The outcome for the operator, and what was found for the question that follows; null where nothing was. */
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

function probeLocation(what: string, url: string, answer: HttpResponse | null) {
  const firstBytes = (answer?.bytes.toString('utf8', 0, 300) ?? '').replaceAll('\0', '');
  return { what, url: answer?.url ?? url, status: answer?.status ?? null, firstBytes };
}

/** A good status with something else in it is a change of the register; every other status is its refusal. */
function verdictOf(error: Error, answer: HttpResponse | null): Probe['verdict'] {
  if (error instanceof UnreachableError) return 'unreachable';
  if (answer === null) return 'refused';
  return answer.status === 200 || answer.status === 206 ? 'unknown-shape' : 'refused';
}

/** The bytes of a whole answer. @throws RegisterFailure for any other status than 200. */
export function requireOk({ status, url, bytes }: HttpResponse): Buffer {
  if (status !== 200) throw new SourceError(`${url} answered ${status}${refusalAdvice(status)}`, bytes);
  return bytes;
}

/** The first kilobytes of a large file: whether it is there and of its kind, without the load of fetching it. */
export const FIRST_BYTES_REQUEST = {
  headers: { range: 'bytes=0-4095', 'accept-encoding': 'identity' },
  maxBytes: 128 * 1024 * 1024,
} as const;

/** @throws RegisterFailure when the file is not there or does not begin as a zip does. */
export function requireZipStart({ status, url, bytes }: HttpResponse): Buffer {
  if (status !== 200 && status !== 206)
    throw new SourceError(`${url} answered ${status}${refusalAdvice(status)}`, bytes);
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw new SourceError(`${url} is no zip`, bytes);
  return bytes;
}
