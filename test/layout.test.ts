/** Checks the layout: who may import whom, no loops, no vague file names, no unexplained long files. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(__dirname, '..');

/** Below everything: any file may import these, and they import nothing. */
const BASE = /^src\/(dates|decimal|collections)\.ts$/;

/**
 * Each folder and what it may import besides itself: folders of the project, then packages. Later rows are more exact.
 */
const RULES: Array<{ place: RegExp; ours: RegExp[]; packages: RegExp }> = [
  { place: BASE, ours: [], packages: /^$/ },
  { place: /^tools\/contract\//, ours: [], packages: /^(zod\/v3|zod-to-json-schema)$/ },
  { place: /^tools\/[^/]+\.ts$/, ours: [/^tools\/contract\//], packages: /^zod\/v3$/ },
  { place: /^tools\/index\.ts$/, ours: [/^tools\//], packages: /^$/ },
  {
    place: /^src\/(records\/|config\.ts)/,
    ours: [/^src\/records\//, /^tools\/contract\//],
    packages: /^zod\/v3$/,
  },
  { place: /^src\/(package-root|html)\.ts$/, ours: [], packages: /^$/ },
  {
    place: /^src\/registers\/[^/]+\.ts$/,
    ours: [/^src\/registers\/[^/]+\.ts$/, /^src\/registers\/http\//, /^src\/records\//],
    packages: /^$/,
  },
  {
    place: /^src\/registers\/http\//,
    ours: [/^src\/registers\/register\.ts$/, /^src\/records\//],
    packages: /^(undici|p-queue)$/,
  },
  {
    place: /^src\/registers\/edgar\//,
    ours: [
      /^src\/registers\/(register|every-part)\.ts$/,
      /^src\/registers\/(http|formats)\//,
      /^src\/records\//,
    ],
    packages: /^$/,
  },
  {
    place: /^src\/registers\/sound-names\.ts$/,
    ours: [
      /^src\/registers\/register\.ts$/,
      /^src\/registers\/formats\/damaged-text\.ts$/,
      /^src\/records\//,
    ],
    packages: /^$/,
  },
  { place: /^src\/registers\/index\.ts$/, ours: [/^src\/registers\//, /^src\/records\//], packages: /^$/ },
  {
    // A subject's own files and the registers of that subject. No register imports another one.
    place: /^src\/registers\/(form4|congress|europe|portfolios|prices)\//,
    ours: [
      /^src\/registers\/[^/]+\.ts$/,
      /^src\/registers\/(http|edgar|formats)\//,
      /^src\/registers\/[a-z0-9]+\/[^/]+\.ts$/,
      /^src\/records\//,
    ],
    packages: /^$/,
  },
  { place: /^src\/registers\/formats\//, ours: [], packages: /./ },
  { place: /^src\/derive\//, ours: [/^src\/records\//, /^tools\/contract\//], packages: /^$/ },
  {
    place: /^src\/store\//,
    ours: [/^src\/records\//, /^tools\/contract\//, /^src\/package-root\.ts$/],
    packages: /^better-sqlite3$/,
  },
  {
    place: /^src\/ingest\//,
    ours: [
      /^src\/registers\/(index|register)\.ts$/,
      /^src\/derive\/index\.ts$/,
      /^src\/store\//,
      /^src\/records\//,
      /^tools\/contract\//,
    ],
    packages: /^cli-progress$/,
  },
  {
    place: /^src\/limits\//,
    ours: [/^src\/store\//, /^tools\/contract\//],
    packages: /^(ipaddr\.js|lru-cache|proxy-addr)$/,
  },
  {
    place: /^src\/accounts\//,
    ours: [
      /^src\/limits\//,
      /^src\/store\/accounts\//,
      /^src\/html\.ts$/,
      /^src\/package-root\.ts$/,
      /^tools\/contract\//,
    ],
    packages: /^(cookie|express|@simplewebauthn\/server(\/helpers)?|lru-cache|zod\/v3)$/,
  },
  {
    place: /^src\/publish\//,
    ours: [/^tools\//, /^src\/(config|html|package-root)\.ts$/, /^src\/derive\/index\.ts$/],
    packages: /^(zod-to-json-schema|zod\/v3|d3-(scale|shape|hierarchy)|markdown-it)$/,
  },
  {
    place: /^src\/pipeline\//,
    ours: [/^tools\/contract\//, /^src\/limits\//],
    packages: /^(lru-cache|p-queue|zod\/v3)$/,
  },
  {
    place: /^src\/transports\//,
    ours: [/^tools\//, /^src\/limits\//, /^src\/pipeline\//, /^src\/publish\//],
    packages: /^(express|helmet|prom-client|@modelcontextprotocol\/sdk\/.*|lru-cache|negotiator|zod\/v3)$/,
  },
  { place: /^src\/service\//, ours: [/^tools\//, /^src\/(?!commands\/|cli\.ts)/], packages: /./ },
  { place: /^src\/commands\//, ours: [/^tools\//, /^src\/(?!commands\/|cli\.ts)/], packages: /./ },
  {
    place: /^src\/cli\.ts$/,
    ours: [/^src\/(commands|service)\//, /^src\/config\.ts$/, /^tools\/contract\//],
    packages: /^(commander|pino)$/,
  },
];

interface Source {
  path: string;
  text: string;
  ours: string[];
  packages: string[];
}

const sources = [...filesBelow('src'), ...filesBelow('tools')].map(read);

describe('the layout', () => {
  it('finds its files', () => {
    expect(sources.length).toBeGreaterThan(40);
  });

  it.each(sources.map((source) => [source.path, source] as const))(
    '%s imports only what its folder allows',
    (_path, source) => {
      const rule = RULES.filter((one) => one.place.test(source.path)).at(-1);
      expect(rule).toBeDefined();
      const home =
        source.path.startsWith('src/registers/') && source.path.split('/').length > 3
          ? dirname(source.path)
          : folderOf(source.path);
      const foreign = source.ours.filter(
        (path) =>
          !path.startsWith(`${home}/`) &&
          !(BASE.test(path) && !BASE.test(source.path)) &&
          !rule!.ours.some((allowed) => allowed.test(path)),
      );
      const packages = source.packages.filter(
        (name) => !name.startsWith('node:') && !rule!.packages.test(name),
      );
      expect({ foreign, packages }).toEqual({ foreign: [], packages: [] });
    },
  );

  it('has no import loop, type-only imports included', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const done = new Set<string>();
    const walk = (path: string, trail: string[]): void => {
      if (trail.includes(path)) throw new Error(`loop: ${[...trail, path].join(' -> ')}`);
      if (done.has(path)) return;
      for (const next of byPath.get(path)?.ours ?? []) walk(next, [...trail, path]);
      done.add(path);
    };
    for (const { path } of sources) walk(path, []);
    expect(done.size).toBe(sources.length);
  });

  it('has one file for each command, and no command imports another', () => {
    const commands = sources.filter(({ path }) => path.startsWith('src/commands/'));
    const { ours, text } = sources.find(({ path }) => path === 'src/cli.ts')!;
    expect(commands.map(({ path }) => path)).toEqual(
      [...new Set(ours.filter((path) => path.startsWith('src/commands/')))].sort(),
    );
    const named = new Set([...text.matchAll(/^ {4}name: '(\S+?)(?: .*)?',$/gm)].map(([, name]) => name));
    expect(commands.map(({ path }) => path.slice('src/commands/'.length, -3))).toEqual([...named].sort());
    const joined = commands.filter((one) => one.ours.some((path) => path.startsWith('src/commands/')));
    expect(joined.map(({ path }) => path)).toEqual([]);
  });

  it('names files for what they hold, in kebab-case', () => {
    const bad = sources
      .map((source) => source.path)
      .filter(
        (path) =>
          !/^[a-z0-9-]+\.ts$/.test(path.split('/').at(-1)!) ||
          /(^|[/-])(utils?|helpers?|common|manager|misc)\.ts$/.test(path),
      );
    expect(bad).toEqual([]);
  });

  it('has a head comment in every file that says what it owns, and in a long one why it is long', () => {
    const silent = sources.filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text)).map(({ path }) => path);
    const long = sources
      .filter(({ text }) => text.split('\n').length > 300 && !/long/i.test(text.slice(0, text.indexOf('*/'))))
      .map(({ path }) => path);
    expect({ silent, long }).toEqual({ silent: [], long: [] });
  });

  it('leaves no TODO, suppressed error or untyped value', () => {
    const loose = /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-expect-error|\bas any\b|: any\b/;
    expect(sources.filter(({ text }) => loose.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
  const ours = specifiers
    .filter((name) => name.startsWith('.'))
    .map((name) =>
      normalize(join(dirname(path), name))
        .split(sep)
        .join('/')
        .replace(/\.js$/, '.ts'),
    );
  return { path, text, ours, packages: specifiers.filter((name) => !name.startsWith('.')) };
}

function folderOf(path: string): string {
  const parts = path.split('/');
  return parts[0] === 'tools'
    ? parts.length > 2
      ? 'tools/contract'
      : 'tools/none'
    : parts.slice(0, Math.min(2, parts.length - 1)).join('/');
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
