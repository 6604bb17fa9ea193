/** Describes for people why a register could not be read; the journal keeps the technical message. */

const NETWORK_ERRORS: ReadonlyArray<[RegExp, string]> = [
  [/ENOTFOUND|EAI_AGAIN/, 'no address was found for it (no network, or no DNS)'],
  [/ECONNREFUSED/, 'it refused the connection'],
  [/ENETUNREACH|EHOSTUNREACH|ENETDOWN/, 'this machine has no way to it'],
  [/ECONNRESET|EPIPE|socket hang up|other side closed|terminated/, 'it broke the connection'],
  [/ETIMEDOUT|TIMEOUT|[Tt]imed? ?out|TimeoutError/, 'it did not answer in time'],
  [/CERT|certificate|SSL|TLS/, 'its certificate could not be verified'],
];
const MAX_LENGTH = 300;
/** Before the reason why what was read could not be published. It may name the servers of the operator. */
export const NOT_PUBLISHED = 'not published: ';

/** '' without a failure. */
export function describeFailure(reason: string | null): string {
  if (reason === null || reason === '') return '';
  // A stack is for the journal, not for an answer.
  if (reason.startsWith('fault: ')) return 'a fault of this program; its journal has the details.';
  if (reason.startsWith(NOT_PUBLISHED))
    return 'what was read is stored and could not be published yet; its journal has the reason.';
  const [, host] = /^(\S+) could not be read: /.exec(reason) ?? [];
  const known = NETWORK_ERRORS.find(([sign]) => sign.test(reason))?.[1];
  if (host !== undefined && known !== undefined) return `${host} could not be read: ${known}.`;
  const short = reason
    .replace(/ \(https?:\/\/[^\s)]*\)/g, '')
    .replace(/https?:\/\/([^/\s"?#]+)[^\s"]*/g, '$1')
    .replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z/g, '$1 $2 UTC');
  const cut = short.length > MAX_LENGTH ? `${short.slice(0, MAX_LENGTH - 1)}…` : short;
  return /[.!?…]$/.test(cut) ? cut : `${cut}.`;
}

/** The moment before which a publisher is not contacted again, according to the limiter; null if it gave none. */
export function pausedUntil(reason: string | null): string | null {
  return pauseIn(reason)?.until ?? null;
}

/** Which host demanded a pause, and until when (ISO 8601 UTC); null if the failure was another one. */
export function pauseIn(reason: string | null): { host: string; until: string } | null {
  const [, host, until] =
    /^(\S+): .*; no request goes out before (\d{4}-\d\d-\d\dT[\d:.]+Z)$/s.exec(reason ?? '') ?? [];
  return host === undefined || until === undefined ? null : { host, until };
}
