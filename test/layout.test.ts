/** Checks the layout: who may import whom, no loops, clear names, short functions, and one style in tests. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from '@swc/core';
import { COMMAND_LIST } from '../src/command-list.js';
import { packageRoot } from '../src/package-root.js';

const root = packageRoot();

/** Below everything: any file may import these, and they import nothing. */
const BASE = /^src\/(dates|decimal|collections)\.ts$/;

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'PrivateMethod',
  'MethodProperty',
]);

/** Each folder and what it may import besides itself: folders of the project, then packages. Later rows are more exact. */
const RULES: Array<{ place: RegExp; ours: RegExp[]; packages: RegExp }> = [
  { place: BASE, ours: [], packages: /^$/ },
  { place: /^tools\/contract\//, ours: [], packages: /^zod\/v3$/ },
  { place: /^tools\/[^/]+\.ts$/, ours: [/^tools\/contract\//], packages: /^zod\/v3$/ },
  { place: /^tools\/index\.ts$/, ours: [/^tools\//], packages: /^$/ },
  {
    place: /^src\/(records\/|config\.ts)/,
    // The form of a database's address, and nothing else of the databases; the files of data/curated.
    ours: [
      /^src\/records\//,
      /^tools\/contract\//,
      /^src\/database\/postgres-address\.ts$/,
      /^src\/package-root\.ts$/,
    ],
    packages: /^zod\/v3$/,
  },
  { place: /^src\/(package-root|html)\.ts$/, ours: [], packages: /^$/ },
  {
    place: /^src\/registers\/[^/]+\.ts$/,
    ours: [/^src\/registers\/[^/]+\.ts$/, /^src\/records\//, /^tools\/contract\/sources\.ts$/],
    packages: /^$/,
  },
  {
    place: /^src\/registers\/http\//,
    ours: [/^src\/registers\/register\.ts$/],
    packages: /^(undici|p-queue|ipaddr\.js)$/,
  },
  {
    place: /^src\/registers\/edgar\//,
    // The words of footnotes are in data/curated.
    ours: [/^src\/registers\/register\.ts$/, /^src\/registers\/(http|formats)\//, /^src\/package-root\.ts$/],
    packages: /^$/,
  },
  {
    place: /^src\/registers\/check-names\.ts$/,
    ours: [
      /^src\/registers\/register\.ts$/,
      /^src\/registers\/formats\/damaged-text\.ts$/,
      /^src\/records\//,
    ],
    packages: /^$/,
  },
  { place: /^src\/registers\/index\.ts$/, ours: [/^src\/registers\//], packages: /^$/ },
  {
    // A subject's own files and the registers of that subject. No register imports another one.
    place: /^src\/registers\/(form4|form144|holders|congress|europe|portfolios|prices)\//,
    ours: [
      /^src\/registers\/[^/]+\.ts$/,
      /^src\/registers\/(http|edgar|formats)\//,
      /^src\/registers\/[a-z0-9]+\/[^/]+\.ts$/,
      /^src\/records\//,
      /^tools\/contract\/rules\.ts$/,
      // What the contract says about a register's market, source and publisher.
      /^tools\/contract\/(markets\/|(publishers|sources)\.ts)/,
    ],
    packages: /^tough-cookie$/,
  },
  { place: /^src\/registers\/formats\//, ours: [], packages: /./ },
  { place: /^src\/derive\//, ours: [/^src\/records\//, /^tools\/contract\//], packages: /^$/ },
  {
    place: /^src\/store\//,
    ours: [
      /^src\/records\//,
      /^tools\/contract\//,
      /^src\/package-root\.ts$/,
      /^src\/database\/sqlite-files\.ts$/,
      // What its rows become there, and no engine.
      /^src\/read-model\/(tables|column-values|list-rows|change-facts|packed-rows|packed-owned-lines|packed-sources|search-rank|search-text|search-entries|issuer-records|holder-subjects)\.ts$/,
    ],
    packages: /^better-sqlite3$/,
  },
  {
    // Accounts and keys, in a file or in PostgreSQL.
    place: /^src\/store\/accounts\//,
    ours: [/^src\/store\/database\//, /^src\/database\//],
    packages: /^better-sqlite3$/,
  },
  {
    // One interface for SQLite and PostgreSQL. Each driver is in its own file.
    place: /^src\/database\//,
    ours: [],
    packages: /^(better-sqlite3|postgres)$/,
  },
  {
    // The backup of the ledger: the SQLite file of the store, in a folder or in PostgreSQL.
    place: /^src\/ledger-backup\//,
    ours: [/^src\/database\//, /^src\/store\/database\/open\.ts$/],
    packages: /^better-sqlite3$/,
  },
  {
    // Archives of all data: the databases of the store as files, and nothing of what is in them.
    place: /^src\/backup\//,
    ours: [/^src\/store\/database\/(migrate|open)\.ts$/],
    packages: /^(better-sqlite3|tar|zod\/v3)$/,
  },
  {
    // It knows neither the store nor a register: the store gives it its rows. Only a question compares two quarters.
    place: /^src\/read-model\//,
    ours: [
      /^src\/database\/database\.ts$/,
      /^src\/records\//,
      /^src\/derive\/portfolios\/compared-quarters\.ts$/,
      /^tools\/contract\//,
    ],
    packages: /^$/,
  },
  {
    // Signatures and what is signed. Only the shape of a generation is known here.
    place: /^src\/proof\//,
    ours: [/^src\/read-model\/generation\.ts$/],
    packages: /^zod\/v3$/,
  },
  {
    // The public tables as files, made from the rows of the read model and the shapes of the contract.
    place: /^src\/dump\//,
    ours: [
      /^src\/read-model\/(generation|tables|column-values|table-digests|packed-rows|packed-sources|change-facts)\.ts$/,
      /^src\/proof\//,
      /^src\/publish\/csv\.ts$/,
      /^tools\/contract\//,
    ],
    packages: /^(better-sqlite3|hyparquet-writer|zod\/v3)$/,
  },
  {
    place: /^src\/read-model\/sqlite\//,
    ours: [/^src\/database\/(database|sqlite-database|sqlite-files)\.ts$/, /^tools\/contract\//],
    packages: /^better-sqlite3$/,
  },
  {
    place: /^src\/read-model\/postgres\//,
    ours: [/^src\/database\/(database|postgres-database|writer-term)\.ts$/, /^tools\/contract\//],
    packages: /^$/,
  },
  {
    place: /^src\/ingest\//,
    ours: [
      /^src\/registers\/(index|known-registers|register)\.ts$/,
      /^src\/derive\/index\.ts$/,
      /^src\/store\//,
      /^src\/read-model\/(generation|tables)\.ts$/,
      /^src\/(records\/|package-root\.ts)/,
      /^tools\/contract\//,
    ],
    packages: /^cli-progress$/,
  },
  {
    place: /^src\/limits\//,
    ours: [/^src\/store\/accounts\//],
    packages: /^(ipaddr\.js|lru-cache|proxy-addr|rate-limiter-flexible|redis)$/,
  },
  {
    place: /^src\/accounts\//,
    ours: [
      /^src\/limits\//,
      /^src\/store\/accounts\//,
      /^src\/database\/unavailable\.ts$/,
      /^src\/html\.ts$/,
      /^src\/package-root\.ts$/,
      /^src\/webhooks\//,
      /^tools\/contract\//,
    ],
    packages: /^(cookie|express|@simplewebauthn\/server|@simplewebauthn\/server\/helpers|zod\/v3)$/,
  },
  {
    // What accounts have sent to them. The log and the targets are given to it as functions, except the rule of public addresses.
    place: /^src\/webhooks\//,
    ours: [
      /^src\/limits\/secrets\.ts$/,
      /^src\/registers\/http\/public-addresses\.ts$/,
      /^src\/store\/accounts\//,
      /^tools\/contract\//,
    ],
    packages: /^(lru-cache|p-queue|undici|zod\/v3)$/,
  },
  {
    place: /^src\/publish\//,
    ours: [
      /^tools\//,
      /^src\/(command-list|config|html|package-root)\.ts$/,
      /^src\/derive\/digests\/conviction\.ts$/,
    ],
    packages: /^(zod-to-json-schema|zod\/v3|d3-scale|d3-shape|d3-hierarchy|markdown-it|fflate)$/,
  },
  {
    place: /^src\/pipeline\//,
    ours: [/^tools\/contract\//, /^src\/limits\//],
    packages: /^(lru-cache|p-queue|zod\/v3)$/,
  },
  {
    // REST and the agent endpoint over HTTP. The agent protocol itself knows no HTTP server.
    place: /^src\/transports\/http\//,
    ours: [
      /^tools\//,
      /^src\/limits\//,
      /^src\/pipeline\//,
      /^src\/proof\//,
      /^src\/publish\//,
      /^src\/transports\/mcp\//,
    ],
    packages: /^(express|helmet|prom-client|lru-cache|negotiator)$/,
  },
  {
    place: /^src\/transports\/mcp\//,
    ours: [
      /^src\/limits\/address\.ts$/,
      /^tools\//,
      /^src\/pipeline\//,
      /^src\/publish\/(schema|documents)\.ts$/,
    ],
    packages: /^(@modelcontextprotocol\/sdk\/.*|lru-cache|zod\/v3)$/,
  },
  { place: /^src\/service\//, ours: [/^tools\//, /^src\/(?!commands\/|cli\.ts)/], packages: /./ },
  { place: /^src\/commands\//, ours: [/^tools\//, /^src\/(?!commands\/|cli\.ts)/], packages: /./ },
  {
    // What a terminal shows. It knows the answers and the state of a store, and opens neither.
    place: /^src\/terminal\//,
    ours: [
      /^tools\/contract\//,
      /^src\/publish\/(answer-lists|backups-state|csv|questions)\.ts$/,
      /^src\/store\//,
      /^src\/(command-list|config)\.ts$/,
    ],
    packages: /^(pino|zod\/v3)$/,
  },
  { place: /^src\/command-list\.ts$/, ours: [], packages: /^$/ },
  {
    place: /^src\/cli\.ts$/,
    ours: [/^src\/(commands|service|terminal)\//, /^src\/(command-list|config)\.ts$/, /^tools\/contract\//],
    packages: /^(commander|pino)$/,
  },
  {
    // Not a part of the program: it writes some of the sample's documents.
    place: /^data\/sample\/make\//,
    ours: [/^src\/package-root\.ts$/, /^src\/service\/sample-documents\.ts$/],
    packages: /^$/,
  },
];

interface Source {
  path: string;
  text: string;
  ours: string[];
  packages: string[];
}

const sources = ['src', 'tools', 'data/sample/make'].flatMap((folder) => filesBelow(folder)).map(read);

describe('the layout', () => {
  it('finds its files', () => {
    expect(sources.length).toBeGreaterThan(40);
  });

  it('has no file that imports more than its folder allows', () => {
    const found = sources.flatMap(({ path, ours, packages }) => {
      const rule = RULES.filter((one) => one.place.test(path)).at(-1);
      if (rule === undefined) return [`${path} has no rule`];
      const home = folderOf(path);
      const foreign = ours.filter(
        (name) =>
          !name.startsWith(`${home}/`) &&
          !(BASE.test(name) && !BASE.test(path)) &&
          !rule.ours.some((allowed) => allowed.test(name)),
      );
      const others = packages.filter((name) => !name.startsWith('node:') && !rule.packages.test(name));
      return [...foreign, ...others].map((name) => `${path} imports ${name}`);
    });
    expect(found).toEqual([]);
  });

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

  it('loads no code that reads a register into a process that answers', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const loaded = new Set<string>();
    const walk = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const next of valueImports(byPath.get(path)!)) walk(next);
    };
    walk('src/commands/serve.ts');
    expect(loaded.size).toBeGreaterThan(300);
    const readers =
      /^src\/registers\/(?!http\/(allowed-hosts|public-addresses)|known-registers|register\.ts)|^src\/ingest\/publication/;
    expect([...loaded].filter((path) => readers.test(path))).toEqual([]);
    const users = sources.filter(({ path, packages }) => loaded.has(path) && packages.includes('undici'));
    expect(users.map(({ path }) => path)).toEqual([]);
  });

  it('has one file for each command, and no command imports another', () => {
    const commands = sources.filter(({ path }) => path.startsWith('src/commands/'));
    const { ours } = sources.find(({ path }) => path === 'src/cli.ts')!;
    expect(commands.map(({ path }) => path)).toEqual(
      [...new Set(ours.filter((path) => path.startsWith('src/commands/')))].sort(),
    );
    const named = new Set(COMMAND_LIST.map(({ name }) => name.split(' ')[0]));
    expect(commands.map(({ path }) => path.slice('src/commands/'.length, -3))).toEqual([...named].sort());
    const joined = commands.filter((one) => one.ours.some((path) => path.startsWith('src/commands/')));
    expect(joined.map(({ path }) => path)).toEqual([]);
  });

  it('names files for what they hold, in kebab-case', () => {
    // Managers are those who file Form 13F: the tool has the name that callers use.
    const bad = sources
      .map((source) => source.path)
      .filter((path) => path !== 'tools/get-manager.ts')
      .filter(
        (path) =>
          !/^[a-z0-9-]+\.ts$/.test(path.split('/').at(-1)!) ||
          /(^|[/-])(utils?|helpers?|common|manager|misc)\.ts$/.test(path),
      );
    expect(bad).toEqual([]);
  });

  it('has a head comment in every file that says what it owns', () => {
    const silent = sources.filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text)).map(({ path }) => path);
    expect(silent).toEqual([]);
  });

  it('has no function of more than 65 lines without a comment `// Long: why`, and none of more than 5 parameters', () => {
    const found = sources
      .filter(({ path }) => !path.startsWith('data/'))
      .flatMap(({ path, text }) => functionsOf(text).map((one) => ({ path, ...one })));
    const long = found.filter(({ body }) => body.split('\n').length > 65 && !/^\s*\/\/ Long: ./m.test(body));
    const wide = found.filter(({ parameters }) => parameters > 5);
    expect([...long, ...wide].map(({ path, body }) => `${path}: ${body.slice(0, 60)}`)).toEqual([]);
  });

  it('allows no import that no file needs', () => {
    const stale = RULES.flatMap(({ place, ours, packages }) => {
      const files = sources.filter(
        ({ path }) => RULES.filter((one) => one.place.test(path)).at(-1)?.place === place,
      );
      if (files.length === 0) return [`${place}: no such file`];
      const names = files.flatMap((file) => file.packages);
      const paths = files.flatMap((file) => file.ours);
      // A rule that allows everything has no part that can be needless.
      const isOpen = packages.source === '.';
      return [
        ...ours.flatMap(alternativesOf).filter((allowed) => !paths.some((path) => allowed.test(path))),
        ...(isOpen ? [] : alternativesOf(packages)).filter(
          (allowed) => allowed.source !== '^$' && !names.some((name) => allowed.test(name)),
        ),
      ].map((allowed) => `${place} allows ${allowed}`);
    });
    expect(stale).toEqual([]);
  });

  it('is the one that CONTRIBUTING.md describes: each row names what its folder may import', () => {
    const rows = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
      .split('\n')
      .map((line) => line.split(' | '))
      .filter((cells) => cells.length === 3 && /^\| `(?:src|tools|data)\//.test(cells[0]!));
    const missing = RULES.filter(({ packages }) => packages.source !== '.').flatMap(
      ({ place, ours, packages }) => {
        const { path } = sources.find(
          (source) => RULES.filter((one) => one.place.test(source.path)).at(-1)?.place === place,
        )!;
        const [row] = rows
          .map(([folders, , imports]) => ({ imports: imports!, length: lengthOfPlace(folders!, path) }))
          .filter(({ length }) => length > 0)
          .sort((a, b) => b.length - a.length);
        const own = path.split('/').slice(0, 2).join('/');
        return [...ours.flatMap(alternativesOf), ...alternativesOf(packages)]
          .map((allowed) => nameOf(allowed, own))
          .filter((name) => name !== '' && row?.imports.includes(name) !== true)
          .map((name) => `${path}: ${name}`);
      },
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('declares each type name once', () => {
    const places = new Map<string, string[]>();
    for (const { path, text } of sources)
      for (const [, name] of text.matchAll(
        /^(?:export )?(?:abstract )?(?:interface|type|class) ([A-Z]\w*)/gm,
      ))
        places.set(name!, [...(places.get(name!) ?? []), path]);
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  it('orders text by code unit: the order of `localeCompare` depends on the machine', () => {
    // A page may order names in the English alphabet, if it names the locale.
    const found = sources.filter(({ path, text }) =>
      /\.localeCompare\(|Intl\.Collator/.test(
        path.startsWith('src/publish/pages/') ? text.replace(/\.localeCompare\([^()]+, 'en'\)/g, '') : text,
      ),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('leaves no TODO, suppressed error or untyped value', () => {
    const loose = /\b(TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-expect-error|\bas any\b|: any\b/;
    expect(sources.filter(({ text }) => loose.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the scripts', () => {
  it('import no file of the program: they run before it is built', () => {
    const found = filesBelow('scripts', '.mjs')
      .map(read)
      .flatMap(({ path, ours }) =>
        ours.filter((name) => !name.startsWith('scripts/')).map((name) => `${path}: ${name}`),
      );
    expect(found).toEqual([]);
  });
});

describe('the tests', () => {
  const tests = filesBelow('test').map(read);

  it('have one style: it, imports that end in .js, and a head comment', () => {
    const globals = /import \{[^}]*\btest\b[^}]*\} from '@jest\/globals'/;
    const local = /(?:\bfrom |\bimport\(|\brequireActual\()'(\.{1,2}\/[^']*)'/g;
    const faults = tests.flatMap(({ path, text }) => [
      ...(globals.test(text) ? [`${path}: test, not it`] : []),
      ...(/^\/\*\*/.test(text) ? [] : [`${path}: no head comment`]),
      ...[...text.matchAll(local)]
        .filter(([, name]) => !/\.(js|mjs|json)$/.test(name!))
        .map(([, name]) => `${path}: ${name} without .js`),
    ]);
    expect(faults).toEqual([]);
  });

  it('have each file of cases in one suite', () => {
    const suites = tests.filter(({ path }) => path.endsWith('.test.ts')).flatMap(({ ours }) => ours);
    const cases = tests.map(({ path }) => path).filter((path) => path.endsWith('.cases.ts'));
    expect(cases.length).toBeGreaterThan(100);
    expect(cases.filter((path) => suites.filter((one) => one === path).length !== 1)).toEqual([]);
  });

  it('have no suite of the first tier that sleeps', () => {
    const pure = tests.filter(({ path }) => /^(?!.*\.(?:service|process)\.).*\.test\.ts$/.test(path));
    const sleeping = pure.filter(
      ({ text, packages }) => /\bsetTimeout\(/.test(text) || packages.includes('node:timers/promises'),
    );
    expect(sleeping.map(({ path }) => path)).toEqual([]);
  });
});

/** `^(a|b(c|d))$` as `^a$`, `^bc$` and `^bd$`. */
function alternativesOf({ source }: RegExp): RegExp[] {
  const [group, inner] = /\((?!\?)([^()]*)\)/.exec(source) ?? [];
  if (group === undefined || inner === undefined) return [new RegExp(source)];
  return inner.split('|').flatMap((one) => alternativesOf(new RegExp(source.replace(group, () => one))));
}

/** How much of the path the longest of these places covers: `src/x/*.ts`, `src/x/<id>/`; 0 if none is a part of it. */
function lengthOfPlace(cell: string, path: string): number {
  const places = [...cell.matchAll(/`([^`]+)`/g)].map(([, place]) => place!);
  const covering = places.filter((place) =>
    new RegExp(`^${place.replace(/<\w+>|\*/g, '[^/]+').replace(/\./g, '\\.')}`).test(path),
  );
  return Math.max(0, ...covering.map((place) => place.length));
}

/** What a document calls an allowed import: `store/`, `config.ts`, `zod`; '' for the folder itself and for nothing. */
function nameOf({ source }: RegExp, own: string): string {
  const text = source.replace(/[\^$\\]/g, '');
  if (/^(?:src|tools)\//.test(text)) {
    const [top, folder = '', ...rest] = text.split('/');
    if (`${top}/${folder}` === own) return '';
    return top === 'tools' ? 'tools/' : rest.length > 0 ? `${folder}/` : folder;
  }
  if (text.startsWith('@modelcontextprotocol')) return 'MCP SDK';
  return text.replace(/^@/, '').replace(/^(d3)-.*|\/.*$/, '$1');
}

/** Our files that are loaded with a file: imported neither for their types alone nor by a function that needs them. */
function valueImports({ path, text }: Source): string[] {
  const { body } = parseSync(text, { syntax: 'typescript', target: 'es2022' });
  return body.flatMap((statement) => {
    const { type, source, typeOnly, specifiers = [] } = statement as ImportNode;
    // An import without names, and one of everything, have no list.
    const isNamed = specifiers.length === 0 || specifiers.some((one) => one.isTypeOnly !== true);
    const isValue = typeOnly !== true && isNamed;
    return /^(Import|Export)/.test(type) && isValue && source?.value.startsWith('.')
      ? [fileOf(path, source.value)]
      : [];
  });
}

interface ImportNode {
  type: string;
  source?: { value: string } | null;
  typeOnly?: boolean;
  specifiers?: Array<{ isTypeOnly?: boolean }>;
}

/** Every function of a file: its text and the number of its parameters. */
function functionsOf(text: string): Array<{ body: string; parameters: number }> {
  const bytes = Buffer.from(text);
  const program = parseSync(text, { syntax: 'typescript', target: 'es2022' });
  // Positions are bytes, and count up from file to file. The program ends with its last statement.
  const start = program.span.end - Buffer.byteLength(text.trimEnd());
  const found: Array<{ body: string; parameters: number }> = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const { type, span, params, function: method } = node as FunctionNode;
    if (span !== undefined && FUNCTIONS.has(type ?? ''))
      found.push({
        body: bytes.toString('utf8', span.start - start, span.end - start),
        parameters: (params ?? method?.params ?? []).length,
      });
    Object.values(node).forEach(visit);
  };
  visit(program.body);
  return found;
}

interface FunctionNode {
  type?: string;
  span?: { start: number; end: number };
  params?: unknown[];
  function?: { params: unknown[] };
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);
  const ours = specifiers.filter((name) => name.startsWith('.')).map((name) => fileOf(path, name));
  return { path, text, ours, packages: specifiers.filter((name) => !name.startsWith('.')) };
}

/** The file that an import of `path` names. */
function fileOf(path: string, name: string): string {
  return normalize(join(dirname(path), name))
    .split(sep)
    .join('/')
    .replace(/\.js$/, '.ts');
}

/** The files that may import each other freely: a folder of `src`, a register, `tools/contract`. */
function folderOf(path: string): string {
  const parts = path.split('/');
  if (parts[0] === 'tools') return parts.length > 2 ? 'tools/contract' : 'tools/none';
  if (parts[0] === 'data') return 'data/sample/make';
  if (parts[1] === 'registers' && parts.length === 3) return 'src/registers/none';
  if (parts[1] === 'transports' || (parts[1] === 'registers' && parts.length > 3)) return dirname(path);
  return parts.slice(0, Math.min(2, parts.length - 1)).join('/');
}

function filesBelow(folder: string, end = '.ts'): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
