/** `disclosed ask`: every question of the tools, from the local store and from a service, in every form. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import pino from 'pino';
import { ask } from '../../src/commands/ask.js';
import { type Config, readConfig } from '../../src/config.js';
import { findQuestion, QUESTIONS } from '../../src/publish/questions.js';
import { exitStatusOf } from '../../src/service/exit-status.js';
import { tools } from '../../tools/index.js';
import { run, type Serving, serve } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-ask-'));
const DAY = '2026-11-20T12:00:00Z';
let config: Config;
let service: Serving;
beforeAll(async () => {
  config = readConfig({ DATA_DIR: folder, AS_OF: DAY });
  service = await serve(folder);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The exit code, and what went to standard output and to standard error. */
async function asked(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  jest.spyOn(console, 'error').mockImplementation((text: string) => {
    err += `${text}\n`;
  });
  const [name, ...more] = words;
  const code = await ask(config, pino({ level: 'silent' }), name, more).catch((error: unknown) => {
    const status = exitStatusOf(error);
    err += status.message ?? '';
    return status.code;
  });
  jest.restoreAllMocks();
  return { code, out, err };
}
const here = () => `http://127.0.0.1:${service.port}`;

/** What each question that needs an argument is given: the sample has all of them. */
const ARGUMENTS: Record<string, string[]> = {
  insiders: ['marrow'],
  insider: ['bramblestead-barnaby'],
  'congress-member': ['philomena-r-dunderwick'],
  tracker: ['marrowgate'],
  'eu-filings': ['se'],
  rankings: ['most-traded-by-congress'],
  issuer: ['ZQRA'],
  search: ['marrow'],
  fetch: ['tracker/marrowgate'],
  generation: ['latest'],
  source: ['9900090001-25-000001'],
  holders: ['ZQRA'],
  manager: ['9900090113'],
};

it('has a question for every tool, with a name and the name over MCP', () => {
  expect(QUESTIONS.map(({ tool }) => tool.path)).toEqual(tools.map(({ path }) => path));
  const names = QUESTIONS.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const { mcp, path } of tools) if (mcp !== null) expect(findQuestion(mcp)?.tool.path).toBe(path);
  for (const { name, tool, options } of QUESTIONS)
    expect([name, options.map(({ parameter }) => parameter)]).toEqual([name, Object.keys(tool.input.shape)]);
});

describe.each(QUESTIONS.map(({ name }) => name))('%s', (name) => {
  const words = [name, ...(ARGUMENTS[name] ?? [])];

  beforeAll(async () => {
    if (name !== 'filing-history') return;
    const { out } = await asked('filings', '--limit', '1', '--json');
    words.push(JSON.parse(out).data[0].filingId);
  });

  it('gives CSV as its example says', async () => {
    const { out: help } = await asked(name, '--help');
    const [, options = ''] = / --csv(.*) > \S+\.csv$/m.exec(help) ?? [];
    const { code, out, err } = await asked(
      ...words,
      '--csv',
      ...options.split(' ').filter((one) => one !== ''),
    );
    expect([code, code === 0 ? '' : err, out.includes('\n')]).toEqual([0, '', true]);
  });

  it('is the same answer from the local store and over REST', async () => {
    const local = await asked(...words, '--json');
    expect([local.code, local.err]).toEqual([0, '']);
    const remote = await asked(...words, '--url', here());
    // Only the addresses of pages differ: the store does not know under which port it is served.
    expect(JSON.parse(local.out.replaceAll('http://127.0.0.1:8787', here()))).toEqual(JSON.parse(remote.out));
  });

  it('is a table that fits, and says where the rows come from', async () => {
    const { code, out, err } = await asked(...words, '--table');
    expect(code).toBe(0);
    expect(err).toContain('SAMPLE: every name and figure is invented.');
    expect(err).toContain('Source: sample:');
    const lines = out.split('\n');
    // The sample has no corrections.
    expect(lines.length).toBeGreaterThan(name === 'corrections' ? 1 : 2);
    // An address and a signed text have no place where a line may end.
    const tooWide = lines.filter(
      (line) => [...line].length > 100 && !line.includes('http') && !line.includes('disclosed-manifest-1'),
    );
    expect(tooWide).toEqual([]);
  });
});

