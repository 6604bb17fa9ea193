/** Saved reports of OGE: read with the metadata of a saved index beside them, and linked to OGE's address. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { printRecognisedScan } from '../../data/sample/make/integrity-report.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createOge278T } from '../../src/registers/portfolios/oge-278t/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import { savedDocuments } from '../../src/service/saved-documents.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import type { Store } from '../../src/store/database/open.js';
import { ogeReports } from '../../src/store/portfolios/tracker-records.js';
import { inventedReport } from '../registers/portfolios/oge-278t/oge-server.js';
import { emptyStore } from '../store/empty-store.js';

describe('ingest/oge-import', () => {
  const NOW = new Date('2026-11-20T12:00:00.000Z');
  const register = createOge278T({ filers: ['Roe, Jane A'] });
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-oge-'));
    store = emptyStore();
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const id = (number: number) => `${number}`.repeat(32);
  const record = (number: number, name: string, fileName: string) => ({
    docDate: `2026-05-2${number}T04:19:39`,
    title: 'Administrator',
    type: `<a href='https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${id(number)}/$FILE/${encodeURIComponent(fileName)}'>278 Transaction</a>`,
    name,
    agency: 'Bureau of Samples',
    level: 'Level II',
    amended: '',
  });

  function save(indexName: string) {
    const data = [
      record(1, 'Roe, Jane A', 'Jane-Roe-278T.pdf'),
      record(2, 'Doe, John', 'John-Doe-278T.pdf'),
      record(3, 'Poe, Ada', 'Ada Poe 278-T.pdf'),
      record(4, 'Moe, Max', 'Max-Moe-278T.pdf'),
    ];
    writeFileSync(
      join(folder, indexName),
      JSON.stringify({ draw: 1, recordsTotal: 16_733, recordsFiltered: data.length, data }),
    );
    writeFileSync(join(folder, `${id(1)}.pdf`), inventedReport('Roe, Jane Abigail'));
    writeFileSync(join(folder, `${id(2)}.pdf`), inventedReport('Doe, John'));
    // Saved by a browser under the name that OGE gives it, and a scan that does not name its filer.
    writeFileSync(join(folder, 'Ada Poe 278-T.pdf'), inventedReport('Poe, Ada'));
    writeFileSync(join(folder, `${id(4)}.pdf`), printRecognisedScan(['Max Moe']));
  }

  const take = () =>
    importDocuments(
      store,
      register,
      [...savedDocuments(register, [folder], NOW.toISOString())].filter(
        (one): one is RawDocument => 'key' in one,
      ),
      () => NOW,
      'imported',
    );

  describe('saved reports beside an index', () => {
    it.each(['0-index.json', 'z-index.json'])(
      'have its metadata and its links, tracked or not: %s',
      async (name) => {
        save(name);
        expect(await take()).toMatchObject({ documents: 5, unread: 0 });
        expect(
          ogeReports(store).map(({ documentId, filerName, postedAt, sourceUrl, readability }) => [
            documentId,
            filerName,
            postedAt,
            sourceUrl,
            readability,
          ]),
        ).toEqual(
          [
            [1, 'Roe, Jane A', 'Jane-Roe-278T.pdf', 'read'],
            [2, 'Doe, John', 'John-Doe-278T.pdf', 'read'],
            [3, 'Poe, Ada', 'Ada%20Poe%20278-T.pdf', 'read'],
            [4, 'Moe, Max', 'Max-Moe-278T.pdf', 'scanned'],
          ].map(([number, filer, file, readability]) => [
            id(number as number),
            filer,
            `2026-05-2${number}`,
            `https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${id(number as number)}/$FILE/${file}`,
            readability,
          ]),
        );
      },
    );

    it('leave only reports of tracked filers to be fetched', async () => {
      save('index.json');
      rmSync(join(folder, `${id(1)}.pdf`));
      rmSync(join(folder, `${id(2)}.pdf`));
      await take();
      expect(queueCounts(store)['oge-278t']).toMatchObject({ waiting: 1, unread: 0 });
    });

    it('without an index are linked to the search of OGE, and never to an unknown address', async () => {
      writeFileSync(join(folder, `${id(1)}.pdf`), inventedReport('Roe, Jane Abigail'));
      await take();
      expect(ogeReports(store)).toMatchObject([
        { documentId: id(1), postedAt: null, sourceUrl: expect.stringMatching(/^https:\/\/www\.oge\.gov\//) },
      ]);
    });
  });
});
