/**
 * `npm run cluster -- generations | kills | faults | scale`: the acceptance of a service of several nodes, with real
 * processes. Exits with 1 if something did not hold.
 */

import { parseArgs } from 'node:util';
import { nginxMissing } from '../../test/services/nginx.js';
import { clusterMissing } from './cluster.js';
import { burst, forceTwoWriters, loseDatabase } from './faults.js';
import { publishUnderLoad } from './generations.js';
import { killAgainAndAgain, seeded, VICTIMS, type Victim } from './kills.js';
import { measureScale, scaleMissing } from './scale.js';

/** Two readers to four: at least this many times the answers. */
const GROWTH = 1.8;
/** If the readers use less of their share, something else was the limit, and nothing was measured. */
const USED = 0.85;
const READY_SECONDS = 5;
const PUBLICATION_SECONDS = 4;
const TAKEOVER_SECONDS = 30;
const LIMIT = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    victims: { type: 'string', default: VICTIMS.join(',') },
    generations: { type: 'string', default: '20' },
  },
});

const COMMANDS: Record<string, () => Promise<void>> = { generations, kills, faults, scale };
const names = positionals.length === 0 ? Object.keys(COMMANDS) : positionals;
for (const name of names) {
  const command = COMMANDS[name];
  if (command === undefined) {
    console.error(`There is no ${name}. There are: ${Object.keys(COMMANDS).join(', ')}`);
    process.exit(2);
  }
  const missing = clusterMissing ?? (name === 'scale' ? scaleMissing() : nginxMissing);
  if (missing === null) await command();
  else console.log(`${name}: skipped: ${missing}`);
}
process.exit();

/** Prints a line, and remembers a failure. */
function report(holds: boolean, line: string): void {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${line}`);
  if (!holds) process.exitCode = 1;
}

async function generations(): Promise<void> {
  const found = await publishUnderLoad(Number(values.generations), 150);
  const { answers, failed, wrong, older, seen } = found;
  report(
    failed.length + wrong.length + older.length === 0 && seen === found.generations + 1,
    `${found.generations} generations under ${answers} requests: ${failed.length} failed, ${wrong.length} wrong, ${older.length} older after newer, ${seen} generations seen`,
  );
  for (const one of [...failed, ...wrong, ...older].slice(0, 5)) console.log(`       ${JSON.stringify(one)}`);
}

async function kills(): Promise<void> {
  console.log(`kills with --seed ${values.seed}`);
  for (const [n, name] of values.victims.split(',').entries()) {
    const victim = VICTIMS.find((one) => one === name);
    if (victim === undefined) throw new Error(`--victims knows ${VICTIMS.join(', ')}`);
    await killsOf(victim, seeded(Number(values.seed) + n));
  }
}

async function killsOf(victim: Victim, random: () => number): Promise<void> {
  const { times, answers, takeoverSeconds, readySeconds, faults } = await killAgainAndAgain(
    victim,
    Number(values.times),
    random,
  );
  const takeover = takeoverSeconds ?? 0;
  const figures = [
    ...(takeover > 0 ? [`published again after ${takeover.toFixed(1)} s at most`] : []),
    ...(readySeconds > 0 ? [`ready again after ${readySeconds.toFixed(1)} s at most`] : []),
  ];
  report(
    faults.length === 0 && takeover < TAKEOVER_SECONDS,
    [`${victim}: ${times} kills under ${answers} requests`, ...figures].join(', '),
  );
  for (const fault of faults.slice(0, 10)) console.log(`       ${fault}`);
}

async function faults(): Promise<void> {
  const { before, known, unknown, after } = await loseDatabase();
  report(known.status === 200 && known.hash === before.hash, 'without PostgreSQL: a cached answer goes on');
  report(
    unknown.status === 503 && unknown.retryAfter !== null,
    `without PostgreSQL: a new question gets ${unknown.status} with Retry-After ${unknown.retryAfter}`,
  );
  report(after.status === 200, 'with PostgreSQL again: a new question is answered');
  for (const isEarlier of [false, true]) {
    const { codes, published } = await forceTwoWriters(isEarlier);
    report(
      published === 1 && codes.filter((code) => code === 0).length === 1,
      `two writers ${isEarlier ? 'of two terms' : 'of one term'}: ${published} published, exit codes ${codes.join(' and ')}`,
    );
  }
  const counts = await burst(4, 400, LIMIT);
  const answered = counts.get(200) ?? 0;
  report(
    answered > 0 && answered <= LIMIT && answered + (counts.get(429) ?? 0) === 400,
    `400 requests of one caller to four nodes: ${[...counts].map(([status, count]) => `${count} times ${status}`).join(', ')}`,
  );
}

async function scale(): Promise<void> {
  const found = await measureScale((line) => console.log(`       ${line}`));
  for (const kind of ['cold', 'cached'] as const) {
    const { rates, used, perSecond } = found[kind];
    report(
      rates[1] / rates[0] >= GROWTH && used >= USED,
      `${kind}: 4 readers give ${(rates[1] / rates[0]).toFixed(2)} times the answers of 2, and each ${(perSecond[1] / perSecond[0]).toFixed(2)} times as many in a second of its processor time; they used ${Math.round(used * 100)} % of their share`,
    );
  }
  report(
    found.readySeconds < READY_SECONDS,
    `a new reader is ready after ${found.readySeconds.toFixed(1)} s`,
  );
  report(
    found.publicationSeconds < PUBLICATION_SECONDS,
    `500 filings: published in ${found.publicationSeconds.toFixed(2)} s, the whole import took ${found.importSeconds.toFixed(1)} s`,
  );
}