describe('the forms', () => {
  it('CSV has every field and row, as the JSON has', async () => {
    const { out, err } = await asked('filings', '--csv', '--limit', '7');
    const rows = parse(out, { columns: true }) as Array<Record<string, string>>;
    const { data, meta } = JSON.parse((await asked('filings', '--limit', '7')).out);
    expect(rows.length).toBe(7);
    expect(rows.map(({ filingId, totalValue, cik }) => [filingId, Number(totalValue), cik])).toEqual(
      data.map((row: Record<string, unknown>) => [row.filingId, row.totalValue, row.cik]),
    );
    // A field that only some rows have is behind those of the first.
    const fields = new Set(data.flatMap((row: Record<string, unknown>) => Object.keys(row)));
    expect(Object.keys(rows[0]!)).toEqual([...fields]);
    expect(err).toContain(`7 of ${meta.total} rows that match.\nMore follow: --cursor ${meta.nextCursor}\n`);
    const next = await asked('filings', '--limit', '7', '--cursor', meta.nextCursor);
    expect(JSON.parse(next.out).data[0].filingId).not.toBe(data[0].filingId);
  });

  it('CSV of several lists needs the name of one', async () => {
    const refused = await asked('issuer', 'ZQRA', '--csv');
    expect([refused.code, refused.out]).toEqual([2, '']);
    const [, name = ''] = /choose one with --only ([^,\n]+)/.exec(refused.err) ?? [];
    const { code, out } = await asked('issuer', 'ZQRA', '--csv', '--only', name);
    expect(code).toBe(0);
    expect((parse(out) as string[][]).length).toBeGreaterThan(1);
  });

  it('a table is brief, unless fields or a view are chosen', async () => {
    const brief = await asked('filings', '--table', '--limit', '2');
    const chosen = await asked('filings', '--table', '--limit', '2', '--fields', 'formType,periodOfReport');
    expect(brief.out).toContain('issuerName');
    expect(chosen.out).toMatch(/\n4 +2026-/);
    expect(brief.err).toContain('No room for the columns');
  });

  it('options may be written as the parameters are, and several times where a list is taken', async () => {
    const { out } = await asked(
      'get_latest_filings',
      '--min_value=100000',
      '--ticker',
      'ZQRA',
      '--ticker',
      'VYXT',
    );
    const { data } = JSON.parse(out);
    expect(data.length).toBeGreaterThan(0);
    for (const row of data) {
      expect(row.totalValue).toBeGreaterThanOrEqual(100_000);
      expect(['ZQRA', 'VYXT']).toContain(row.issuerTicker);
    }
  });
});

describe('what is wrong', () => {
  it.each([
    ['an unknown question', ['filngs'], 2, "unknown command 'filngs'\n(Did you mean filings?)"],
    ['an unknown option', ['filings', '--limti', '3'], 2, 'Did you mean --limit?'],
    ['a wrong value', ['filings', '--role', 'boss'], 2, 'role must be chief, ceo, cfo'],
    ['a missing argument', ['insider'], 2, 'id must be kebab-case'],
    ['an argument twice', ['insider', 'a', '--id', 'b'], 2, 'id is given twice'],
    ['a value twice', ['filings', '--limit', '1', '--limit', '2'], 2, 'It is given more than once.'],
    ['no such record', ['tracker', 'nobody-here'], 1, 'nobody-here'],
    ['two forms', ['filings', '--csv', '--json'], 2, 'exclude each other'],
    [
      'a store and a service',
      ['filings', '--store', 'live', '--url', 'http://127.0.0.1:1'],
      2,
      'exclude each other',
    ],
    ['no live store', ['filings', '--store', 'live'], 3, 'There is no live store yet'],
    ['an unknown store', ['filings', '--store', 'real'], 2, '--store must be live or sample (it is "real")'],
    ['no address', ['filings', '--url', 'here'], 2, '--url must be the address of a service'],
    ['a key for the local store', ['filings', '--key', 'x'], 2, '--key is for --url'],
    [
      'nothing at the address',
      ['filings', '--url', 'http://127.0.0.1:1'],
      1,
      'http://127.0.0.1:1 does not answer: ',
    ],
    [
      'no path over REST',
      ['insider', '--url', 'http://127.0.0.1:1'],
      2,
      'id is missing: disclosed ask insider ID',
    ],
  ])('%s is said, with the exit code', async (_what, words, code, message) => {
    const given = await asked(...words);
    expect([given.code, given.out]).toEqual([code, '']);
    expect(given.err).toContain(message);
  });

  it('errors of a service are those of the local store', async () => {
    for (const [words, code] of [
      [['filings', '--role', 'boss'], 2],
      [['tracker', 'nobody-here'], 1],
    ] as const) {
      const local = await asked(...words);
      const remote = await asked(...words, '--url', here());
      expect([remote.code, remote.err]).toEqual([code, local.err]);
    }
  });

  it('an address of something else is said', async () => {
    const { code, err } = await asked('filings', '--url', `${here()}/llms.txt?`);
    expect(code).toBe(1);
    expect(err).toContain('is not a disclosed service: it answered');
  });
});

describe('help', () => {
  it('lists the questions, and the options of one with their values and examples', async () => {
    const all = await asked();
    expect(all.code).toBe(0);
    for (const { name } of QUESTIONS) expect(all.out).toContain(`\n  ${name} `);
    for (const { name, options } of QUESTIONS) {
      const { code, out } = await asked(name, '--help');
      expect([name, code]).toEqual([name, 0]);
      for (const { flag, values } of options) {
        expect(out).toContain(`--${flag} <value>`);
        for (const value of values) expect([name, flag, out.includes(value)]).toEqual([name, flag, true]);
      }
      expect(out.match(/^ {2}disclosed ask /gm)).toHaveLength(2);
    }
  });
});

it('is a command of the program, whose options with names of settings are its own', () => {
  const { code, stdout } = run(folder, ['ask', 'filings', '--role', 'ceo', '--limit', '1']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).data).toHaveLength(1);
});
