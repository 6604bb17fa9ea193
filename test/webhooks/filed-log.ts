/** A ledger into which tests file, and its log of changes as the sender queries it. */

import { recordChanges } from '../../src/store/changes/record-changes.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import type { FoundRows } from '../../src/webhooks/sender.js';
import type { ChangeQuestion } from '../../src/webhooks/watchlist.js';
import { successEnvelope } from '../../tools/contract/envelope.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { ChangeRow } from '../../tools/contract/shapes/change.js';
import getChanges from '../../tools/get-changes.js';
import { toolReads } from '../published-reads.js';
import { apply } from '../read-model/ledger-steps.js';
import { emptyStore } from '../store/empty-store.js';
import { filing, owner, trade } from '../store/form4/invented-filings.js';

/** The moment from which the ledger records changes. */
export const BEGIN = Date.parse('2026-10-08T10:00:00.000Z');

export class FiledLog {
  readonly store: Store;
  readonly reads: Reads;
  private generation = 0;
  /** How often the log was queried. */
  asked = 0;

  constructor(private readonly clock: { now: number }) {
    this.store = emptyStore();
    describeSources(this.store, [
      {
        publisher: 'An invented register',
        homepage: 'https://example.org/',
        note: '',
        source: 'sec-edgar-form4',
        registers: ['sec-form4'],
        state: 'on',
      },
    ]);
    recordChanges(this.store, { number: 0, at: new Date(BEGIN - 3_600_000).toISOString() });
    this.store
      .sql('INSERT INTO followed (name, since) VALUES (?, ?)')
      .run('sec-form4', new Date(BEGIN - 3_600_000).toISOString());
    this.reads = toolReads(this.store);
  }

  readonly generationId = (): string => String(this.generation);

  /** Publishes a purchase of USD 1,000 times its number for each of these. `person` is a CIK. */
  async file(filings: ReadonlyArray<{ number: number; person?: string }>): Promise<void> {
    const now = new Date(this.clock.now);
    writeBatch(this.store, {
      register: 'sec-form4',
      now,
      records: filings.map(({ number, person = '7001' }) =>
        filing(number, {
          filedAt: '2026-10-07T12:00:00.000Z',
          filedDate: '2026-10-07',
          owners: [owner(person, person === '7001' ? 'Vesper Alma' : 'Orme Basil')],
          transactions: [trade(0, { shares: 100 * number, pricePerShare: 10, transactionCode: 'P' })],
        }),
      ),
    });
    await apply(this.store, { kind: 'derive', what: ['form4'] });
    bumpGeneration(this.store, now);
    this.generation += 1;
    await this.ask({ order: 'asc', limit: 1 });
  }

  readonly ask = async (question: ChangeQuestion): Promise<FoundRows> => {
    this.asked += 1;
    const answer = await getChanges.run(getChanges.input.parse(question), {
      reads: this.reads,
      now: new Date(this.clock.now),
      baseUrl: 'https://disclosed.example',
      endpoints: [],
      rateLimits: { keyless: 60, withKey: 600, windowSeconds: 3600 },
    });
    const { meta } = successEnvelope(answer, {
      baseUrl: '',
      sourcePrefix: '',
      ignoredParameters: [],
      readAs: {},
      cursorOf: (next) => next.join('-'),
    });
    return {
      rows: answer.data as ChangeRow[],
      resume: meta.resume ?? '',
      license: meta.license,
      sample: false,
    };
  };
}
