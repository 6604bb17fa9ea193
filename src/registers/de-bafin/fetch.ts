/** One request an hour for the whole DealingsInfo database (about twelve months of notifications). */

import {
  type Batch,
  type FetchContext,
  type Http,
  type Probe,
  type RawDocument,
  RegisterFailure,
  Unreadable,
} from '../register.js';
import { type DealingsInfo, isDealingsInfo, readDealingsInfo } from './parse.js';

const ADDRESS = 'https://portal.mvp.bafin.de/database/DealingsInfo/sucheForm.do';

/** Cursor: how many rows the last good answer had. */
const ROWS = 'rows';

/** The export of all issuers or, for the probe, of one. Without both export marks the portal answers a page. */
function exportAddress(base: string, isin = ''): string {
  const query = new URLSearchParams({
    meldepflichtigerName: '',
    zeitraum: '0',
    emittentButton: 'Suche Emittent',
    emittentName: '',
    emittentIsin: isin,
    'd-4000784-e': '1',
    '6578706f7274': '1',
  });
  return `${base}?${query}`;
}

/** The portal folds one of its response headers, which only a lenient parser accepts. */
const ASK = { lenientHeaders: true, headers: { 'Accept-Encoding': 'identity' } } as const;

export async function* fetchDealingsInfo(
  http: Http,
  context: FetchContext,
  base = ADDRESS,
): AsyncGenerator<Batch> {
  const url = exportAddress(base);
  context.progress({ what: 'exports', done: 0, total: 1 });
  const answer = await http.request(url, ASK);
  if (answer.status !== 200) throw new RegisterFailure(`BaFin answers ${answer.status}`, answer.bytes);
  if (!isDealingsInfo(answer.bytes))
    throw new RegisterFailure('BaFin answers something else than its export', answer.bytes);
  const { rows } = readable(answer.bytes);
  // The database is never empty and loses a day's worth of rows a day, so much less is a cut answer.
  const before = Number(context.memory.cursor(ROWS) ?? 0);
  if (rows.length === 0) throw new RegisterFailure('BaFin answers a database without rows', answer.bytes);
  if (rows.length < before / 2)
    throw new RegisterFailure(`BaFin answers ${rows.length} rows where there were ${before}`, answer.bytes);
  const document: RawDocument = {
    key: 'database',
    kind: 'export',
    url,
    retrievedAt: context.now.toISOString(),
    bytes: answer.bytes,
    facts: { scope: 'all' },
  };
  context.progress({ what: 'exports', done: 1, total: 1 });
  yield { documents: [document], cursors: { [ROWS]: String(rows.length) } };
}

function readable(bytes: Buffer): DealingsInfo {
  try {
    return readDealingsInfo(bytes);
  } catch (cause) {
    if (cause instanceof Unreadable) throw new RegisterFailure(cause.message, bytes);
    throw cause;
  }
}

/** Asks for the notifications of one issuer: a header without rows would do. */
export async function probeDealingsInfo(http: Http, base = ADDRESS): Promise<Probe> {
  const url = exportAddress(base, 'DE0007164600');
  try {
    const { status, bytes } = await http.request(url, ASK);
    const firstBytes = bytes.toString('utf8', 0, 300);
    if (status !== 200) return { verdict: 'refused', url, status, detail: `status ${status}`, firstBytes };
    if (!isDealingsInfo(bytes))
      return { verdict: 'unknown-shape', url, status, detail: 'no export header', firstBytes };
    const { rows } = readDealingsInfo(bytes);
    return { verdict: 'reachable', url, status, detail: `export with ${rows.length} rows`, firstBytes };
  } catch (cause) {
    const unread = !(cause instanceof RegisterFailure);
    const detail = (cause as Error).message;
    return {
      verdict: unread ? 'unknown-shape' : 'refused',
      url,
      status: null,
      detail,
      firstBytes: cause instanceof RegisterFailure ? cause.firstBytes : '',
    };
  }
}
