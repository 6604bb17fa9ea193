/** Damaged documents of every European register through the store: what readers are shown of them. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createRegisters } from '../../src/registers/index.js';
import { describeSources, listUnreadDocuments, listWarnings } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import { EU_MARKETS, type EuCountry } from '../../tools/contract/markets/index.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import { publishedReads } from '../published-reads.js';
import { line as dealing, dealings } from '../registers/europe/de-bafin/documents.js';
import { detail, sale } from '../registers/europe/nl-afm/documents.js';
import { HEADER, line as insynLine } from '../registers/europe/se-fi/documents.js';
import { form, page } from '../registers/europe/uk-nsm/pages.js';
import { emptyStore } from '../store/empty-store.js';

describe('ingest/damaged-names', () => {
  const NOW = new Date('2026-09-30T12:00:00.000Z');
  const registers = createRegisters();
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
    describeSources(
      store,
      sourceDescriptions(registers, new Set(registers.map(({ metadata }) => metadata.id))),
    );
  });
  afterEach(() => store.close());

  /**
   * The bytes of a page that was saved in windows-1252: the letters used here are all below 256, the apostrophe is 92.
   */
  const western = (text: string) =>
    Buffer.from(text.replaceAll('’', '\u0092').replaceAll('–', '\u0096'), 'latin1');
  /** Its UTF-8, read as ISO-8859-1 and saved again. */
  const misread = (text: string) => Buffer.from(Buffer.from(text).toString('latin1'));

  async function shown(
    market: EuCountry,
    bytes: Buffer,
    facts: Record<string, string> = {},
  ): Promise<EuRowFacts[]> {
    const register = registers.find(({ metadata }) => metadata.id === EU_MARKETS[market].register)!;
    const kind = market === 'nl' ? 'detail' : 'document';
    const document = { key: 'one', kind, url: 'https://r.example/one', bytes, metadata: facts };
    await importDocuments(store, register, [{ ...document, retrievedAt: NOW.toISOString() }], () => NOW);
    deriveMarkets(store, NOW);
    const question = { market, since: '2026-07-01', until: NOW.toISOString(), isin: null, limit: 100 };
    return publishedReads(store).euFilings(question);
  }
  const names = (rows: EuRowFacts[]) => rows.map((row) => row.pdmrName).sort();
  const said = () => listWarnings(store, { kind: 'damaged-name' }, 10).map((warning) => warning.detail);

  describe('Germany', () => {
    const right = dealing({ total: '90.000,00 EUR' });
    const person = 'Großmann-Ätzel, Özgür';

    it('shows a file that was misread before as it was filed', async () => {
      const rows = await shown('de', misread(dealings(right, dealing({ who: person })).toString()));
      expect(names(rows)).toEqual([person, 'Äpfelböck, Dr. Jürgen']);
      expect(rows.every((row) => row.issuerName === 'Holzmühle AG')).toBe(true);
    });

    it('leaves out a row whose encoding differs from that of its file, and says so', async () => {
      const bytes = Buffer.concat([dealings(right), western(`${dealing({ who: person })}\n`)]);
      expect(names(await shown('de', bytes))).toEqual(['Äpfelböck, Dr. Jürgen']);
      expect(said().join()).toContain('pdmrName: Gro\ufffdmann');
    });
  });

  describe('Sweden', () => {
    const file = (...lines: string[]) => Buffer.from([HEADER, ...lines, ''].join('\r\n'), 'utf16le');

    it('shows a cell that was misread before as it was filed, and leaves out a lost one', async () => {
      const rows = await shown(
        'se',
        file(
          insynLine(),
          insynLine({ person: 'Ã…sa Ã–dman', volume: '15000,0' }),
          insynLine({ person: '\ufffdsa \ufffddman', volume: '16000,0' }),
          insynLine({ position: 'VD\u0096', volume: '17000,0' }),
        ),
      );
      expect(names(rows)).toEqual(['Åsa Ödman', 'Åsa Ödman']);
      expect(said()).toHaveLength(2);
    });
  });

  describe('the United Kingdom', () => {
    const announcement = page(form({ name: 'Zoë O’Brien-Müller', issuer: 'Quillford – Mills plc' }));
    const facts = { disclosure_id: 'one', publication_date: '2026-09-23T06:00:00Z' };
    const saying = (charset: string) => announcement.replace('<head>', `<head><meta charset="${charset}">`);

    it.each([
      ['says so itself', western(saying('windows-1252')), {}],
      ['says ISO-8859-1', western(saying('iso-8859-1')), {}],
      ['says so in its answer', western(announcement), { charset: 'windows-1252' }],
      ['was misread', misread(announcement), {}],
    ])('shows a page in windows-1252 that %s as it was filed', async (_, bytes, more) => {
      const [row] = await shown('uk', bytes, { ...facts, ...more });
      expect(row).toMatchObject({ pdmrName: 'Zoë O’Brien-Müller', issuerName: 'Quillford – Mills plc' });
    });

    it('keeps a page of unknown encoding as unread', async () => {
      expect(await shown('uk', western(announcement), facts)).toEqual([]);
      expect(listUnreadDocuments(store, 10)).toMatchObject([{ register: 'uk-nsm', key: 'one' }]);
      expect(listUnreadDocuments(store, 10)[0]!.reason).toContain('damaged issuerName');
    });
  });

  describe('the Netherlands', () => {
    const bytes = (name: string, encode: (text: string) => Buffer, charset = 'UTF-8') =>
      encode(
        detail({ rows: [sale()], notifiable: name })
          .toString()
          .replace('charset="UTF-8"', `charset="${charset}"`),
      );

    it('shows a page that was misread before as it was filed, and keeps a lost one as unread', async () => {
      const person = 'Müller-Özdemir J.';
      expect(names(await shown('nl', bytes(person, misread)))).toEqual([person]);
      expect(names(await shown('nl', bytes(person, western, 'windows-1252')))).toEqual([person]);
      const lost = await shown('nl', bytes(person, western));
      // Text that could be read before stays.
      expect(names(lost)).toEqual([person]);
      expect(listUnreadDocuments(store, 10)).toMatchObject([{ register: 'nl-afm', key: 'one' }]);
    });
  });
});
