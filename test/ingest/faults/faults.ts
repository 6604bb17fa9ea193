/** Every way in which a register is made to fail, and the results that are allowed. */

import { constants, createDeflateRaw, gzipSync } from 'node:zlib';
import { flateBomb } from '../../registers/formats/raw-pdf.js';
import { type Exchange, type FaultHandler, keptHeaders, sendAltered } from './fault-server.js';

const MEBIBYTE = 1024 * 1024;

export type Bomb = 'zip' | 'xml' | 'pdf';
/** Puts a bomb where the parser of that register would decompress it. */
export type WrapBomb = (kind: Bomb, bomb: Buffer, exchange: Exchange) => Buffer;

export interface Fault {
  name: string;
  /**
   * `failing`: the run must say that the register failed, or keep the document as unread or waiting.
   * `harmless`: the fault has no effect, and the filed rows arrive.
   * `either`: the rows that arrive are right, or the fault is reported.
   */
  outcome: 'failing' | 'harmless' | 'either';
  /** Needs its own timeout, because no answer ever comes. */
  slow?: true;
  /** The host demands a pause: no request may follow those that were already sent. */
  mustBackOff?: true;
  handler: FaultHandler | 'refuse' | 'duplicated' | 'reordered' | Bomb;
}

const page = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><script>location.reload()</script></body></html>`;

const answer =
  (status: number, body: Buffer | string, headers: Record<string, string> = {}): FaultHandler =>
  ({ response }) => {
    response.writeHead(status, headers).end(body);
  };

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Sixteen MiB of blanks, compressed; repeated, as consecutive members of a gzip file. */
const gzipMember = gzipSync(Buffer.alloc(16 * MEBIBYTE, ' '), { level: 9 });
const GZIP_BOMB = Buffer.concat(Array.from({ length: 64 }, () => gzipMember));

export const FAULTS: readonly Fault[] = [
  { name: 'refused', outcome: 'failing', handler: 'refuse' },
  { name: 'hung up', outcome: 'failing', handler: ({ request }) => void request.socket.destroy() },
  { name: 'slow', outcome: 'failing', slow: true, handler: () => undefined },
  {
    name: 'dribbling',
    outcome: 'failing',
    slow: true,
    handler: ({ response, healthy }) => {
      response.writeHead(healthy.status, keptHeaders(healthy.headers));
      let at = 0;
      const drip = setInterval(() => {
        response.write(healthy.body.subarray(at, at + 1));
        at += 1;
      }, 20);
      response.on('close', () => clearInterval(drip));
    },
  },
  {
    name: 'truncated on the way',
    outcome: 'failing',
    handler: ({ request, response, healthy }) => {
      const half = healthy.body.subarray(0, Math.floor(healthy.body.length / 2));
      response.writeHead(200, { ...keptHeaders(healthy.headers), 'content-length': healthy.body.length + 1 });
      response.write(half, () => request.socket.end());
    },
  },
  {
    name: 'cut at its source',
    outcome: 'either',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, {
        body: healthy.body.subarray(0, Math.floor(healthy.body.length * 0.6)),
      }),
  },
  {
    name: 'wrong content type',
    outcome: 'harmless',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, { headers: { 'content-type': 'image/png' } }),
  },
  {
    name: 'a charset that does not exist',
    outcome: 'harmless',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, { headers: { 'content-type': 'text/html; charset=x-invented' } }),
  },
  {
    name: 'another encoding of its text',
    outcome: 'either',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, {
        body: Buffer.from(`\ufeff${healthy.body.toString('utf8')}`, 'utf16le'),
      }),
  },
  {
    name: 'an unknown coding',
    outcome: 'failing',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, { headers: { 'content-encoding': 'x-invented' } }),
  },
  {
    name: 'a coding that it does not have',
    outcome: 'failing',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, {
        body: Buffer.concat([Buffer.from('no gzip'), healthy.body]),
        headers: { 'content-encoding': 'gzip' },
      }),
  },
  { name: 'empty', outcome: 'failing', handler: answer(200, '') },
  { name: 'no content', outcome: 'failing', handler: answer(204, '') },
  { name: 'duplicated', outcome: 'either', handler: 'duplicated' },
  { name: 'reordered', outcome: 'either', handler: 'reordered' },
  {
    name: 'an HTML challenge with status 200',
    outcome: 'failing',
    handler: answer(200, page('Just a moment...'), HTML),
  },
  {
    name: 'a redirect to another host',
    outcome: 'failing',
    handler: ({ response, strayOrigin, path }) => {
      response.writeHead(302, { location: strayOrigin + path }).end();
    },
  },
  {
    name: 'a redirect to a private address',
    outcome: 'failing',
    handler: answer(301, '', { location: 'https://169.254.169.254/latest/meta-data/' }),
  },
  {
    name: 'a redirect without end',
    outcome: 'failing',
    handler: ({ response, path }) => {
      response.writeHead(302, { location: path }).end();
    },
  },
  {
    name: '429 with Retry-After',
    outcome: 'failing',
    mustBackOff: true,
    handler: answer(429, page('Too many requests'), { ...HTML, 'retry-after': '7200' }),
  },
  { name: 'a block page', outcome: 'failing', handler: answer(403, page('Access Denied'), HTML) },
  {
    name: 'closed for a while',
    outcome: 'failing',
    handler: answer(503, page('Maintenance'), { ...HTML, 'retry-after': '7200' }),
  },
  { name: 'an error of its own', outcome: 'failing', handler: answer(500, page('Server Error'), HTML) },
  {
    name: 'a clock that is years behind',
    outcome: 'harmless',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, {
        headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT', age: '999999999' },
      }),
  },
  {
    name: 'a clock that is years ahead',
    outcome: 'harmless',
    handler: ({ response, healthy }) =>
      sendAltered(response, healthy, {
        headers: {
          date: 'Fri, 01 Jan 2100 00:00:00 GMT',
          'last-modified': 'Fri, 01 Jan 2100 00:00:00 GMT',
          expires: 'Fri, 01 Jan 2100 00:00:00 GMT',
        },
      }),
  },
  {
    name: 'a gzip bomb of 1 GiB',
    outcome: 'failing',
    handler: answer(200, GZIP_BOMB, { 'content-encoding': 'gzip' }),
  },
  { name: 'a zip bomb', outcome: 'failing', handler: 'zip' },
  { name: 'an XML entity bomb', outcome: 'failing', handler: 'xml' },
  { name: 'a PDF bomb', outcome: 'failing', handler: 'pdf' },
  {
    name: 'a document of 500 MB',
    outcome: 'failing',
    handler: async ({ response, healthy }) => {
      response.writeHead(200, keptHeaders(healthy.headers));
      response.write(healthy.body);
      const blanks = Buffer.alloc(MEBIBYTE, ' ');
      for (let sent = 0; sent < 500 && !response.destroyed; sent += 1)
        if (!response.write(blanks))
          await new Promise<void>((resolve) => {
            const go = () => {
              response.off('drain', go).off('close', go);
              resolve();
            };
            response.on('drain', go).on('close', go);
          });
      response.end();
    },
  },
];

/** Ten levels of ten: a billion words when expanded. */
const XML_BOMB = `<?xml version="1.0"?>\n<!DOCTYPE bomb [<!ENTITY a0 "boom">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
).join('')}]>\n<bomb>&a9;</bomb>\n`;

/** Made once: they are the same for every register except for the name of the member. */
export async function makeBombs(): Promise<(kind: Bomb, memberName: string) => Buffer> {
  const { packed, size } = await packedBlanks(512);
  const pdf = flateBomb(1);
  return (kind, memberName) =>
    kind === 'zip' ? zipOf(memberName, packed, size) : kind === 'xml' ? Buffer.from(XML_BOMB) : pdf;
}

/** `mebibytes` of blanks as one deflate stream, never held in memory as a whole. */
async function packedBlanks(mebibytes: number): Promise<{ packed: Buffer; size: number }> {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const blanks = Buffer.alloc(MEBIBYTE, ' ');
  for (let written = 0; written < mebibytes; written += 1)
    if (!deflate.write(blanks)) await new Promise((resolve) => deflate.once('drain', resolve));
  await new Promise<void>((resolve) => {
    deflate.once('end', () => resolve());
    deflate.end();
  });
  return { packed: Buffer.concat(parts), size: mebibytes * MEBIBYTE };
}

/** An archive of one member. */
function zipOf(name: string, packed: Buffer, size: number): Buffer {
  const title = Buffer.from(name);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(0, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(title.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, title, packed]);
  const rest = Buffer.alloc(14);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, title]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}
