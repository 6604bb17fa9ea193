/** BENCHMARKS.md, written by the run that measured it. */

import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/package-root.js';
import { managersSection } from '../managers-section.js';
import type { LatencySummary } from './latency.js';
import type { Volume } from './synthetic-data.js';
import type { WriteResult } from './write-child.js';

interface MemoryUse {
  resident: number;
  own: number;
}

export interface SizeMeasurement {
  times: number;
  volume: Volume;
  /** Null if a store of an earlier run was used. */
  fill: WriteResult | null;
  megabytes: { ledger: number; readModel: number };
  /** Milliseconds of processor time by the number of rows; see tool-times.ts. */
  feedTool: ReadonlyMap<number, number>;
  /** From process start to first answer: on the clock, and of the processor. */
  starts: Array<{ ms: number; cpu: number }>;
  memory: Record<'started' | 'asked' | 'filled' | 'refreshed' | 'inImage', MemoryUse>;
  /** `processor`: of the server for one cold answer, milliseconds; undefined for a single question. */
  endpoints: Array<{
    name: string;
    cold: LatencySummary;
    processor: number | undefined;
    cached: LatencySummary;
  }>;
  refresh: { runs: WriteResult[]; quiet: LatencySummary; busy: LatencySummary[] };
}

export function writeReport(
  measured: readonly SizeMeasurement[],
  http: readonly string[],
  args: readonly string[],
  print: (line: string) => void,
): void {
  const file = join(packageRoot(), 'BENCHMARKS.md');
  writeFileSync(
    file,
    [
      ...head(args),
      ...measured.flatMap(sizeTables),
      ...http,
      '',
      managersSection() + EARLIER.join('\n'),
      '',
    ].join('\n'),
  );
  print(`written: ${file}`);
}

/** What the version before the read model measured on the same kind of machine, for comparison. */
const EARLIER = [
  '## Before the read model',
  '',
  'The version that assembled answers from the tables of the ledger, on the same kind of machine and with the same volumes:',
  '',
  '| What | Measured |',
  '|---|---|',
  '| Import of a year, with derivation; three times a year | 147 s; 557 s |',
  '| Store of a year; three times a year | 905 MB; 2,763 MB |',
  '| Refresh of 500 filings at one year; at three times | 8.2 s; 18.1 s |',
  '| Serving memory after 3,000 distinct 500-row answers | 243 MB |',
  '| Cached p99 alone, and during refreshes | 0.7 ms, 4.3 ms |',
  '| 500 rows of the feed, cold, processor time of the query alone | 7.2 ms |',
  '| 10 rows, every question new, against Fastify | 0.49 |',
  '| Against a bare server: REST of 2 KB, 39 KB, not modified | 0.44, 0.55, 0.40 |',
  '| Against a bare server: MCP of 2 KB, 39 KB | 0.35, 0.25 |',
];

function head(args: readonly string[]): string[] {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.version}`;
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- ' +
      args.filter((one, at) => one !== '--folder' && args[at - 1] !== '--folder').join(' ') +
      '`: do not edit it by hand. All data is invented; the store is filled',
    'through the real write path, and answers come over HTTP from a separate `disclosed serve` process.',
    '',
    `Machine: ${machine}. Server, refresh and callers shared it, so compare medians and`,
    'ratios, and expect differences of ±20 % between runs on a quiet host. On a shared one every time can double from one day to the',
    'next, and the ratios do not.',
    '',
  ];
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

function sizeTables({
  times,
  volume,
  fill,
  megabytes,
  feedTool,
  starts,
  memory,
  endpoints,
  refresh,
}: SizeMeasurement): string[] {
  const n = (value: number) => value.toLocaleString('en-US');
  const seconds = refresh.runs.map((one) => one.read + one.exported);
  return [
    `## ${times === 1 ? 'One year' : `${times} times a year`}`,
    '',
    `${n(volume.filings)} Form 4 filings with ${n(volume.rows)} transactions, ${n(volume.openMarketRows)} of them P or S; ${n(volume.issuers)} issuers; ${n(volume.identities)} people ever;`,
    `${n(volume.members)} members of Congress with ${n(volume.trades)} trades; four European markets of ${n(volume.euRows)} rows; eleven trackers.`,
    '',
    '| What | Measured | Goal |',
    '|---|---|---|',
    ...(fill === null
      ? []
      : [
          `| Import through the write path, with derivation | ${fill.read.toFixed(0)} s (${fill.processor.toFixed(0)} s of processor time${fill.counts === null ? '' : ', exports included'}), peak ${fill.peak.toFixed(0)} MB | |`,
          ...(fill.counts === null
            ? []
            : [
                `| First static exports (${n(fill.counts.written)} files) | ${fill.exported.toFixed(0)} s | |`,
              ]),
        ]),
    `| Ledger; read model | ${n(Math.round(megabytes.ledger))}; ${n(Math.round(megabytes.readModel))} MB | ${n(Math.round(times * 1357.5))} MB together |`,
    `| Start of the process to its first answer, median of ${starts.length} | ${ms(median(starts.map((one) => one.ms)))} ms (processor time ${ms(median(starts.map(({ cpu }) => cpu)))} ms) | under 1,000 ms |`,
    `| Serving memory at start; after every endpoint; after 3,000 distinct 500-row answers; after refreshes | ${[memory.started, memory.asked, memory.filled, memory.refreshed].map(({ resident }) => resident.toFixed(0)).join('; ')} MB | under 200 MB |`,
    `| The same after every endpoint, with the allocator settings of the image and of the systemd unit | ${memory.inImage.resident.toFixed(0)} MB | under 200 MB |`,
    `| Hourly refresh of 500 filings with derivation, publication and exports, median of ${seconds.length} | ${median(seconds).toFixed(1)} s (exports ${median(refresh.runs.map((one) => one.exported)).toFixed(1)} s; processor time ${median(refresh.runs.map((one) => one.processor)).toFixed(1)} s), peak ${Math.max(...refresh.runs.map((one) => one.peak)).toFixed(0)} MB | under 8 s |`,
    `| Feed, every question new, as the tool makes it with totals: 500 rows; 10 rows | ${[500, 10].map((limit) => feedTool.get(limit)?.toFixed(2)).join('; ')} ms of processor time | 2; 0.3 ms |`,
    `| Cached answers at a steady pace: p99 alone, and during refreshes (median of ${refresh.busy.length}) | ${ms(refresh.quiet.p99)} ms, ${ms(median(refresh.busy.map(({ p99 }) => p99)))} ms | at most double |`,
    '',
    'Downloads from the registers and the parsing of documents are not included; `npm run bench` measures the parsing.',
    '',
    '| Endpoint | cold: median, p99 | p99 without waits | processor | cached: median, p99 | p99 without waits | bytes sent |',
    '|---|---|---|---|---|---|---|',
    ...endpoints.map(
      ({ name, cold, processor, cached }) =>
        `| \`${name}\` | ${ms(cold.median)}, ${ms(cold.p99)} ms | ${ms(cold.p99Alone)} ms | ${processor === undefined ? '' : `${processor.toFixed(2)} ms`} | ${ms(cached.median)}, ${ms(cached.p99)} ms | ${ms(cached.p99Alone)} ms | ${n(cold.bytes)} |`,
    ),
    '',
    'Goal: cold p99 under 10 ms. Processor time here includes HTTP and compression. Times are measured by a caller in another process. "Without waits"',
    'excludes the time that server and caller waited for a core in use by other work, as counted by the scheduler: it is the time',
    'on a dedicated machine.',
    '',
  ];
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
