/** The questions of `doctor`: each asks what a fill will ask, once, and says whether what came is as we know it. */

import { Gone, type Http, type HttpAnswer, type Probe, RegisterFailure, Unreadable } from '../register.js';
import { RegisterPaused, Unreachable } from './polite-fetch.js';
import { whyRefused } from './refusal.js';

/** One kind of thing that a fill asks for. */
export interface Question<T> {
  /** In words, such as `daily index`. */
  what: string;
  /** Where it is asked, for the case that nothing comes back. */
  url: string;
  /** Asks as the fill does. Throws RegisterFailure, Gone or Unreadable for what is not as we know it. */
  ask: (http: Http) => Promise<T>;
  /** What was found, in a few words. Throws as `ask` does. */
  tell: (found: T) => string;
}

/** The outcome for the operator, and what was found for the question that follows; null where nothing was. */
export async function asked<T>(
  http: Http,
  question: Question<T>,
): Promise<{ probe: Probe; found: T | null }> {
  const { what, url, ask, tell } = question;
  const heard: { last: HttpAnswer | null } = { last: null };
  const listening: Http = {
    async request(address, request) {
      heard.last = null;
      heard.last = await http.request(address, request);
      return heard.last;
    },
  };
  try {
    const found = await ask(listening);
    return { probe: { verdict: 'reachable', detail: tell(found), ...of(what, url, heard.last) }, found };
  } catch (error) {
    if (!(error instanceof RegisterFailure || error instanceof Gone || error instanceof Unreadable))
      throw error;
    const told = of(what, url, heard.last);
    const firstBytes = told.firstBytes || (error instanceof RegisterFailure ? error.firstBytes : '');
    const stop = error instanceof Unreachable || error instanceof RegisterPaused;
    const probe: Probe = {
      ...told,
      verdict: verdictOf(error, heard.last),
      detail: error.message,
      firstBytes,
    };
    return { probe: stop ? { ...probe, stop } : probe, found: null };
  }
}

function of(what: string, url: string, answer: HttpAnswer | null) {
  const firstBytes = (answer?.bytes.toString('utf8', 0, 300) ?? '').replaceAll('\0', '');
  return { what, url: answer?.url ?? url, status: answer?.status ?? null, firstBytes };
}

/** A good status with something else in it is a change of the register; every other status is its refusal. */
function verdictOf(error: Error, answer: HttpAnswer | null): Probe['verdict'] {
  if (error instanceof Unreachable) return 'unreachable';
  if (answer === null) return 'refused';
  return answer.status === 200 || answer.status === 206 ? 'unknown-shape' : 'refused';
}

/** The bytes of a whole answer. @throws RegisterFailure for any other status than 200. */
export function whole({ status, url, bytes }: HttpAnswer): Buffer {
  if (status !== 200) throw new RegisterFailure(`${url} answered ${status}${whyRefused(status)}`, bytes);
  return bytes;
}

/** The first kilobytes of a large file: whether it is there and of its kind, without the load of fetching it. */
export const START_OF_FILE = {
  headers: { range: 'bytes=0-4095', 'accept-encoding': 'identity' },
  maxBytes: 128 * 1024 * 1024,
} as const;

/** @throws RegisterFailure when the file is not there or does not begin as a zip does. */
export function startOfZip({ status, url, bytes }: HttpAnswer): Buffer {
  if (status !== 200 && status !== 206)
    throw new RegisterFailure(`${url} answered ${status}${whyRefused(status)}`, bytes);
  if (bytes.toString('latin1', 0, 2) !== 'PK') throw new RegisterFailure(`${url} is no zip`, bytes);
  return bytes;
}
