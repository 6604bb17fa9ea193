/** Writes batch after batch until it is killed. Batch b has the filings b*20 to b*20+19 and the cursor b. */

import { readCursor } from '../../../src/store/crawl/queue.js';
import { openStore } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { accession, derive, filing, owner } from '../form4/invented-filings.js';

const store = openStore(process.argv[2] ?? '', 'write');
process.stdout.write('started\n');
for (let batch = Number(readCursor(store, 'sec-form4', 'batch') ?? '-1') + 1; ; batch++) {
  const numbers = Array.from({ length: 20 }, (_, at) => batch * 20 + at);
  const records = numbers.map((number) =>
    filing(number, { owners: [owner(String(7000 + (number % 50)), `Vesper Alma ${number % 50}`)] }),
  );
  writeBatch(store, {
    register: 'sec-form4',
    now: new Date(),
    records,
    warnings: [{ kind: 'batch', detail: String(batch), where: '' }],
    queued: [{ key: `next-${batch}`, kind: 'submission', url: 'https://example.org/' }],
    outcomes: numbers.map((number) => ({ key: accession(number), outcome: 'done' })),
    cursors: { batch: String(batch) },
  });
  if (batch % 5 === 0) derive(store);
  process.stdout.write('written\n');
}
