/**
 * One filing as a quarterly data set and as its submission text: they agree except for rounding and the time of day,
 * and the text replaces the rounded row. Once with an invented filing, once with a real one.
 */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { silentProgress } from '../../src/ingest/progress.js';
import { readRegister } from '../../src/ingest/read-register.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import { weekdays } from '../../src/registers/edgar/edgar.js';
import { parse, recognise } from '../../src/registers/form4/sec-form4/parse.js';
import type { HttpClient } from '../../src/registers/http/http-client.js';
import { createRegisters } from '../../src/registers/index.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import type { Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { publishedReads } from '../published-reads.js';
import { type EdgarServer, startEdgarServer } from '../registers/edgar/edgar-server.js';
import { ACCESSION, owner, submission, xml } from '../registers/form4/sec-form4/written-filing.js';
import { samplePath } from '../samples/folder.js';
import { describeNeeds } from '../samples/needs.js';
import { emptyStore } from '../store/empty-store.js';
import { unthrottledHttp } from './edgar-sample.js';

describe('ingest/data-set-and-xml', () => {
  const NOW = new Date('2026-11-21T12:00:00Z');

  function read(name: string, bytes: Buffer): Form4Filing[] {
    const known = recognise({ name, bytes });
    if (known === null) throw new Error(`${name} is not recognised`);
    const steps = [...parse({ ...known, bytes, retrievedAt: '' })];
    expect(steps.flatMap(({ warnings }) => warnings)).toEqual([]);
    return steps.flatMap(({ records }) => records as Form4Filing[]);
  }

  const cents = (x: number | null) => (x === null ? null : Math.round(x * 100) / 100);

  /** The filing in the form of a data set. */
  function rounded(filing: Form4Filing): Form4Filing {
    return {
      ...filing,
      schemaVersion: null,
      precision: 'dataset',
      transactions: filing.transactions.map((tx) => ({
        ...tx,
        shares: cents(tx.shares),
        pricePerShare: cents(tx.pricePerShare),
        sharesOwnedAfter: cents(tx.sharesOwnedAfter),
      })),
    };
  }

  async function feedAfter(...filings: Form4Filing[]) {
    const store = emptyStore();
    for (const record of filings) {
      writeBatch(store, { register: 'sec-form4', now: NOW, records: [record] });
      deriveForm4(store);
    }
    const question = {
      since: '2000-01-01',
      until: '9999',
      codes: ['P', 'S'] as const,
      minValue: 0,
      ticker: null,
    };
    const rows = await publishedReads(store).latestFilings({ ...question, limit: 10 });
    store.close();
    return rows.map(({ pricePerShare, totalValue, filedAt, filedAtApproximate }) => ({
      pricePerShare,
      totalValue,
      filedAt,
      filedAtApproximate,
    }));
  }

  async function agree(set: Form4Filing, text: Form4Filing): Promise<void> {
    const { filedAt, filedAtApproximate } = set;
    expect(filedAtApproximate).toBe(true);
    expect(set).toEqual({ ...rounded(text), filedAt, filedAtApproximate });
    const [exact] = await feedAfter(text);
    expect(exact).toMatchObject({ filedAt: text.filedAt, filedAtApproximate: false });
    expect(exact?.pricePerShare).toBe(text.transactions[0]?.pricePerShare);
    expect(await feedAfter(set)).toMatchObject([{ pricePerShare: set.transactions[0]?.pricePerShare }]);
    expect(await feedAfter(set, text)).toEqual([exact]);
    expect(await feedAfter(text, set)).toEqual([exact]);
  }

  const table = (columns: Record<string, string>) =>
    strToU8(`${Object.keys(columns).join('\t')}\n${Object.values(columns).join('\t')}\n`);
  const empty = (columns: string) => strToU8(`${columns.split(' ').join('\t')}\n`);

  function dataSet(column = 'TRANS_ACQUIRED_DISP_CD'): Buffer {
    const holding = 'ACCESSION_NUMBER _SK SECURITY_TITLE SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP';
    const trade =
      'ACCESSION_NUMBER DERIV_TRANS_SK SECURITY_TITLE TRANS_DATE TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE ' +
      'TRANS_ACQUIRED_DISP_CD SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP';
    return Buffer.from(
      zipSync({
        'SUBMISSION.tsv': table({
          ACCESSION_NUMBER: ACCESSION,
          FILING_DATE: '04-MAR-2026',
          PERIOD_OF_REPORT: '02-MAR-2026',
          DOCUMENT_TYPE: '4',
          ISSUERCIK: '0001800001',
          ISSUERNAME: 'EXAMPLE WIDGETS INC',
          ISSUERTRADINGSYMBOL: 'EXWI',
          AFF10B5ONE: '0',
        }),
        'REPORTINGOWNER.tsv': table({
          ACCESSION_NUMBER: ACCESSION,
          RPTOWNERCIK: '0001900001',
          RPTOWNERNAME: 'ROE JANE Q',
          RPTOWNER_RELATIONSHIP: 'Director',
        }),
        'NONDERIV_TRANS.tsv': table({
          ACCESSION_NUMBER: ACCESSION,
          NONDERIV_TRANS_SK: '7001',
          SECURITY_TITLE: 'Common Stock',
          TRANS_DATE: '02-MAR-2026',
          TRANS_CODE: 'P',
          TRANS_SHARES: '600.0',
          TRANS_PRICEPERSHARE: '24.57',
          [column]: 'A',
          SHRS_OWND_FOLWNG_TRANS: '900.0',
          DIRECT_INDIRECT_OWNERSHIP: 'D',
        }),
        'DERIV_TRANS.tsv': empty(trade),
        'NONDERIV_HOLDING.tsv': empty(holding.replace('_SK', 'NONDERIV_HOLDING_SK')),
        'DERIV_HOLDING.tsv': empty(holding.replace('_SK', 'DERIV_HOLDING_SK')),
        'FOOTNOTES.tsv': empty('ACCESSION_NUMBER FOOTNOTE_ID FOOTNOTE_TXT'),
      }),
    );
  }

  it('an invented filing is the same in both, and the text replaces the rounded row', async () => {
    const written = xml({
      owners: [owner()],
      box: '0',
      rows: [{ code: 'P', direction: 'A', shares: '600', price: '24.5686' }],
    });
    const [text] = read(`${ACCESSION}.txt`, Buffer.from(submission(written)));
    const [set] = read('2026q1_form345.zip', dataSet());
    await agree(set!, text!);
    expect(text?.transactions[0]?.pricePerShare).toBe(24.5686);
  });

  describe('a quarter whose data set cannot be parsed', () => {
    let edgar: EdgarServer;
    let http: HttpClient;
    let store: Store;
    let clock: Date;
    beforeEach(async () => {
      edgar = await startEdgarServer();
      for (const day of weekdays('2026-03-20', '2026-04-30')) edgar.indexDays.add(day);
      http = unthrottledHttp();
      store = emptyStore();
      clock = new Date('2026-04-08T12:00:00.000Z');
    });
    afterEach(async () => {
      store.close();
      await http.close();
      await edgar.close();
    });
    const serve = (bytes: Buffer) => edgar.dataSets.set('2026q1', { folder: 'structureddata', bytes });
    const run = async (id: string, hours: number) => {
      const register = createRegisters({ sec: edgar.hosts, now: () => clock }).find(
        ({ metadata }) => metadata.id === id,
      )!;
      const { signal } = new AbortController();
      const reading = readRegister(register, {
        ...{ store, http, signal, since: '2026-01-01', now: () => clock, progress: silentProgress },
        ...{ checkpoint: () => undefined, listsDue: null },
      });
      for (;;) {
        const step = await reading.next();
        clock = new Date(clock.getTime() + (step.done ? hours * 3_600_000 : 0));
        if (step.done) return step.value;
      }
    };

    it.each(['sec-form4', 'sec-form35'])('is downloaded again for %s, until it can be', async (id) => {
      serve(dataSet('TRANS_ACQ_DISP_CODE'));
      for (const hours of [1, 4]) {
        expect(await run(id, hours)).toMatchObject({ outcome: 'ok' });
        expect(queueCounts(store)[id]).toMatchObject({ unread: 1 });
      }
      serve(dataSet());
      expect(await run(id, 0)).toMatchObject({
        outcome: 'ok',
        unread: 0,
        records: id === 'sec-form4' ? 1 : 0,
      });
      expect(queueCounts(store)[id]).toMatchObject({ unread: 0 });
      expect(edgar.asked.filter((path) => path.includes('structureddata'))).toHaveLength(3);
    });
  });

  const SET = 'recorded/form345-2025q1-one-real-filing.zip';
  const TEXT = 'recorded/sec/form4/0001104659-25-030072.txt';
  describeNeeds(SET, TEXT)('a real filing', () => {
    it('is the same in both, and the text replaces the rounded row', async () => {
      const accession = '0001104659-25-030072';
      const [text] = read(`${accession}.txt`, readFileSync(samplePath(TEXT)));
      const sets = read('form345.zip', readFileSync(samplePath(SET)));
      expect(sets.map((set) => set.accession)).toEqual([accession]);
      await agree(sets[0]!, text!);
      expect([sets[0], text].map((one) => one?.transactions[0]?.pricePerShare)).toEqual([24.57, 24.5686]);
    });
  });
});
