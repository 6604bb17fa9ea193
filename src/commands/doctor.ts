/**
 * `disclosed doctor`: sends each live register one request of every kind that an import sends, and reports the
 * results.
 */

import { itemAt } from '../collections.js';
import { type Config, ConfigError, contactWarning } from '../config.js';
import { createHttpClients, publisherOf } from '../registers/index.js';
import type { Http, Probe, Register } from '../registers/register.js';
import { clientSettings, configuredRegisters } from '../service/configured-registers.js';
import { modeOf } from '../service/data-folder.js';
import { enabledRegisters } from '../service/enabled-registers.js';
import { findRegister } from '../service/saved-documents.js';
import { cutTo, printable, wrap } from '../terminal/text-width.js';

/** Publishers are queried in parallel; the slowest of them needs about half a minute. */
const TIMEOUT_MS = 180_000;

/** One register and the results of its probes, in the order of the requests. */
export interface RegisterCheck {
  register: string;
  probes: Probe[];
}

/** @returns 0 when every queried register answers in the expected format. */
export async function doctor(config: Config, ids: string[], options: { json?: boolean }): Promise<number> {
  if (modeOf(config) === 'sample')
    throw new ConfigError(
      'CONTACT must be set before any register is queried, such as CONTACT="Jane Roe jane@example.org"',
    );
  const registers = configuredRegisters(config);
  const enabled = enabledRegisters(config);
  const chosen =
    ids.length > 0
      ? ids.map((id) => findRegister(id, registers))
      : registers.filter((register) => enabled.has(register.metadata.id));
  const warning = contactWarning(config.contact);
  if (warning !== null) console.error(warning);
  const settings = {
    ...clientSettings(config, AbortSignal.timeout(TIMEOUT_MS)),
    retryPolicy: { retries: 1 },
  };
  const clients = createHttpClients(settings);
  try {
    console.error(`Querying ${chosen.length} registers, a few small requests each ...`);
    const report = process.stderr.isTTY ? waitingLine(chosen) : undefined;
    const client = (register: Register) => clients.forRegister(register);
    const checks = await checkRegisters(chosen, client, new Date(), report);
    if (options.json === true)
      for (const { register, probes } of checks)
        for (const probe of probes) console.log(JSON.stringify({ register, ...probe }));
    else console.log(formatChecks(checks, process.stdout.columns));
    return checks.every(isHealthy) ? 0 : 1;
  } finally {
    await clients.close();
  }
}

/** Keeps one line of the terminal up to date: how many are done, and which are not. */
function waitingLine(registers: readonly Register[]): (done: string) => void {
  const waiting = new Set(registers.map(({ metadata }) => metadata.id));
  const [width] = process.stderr.getWindowSize();
  return (done) => {
    waiting.delete(done);
    const count = `${registers.length - waiting.size} of ${registers.length} done`;
    const text = waiting.size === 0 ? '' : `${count}, waiting for ${[...waiting].join(', ')}`;
    process.stderr.write(`\r\u001b[K${cutTo(text, width - 1)}`);
  };
}

/** Queries all registers: those of one publisher one after the other, different publishers in parallel. */
export async function checkRegisters(
  registers: readonly Register[],
  clientFor: (register: Register) => Http,
  now: Date,
  onChecked: (register: string) => void = () => undefined,
): Promise<RegisterCheck[]> {
  const lanes = new Map<string, Register[]>();
  for (const register of registers) {
    const publisher = publisherOf(register);
    lanes.set(publisher, [...(lanes.get(publisher) ?? []), register]);
  }
  const found = new Map<string, Probe[]>();
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      let stopped: Probe | null = null;
      for (const register of lane) {
        const probes: Probe[] =
          stopped === null ? await probeRegister(register, clientFor(register), now) : [stopped];
        found.set(register.metadata.id, probes);
        onChecked(register.metadata.id);
        stopped ??= probes.find(({ stop }) => stop === true) ?? null;
      }
    }),
  );
  return registers.map(({ metadata }) => ({ register: metadata.id, probes: found.get(metadata.id) ?? [] }));
}

/** Runs every probe of one register; the rest is skipped once no further request to its publisher is possible. */
async function probeRegister(register: Register, http: Http, now: Date): Promise<Probe[]> {
  const probes: Probe[] = [];
  try {
    for await (const probe of register.probe(http, now)) {
      probes.push(probe);
      if (probe.stop === true) break;
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const { homepage: url } = register.metadata;
    probes.push({ what: 'answer', verdict: 'unreachable', url, status: null, detail, firstBytes: '' });
  }
  return probes;
}

const isHealthy = ({ probes }: RegisterCheck) =>
  probes.length > 0 && probes.every(({ verdict }) => verdict === 'reachable');

const NO_NETWORK = /: no network/;

/** A line for each register without a problem, more for one with a problem, and the count at the end. */
export function formatChecks(checks: readonly RegisterCheck[], columns = Number.POSITIVE_INFINITY): string {
  const failed = checks.flatMap(({ probes }) => probes.filter(({ verdict }) => verdict !== 'reachable'));
  const isOffline = ({ verdict, detail }: Probe) => verdict === 'unreachable' && NO_NETWORK.test(detail);
  const offline = failed.filter(isOffline);
  const sound = checks.filter(isHealthy).length;
  const count = `${sound} of ${checks.length} reachable as expected`;
  if (checks.length > 0 && checks.every(({ probes }) => probes.some(isOffline)))
    return `No register can be reached: is this machine online? It ${itemAt(offline, 0).detail.replace(/^this machine /, '')}\n${count}`;
  const width = Math.max(...checks.map(({ register }) => register.length));
  return [...checks.flatMap((one) => formatCheck(one, width, columns)), '', count].join('\n');
}

const VERDICT_LABELS = {
  reachable: '',
  refused: 'refused',
  'unknown-shape': 'unexpected format',
  unreachable: 'no answer',
} as const;

function formatCheck(one: RegisterCheck, width: number, columns: number): string[] {
  const { register, probes } = one;
  const good = probes.filter(({ verdict }) => verdict === 'reachable');
  const told = good.map(({ what, detail }) => `${what}: ${detail}`).join('; ');
  const head = `${isHealthy(one) ? '✓' : '✗'} ${register.padEnd(width)}`;
  const indent = ' '.repeat(width + 4);
  const bad = probes
    .filter(({ verdict }) => verdict !== 'reachable')
    .flatMap(({ what, verdict, status, detail, url, firstBytes }) => [
      `${what}: ${VERDICT_LABELS[verdict]}${status === null ? '' : ` (HTTP ${status})`}: ${detail}`,
      `  ${url}`,
      ...(firstBytes === '' ? [] : [`  first bytes: ${JSON.stringify(firstBytes)}`]),
    ]);
  const lines = [...bad, ...(told === '' ? [] : [told])].map(printable);
  const [first = '', ...rest] = lines.flatMap((line) => wrap(line, Math.max(columns - width - 4, 30)));
  return [`${head}  ${first}`, ...rest.map((line) => indent + line)];
}
