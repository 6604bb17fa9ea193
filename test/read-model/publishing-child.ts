/** Publishes one generation after the other until it is killed: every row of a generation says its number. */

import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import { documents, next, people, person } from './invented-generation.js';

const writer = openSqliteWriter(process.argv[2] ?? '');
process.stdout.write('started\n');
async function publishForever(): Promise<never> {
  for (;;) {
    const newest = await writer.newest();
    const number = (newest?.number ?? 0) + 1;
    const word = `generation${number}`;
    const everybody = Array.from({ length: 40 }, (_, cik) => person(String(cik + 1), `Vesper ${word}`));
    await writer.publish(next(number), { id: newest?.id ?? null, isWhole: number % 3 === 0 }, [
      ...people(...everybody),
      documents({ one: word, two: word }),
    ]);
    if (number % 2 === 0) process.stdout.write('published\n');
  }
}
void publishForever();
