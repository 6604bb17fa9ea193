/** Documents of the European registers, imported into a store and requested with the tool: the rows that their descriptions state. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createRegisters } from '../../src/registers/index.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import { describeSources, sourceStates } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import type { EuCountry } from '../../tools/contract/markets/index.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import tool from '../../tools/get-eu-filings.js';
import { toolReads } from '../published-reads.js';
import { samplePath, samplesIn } from '../samples/folder.js';
import { describeNeeds } from '../samples/needs.js';
import { emptyStore } from '../store/empty-store.js';

describe('ingest/europe-samples', () => {
  const SAMPLES = 'eu';
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

  /** Imports `files` in order, as `disclosed import` does; returns those that no register recognises. */
  async function importAll(files: string[]): Promise<string[]> {
    const strangers: string[] = [];
    const now = () => new Date('2026-10-01T00:00:00.000Z');
    for (const file of files) {
      const bytes = readFileSync(samplePath(SAMPLES, file));
      const found = registers
        .map((register) => ({ register, known: register.recognise({ name: basename(file), bytes }) }))
        .filter(({ known }) => known !== null);
      expect(found.length).toBeLessThanOrEqual(1);
      const [one] = found;
      if (one === undefined) strangers.push(file);
      else
        await importDocuments(
          store,
          one.register,
          [{ ...one.known!, bytes, retrievedAt: now().toISOString() }],
          now,
        );
    }
    deriveMarkets(store, now());
    return strangers;
  }

  async function ask(country: EuCountry, day: string): Promise<EuRowFacts[]> {
    const context = {
      reads: toolReads(store),
      now: new Date(`${day}T12:00:00.000Z`),
      baseUrl: 'https://d.example',
    } as ToolContext;
    const { data } = await tool.run(tool.input.parse({ country }), context);
    expect(tool.output.parse(data)).toEqual(data);
    return data as EuRowFacts[];
  }

  const stored = (where: string): number =>
    (store.db.prepare(`SELECT count(*) AS n FROM pdmr_filing WHERE ${where}`).get() as { n: number }).n;

  const values = (rows: EuRowFacts[]) =>
    rows.map((row) => ['totalValueNative' in row ? row.totalValueNative : row.totalValue, row.currency]);

  describeNeeds(SAMPLES)('samples through the store', () => {
    it('de: three rows, of which one is under the floor and from December', async () => {
      await importAll(['de/de-export-rheinmetall-2026-07.trimmed.csv']);
      expect(stored('exclusion IS NULL')).toBe(3);
      expect(values(await ask('de', '2026-07-13'))).toEqual([
        [3043314.5, 'EUR'],
        [42804, 'EUR'],
      ]);
      // 6,200 EUR, published in December: in that window, and under the floor; the others were published later.
      expect(await ask('de', '2026-01-10')).toEqual([]);
      expect(await ask('de', '2026-09-30')).toEqual([]);
    });

    it('de: odd rows', async () => {
      await importAll(['de/de-export-odd-rows.constructed.csv']);
      // 13 lines, one of them an exact duplicate; 9 others with a kept nature.
      expect(stored('1')).toBe(12);
      expect(stored('direction IS NOT NULL')).toBe(9);
      expect(stored("exclusion IN ('no-price', 'no-currency')")).toBe(2);
      expect(values(await ask('de', '2026-09-30'))).toEqual([
        [125000, 'EUR'],
        [30600, 'EUR'],
        [41500, 'GBP'],
        [199600, 'EUR'],
        [60000, 'EUR'],
      ]);
      expect((await ask('de', '2026-04-10')).at(-1)).toMatchObject({
        publicationAt: '2026-03-29T23:30:00.000Z',
        totalValue: 55000,
      });
    });

    it('se: 250 rows of March 2018', async () => {
      await importAll(['se/se-export-sv-2018-03.trimmed.csv']);
      expect(stored('1')).toBe(250);
      expect(stored("direction IS NOT NULL AND status = 'current'")).toBe(206);
      expect(
        stored(
          "direction IS NOT NULL AND status = 'current' AND (currency <> 'SEK' OR price * volume >= 50000)",
        ),
      ).toBe(157);
      // 157 without the seven above the floor whose volume is an amount (Belopp).
      expect(stored("exclusion = 'amount-for-volume' AND price * volume >= 50000")).toBe(7);
      // Five keying errors: four totals typed as price, and 1,000 at 500 among nine fills at 59 to 60.
      expect(stored("exclusion = 'keying-error'")).toBe(5);
      expect(await ask('se', '2018-03-20')).toHaveLength(145);
    });

    it.each(['se/se-export-sv-2026-06.constructed.csv', 'se/se-export-en-2026-06.trimmed.csv'])(
      '%s: 115 rows, 51 trades, 37 above the floor',
      async (file) => {
        await importAll([file]);
        expect(stored('1')).toBe(115);
        expect(stored('exclusion IS NULL')).toBe(51);
        const rows = await ask('se', '2026-07-10');
        expect(rows).toHaveLength(37);
        expect(Math.max(...values(rows).map(([value]) => value as number))).toBe(453_654_850);
      },
    );

    it('se: both languages of June 2026 are the same rows', async () => {
      await importAll(['se/se-export-en-2026-06.trimmed.csv', 'se/se-export-sv-2026-06.constructed.csv']);
      expect(stored('1')).toBe(115);
      expect(await ask('se', '2026-07-10')).toHaveLength(37);
    });

    it.each<[string, string, number, Array<Array<number | string | null>>]>([
      // [file, request date, stored rows, value and currency of the rows above the floor]
      ['uk-nsm-artefact-5337559.html', '2024-09-10', 2, []],
      ['uk-rns-9585916-tullow.trimmed.html', '2026-06-01', 1, []],
      ['uk-rns-8855732-wynnstay.trimmed.html', '2025-05-10', 1, []],
      ['uk-rns-9581012-everyman.trimmed.html', '2026-06-01', 3, []],
      ['uk-rns-9540067-schroders.trimmed.html', '2026-05-10', 4, []],
      ['uk-rns-9564893-barclays.trimmed.html', '2026-05-20', 1, []],
      ['uk-rns-9564757-personal-group.trimmed.html', '2026-05-20', 1, []],
      ['uk-artefact-unit-unknown.constructed.html', '2026-09-30', 1, [[null, null]]],
      ['uk-artefact-award-and-sale.constructed.html', '2026-09-30', 4, [[45520, 'GBP']]],
      [
        'uk-artefact-mixed-currency.constructed.html',
        '2026-09-30',
        5,
        [
          [30000, 'GBP'],
          [30000, 'EUR'],
          [53020, 'USD'],
          [119808, 'GBP'],
          [85085, 'GBP'],
        ],
      ],
    ])('uk/%s', async (file, day, count, expected) => {
      await importAll([`uk/${file}`]);
      expect(stored('1')).toBe(count);
      expect(values(await ask('uk', day))).toEqual(expected);
    });

    it('uk: the lots that the checklist names, all of them under the floor', async () => {
      await importAll([
        'uk/uk-nsm-artefact-5337559.html',
        'uk/uk-rns-9585916-tullow.trimmed.html',
        'uk/uk-rns-8855732-wynnstay.trimmed.html',
        'uk/uk-rns-9581012-everyman.trimmed.html',
      ]);
      const lots = store.db
        .prepare(
          'SELECT total_value, volume, price, exclusion FROM pdmr_filing ORDER BY notification_key, filing_id',
        )
        .raw()
        .all();
      expect(lots).toEqual([
        [24091.58, 16104, 1.496, null],
        [24123.79, 16104, 1.498, null],
        [6859.11, 2129, 322.175, null],
        [16750, 50000, 33.5, null],
        [1870.31, 5583, 33.5, null],
        [23952.5, 71500, 33.5, null],
        [19550, 115000, 0.17, null],
      ]);
    });

    it('uk: search results name the announcements to be read', async () => {
      await importAll(['uk/uk-nsm-search-2026-06.trimmed.json']);
      expect(queueCounts(store)['uk-nsm']?.waiting).toBe(3);
      await importAll(['uk/uk-nsm-search-response.constructed.json']);
      // Seven hits: one of another type, one PDF.
      expect(queueCounts(store)['uk-nsm']?.waiting).toBe(3 + 5);
    });

    it.each<[string, number, Array<[number, string]>, string]>([
      ['nl-detail-asm-2026-06-10.html', 1, [], '2026-06-20'],
      [
        'nl-detail-mixed-types.constructed.html',
        6,
        [
          [310748.13, 'EUR'],
          [126875, 'USD'],
        ],
        '2026-09-30',
      ],
    ])('nl/%s', async (file, count, expected, day) => {
      await importAll(['nl/nl-index-2026-06.xml', `nl/${file}`]);
      expect(stored('1')).toBe(count);
      expect(values(await ask('nl', day))).toEqual(expected);
    });

    it('nl: two fills, both under the floor, none of them their aggregate', async () => {
      await importAll(['nl/nl-detail-two-fills.constructed.html']);
      expect(stored('exclusion IS NULL AND total_value IN (20500, 11000)')).toBe(2);
      expect(await ask('nl', '2026-09-30')).toEqual([]);
    });

    it('an empty export is read, and gives no row', async () => {
      await importAll(['de/de-export-empty.constructed.csv', 'se/se-export-empty.csv']);
      expect(await ask('de', '2026-09-30')).toEqual([]);
      expect(await ask('se', '2018-03-20')).toEqual([]);
    });

    it('all of them together: no register recognises a document of another, and every source counts its rows', async () => {
      const files = ['de', 'uk', 'se', 'nl'].flatMap((market) =>
        samplesIn(`${SAMPLES}/${market}`).map((name) => `${market}/${name}`),
      );
      expect((await importAll(files)).sort()).toEqual([
        'de/de-search-and-party.excerpt.html',
        'nl/nl-export.excerpt.csv',
        'nl/nl-other-register-bestuurders.trimmed.xml',
        'uk/uk-nsm-search-request.constructed.json',
      ]);
      const rows = Object.fromEntries(sourceStates(store).map((state) => [state.source, state.rows]));
      expect(rows).toMatchObject({
        'bafin-directors-dealings': 15,
        'fca-nsm': 23,
        'fi-insynsregistret': 365,
        'afm-mar19': 9,
      });
    });
  });
});
