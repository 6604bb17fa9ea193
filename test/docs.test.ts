/** The documents agree with the code: generated parts are up to date, and every list of the code is in them. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { SETTINGS } from '../src/config.js';
import { packageRoot } from '../src/package-root.js';
import { documents } from '../src/publish/documents.js';
import { installLinks } from '../src/publish/install-links.js';
import { fillDocument, GENERATED_DOCUMENTS } from '../src/publish/markdown.js';
import { API_ERRORS } from '../tools/contract/errors.js';
import { tools } from '../tools/index.js';
import { CARD_SCHEMA, SERVER_SCHEMA } from './publish/server-schema.js';

const root = packageRoot();
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const served = (base: string, more: { sample?: boolean; keyless?: number | null } = {}) => {
  const { sample = false, keyless = 60 } = more;
  const given = { baseUrl: base, sample, rateLimits: { keyless, withKey: 600 } };
  return new Map(documents(given).map(({ path, body }) => [path, body.toString()]));
};
const checkEntry = new Ajv2020({ strict: false, allErrors: true }).compile(SERVER_SCHEMA);
/** Every register, as its subject's folder and its own. */
const registers = ['form4', 'congress', 'europe', 'portfolios', 'prices'].flatMap((subject) =>
  readdirSync(join(root, 'src/registers', subject), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => [subject, entry.name] as const),
);
const faults = (entry: unknown) =>
  checkEntry(entry) ? [] : (checkEntry.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

const checkCard = new Ajv2020({ strict: false, allErrors: true }).compile(CARD_SCHEMA);
const cardFaults = (card: unknown) =>
  checkCard(card) ? [] : (checkCard.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

describe('documents', () => {
  it.each(GENERATED_DOCUMENTS)('%s is up to date', (name) => {
    expect(fillDocument(text(name))).toBe(text(name));
  });

  it.each([
    ['docs/install.md', 'every setting', SETTINGS.map((setting) => setting.name)],
    ['docs/reference.md', 'every error', Object.keys(API_ERRORS)],
    ['docs/reference.md', 'every endpoint', tools.map((tool) => tool.path)],
    ['docs/registers.md', 'every register', registers.map(([, name]) => name)],
    ['docs/architecture.md', 'every dependency', dependencies()],
  ])('%s names %s', (name, _what, names) => {
    const document = text(name);
    expect(names.filter((one) => !document.includes(`\`${one}\``))).toEqual([]);
  });

  it('docs/architecture.md says why a version is held', () => {
    const { dependencies: used, devDependencies, overrides } = JSON.parse(text('package.json'));
    const held = Object.entries({ ...used, ...devDependencies, ...overrides })
      .filter(([, version]) => !String(version).startsWith('^'))
      .map(([name]) => name);
    const reasons = text('docs/architecture.md').split('Some versions are held')[1] ?? '';
    expect(held.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
  });

  it('docs/glossary.md has its words in alphabetical order, forms by their numbers', () => {
    const order = new Intl.Collator('en', { numeric: true });
    for (const section of text('docs/glossary.md').split(/^## /m).slice(1)) {
      const words = [...section.matchAll(/^### (.+)$/gm)].map(([, word]) => word!);
      expect(words.length).toBeGreaterThan(20);
      expect(words).toEqual([...words].sort(order.compare));
    }
  });

  it('server.json names the package and the version that package.json has', () => {
    const { name, version, mcpName, files } = JSON.parse(text('package.json'));
    const entry = JSON.parse(text('server.json'));
    expect(faults(entry)).toEqual([]);
    expect([entry.name, entry.version, entry.packages[0].identifier, entry.packages[0].version]).toEqual([
      mcpName,
      version,
      name,
      version,
    ]);
    // A placeholder without an owner, until publishers set their own name.
    expect(entry.name).toMatch(/^com\.example\//);
    expect(files).toContain('server.json');
  });

  it('the rules of the registry are strict', () => {
    const entry = JSON.parse(text('server.json'));
    for (const wrong of [
      { name: 'disclosed' },
      { description: 'x'.repeat(101) },
      { version: '^1.0.0' },
      { surprise: 1 },
      { packages: [{ registryType: 'npm', identifier: 'disclosed' }] },
      { remotes: [{ type: 'http', url: 'https://x.example' }] },
      { remotes: [{ type: 'streamable-http', url: 'x.example' }] },
    ])
      expect([wrong, faults({ ...entry, ...wrong }).length > 0]).toEqual([wrong, true]);
  });

  it('a public service presents itself as a remote one, with its own address and name in every document', () => {
    const open = served('https://open.disclosed.example/x');
    const entry = JSON.parse(open.get('/server.json') ?? '');
    expect(faults(entry)).toEqual([]);
    expect(entry).toMatchObject({
      name: 'example.disclosed.open/disclosed',
      websiteUrl: 'https://open.disclosed.example/x/',
      remotes: [{ type: 'streamable-http', url: 'https://open.disclosed.example/x/v1/mcp' }],
    });
    // The package belongs to another name.
    expect(entry).not.toHaveProperty('packages');
    for (const body of open.values()) expect(body).not.toContain('127.0.0.1:8787');
    // An IP address is not a name whose ownership an operator can prove.
    const bare = JSON.parse(served('https://192.0.2.7').get('/server.json') ?? '');
    expect([bare.name, faults(bare)]).toEqual([JSON.parse(text('server.json')).name, []]);
    expect(served('http://127.0.0.1:8787').get('/server.json')).toBe(text('server.json'));
  });

  it('mcp.json works unchanged: over HTTP, and over stdio with the path of the program', () => {
    const committed = JSON.parse(text('mcp.json')).mcpServers;
    expect(Object.values(committed).map((one) => (one as { type: string }).type)).toEqual(['http', 'stdio']);
    const local = JSON.parse(served('http://127.0.0.1:9999').get('/mcp.json') ?? '').mcpServers;
    expect(local.disclosed).toEqual({ type: 'http', url: 'http://127.0.0.1:9999/v1/mcp' });
    const [program, command] = local['disclosed-stdio'].args;
    expect([program, command]).toEqual([join(root, 'dist/src/cli.js'), 'stdio']);
    // Other machines must not see local paths, and cannot start the program.
    const open = served('https://open.disclosed.example').get('/mcp.json') ?? '';
    expect(JSON.parse(open).mcpServers).toEqual({
      disclosed: { type: 'http', url: 'https://open.disclosed.example/v1/mcp' },
    });
  });

  it('the server card keeps the rules of its schema (v1), with the address of the service and both revisions', () => {
    for (const base of ['http://127.0.0.1:8787', 'https://open.disclosed.example/x']) {
      const card = JSON.parse(served(base).get('/v1/mcp/server-card') ?? '');
      expect(cardFaults(card)).toEqual([]);
      expect(card.remotes).toEqual([
        {
          type: 'streamable-http',
          url: `${base}/v1/mcp`,
          supportedProtocolVersions: ['2026-07-28', '2025-03-26'],
        },
      ]);
      const catalog = JSON.parse(served(base).get('/.well-known/ai-catalog.json') ?? '');
      expect(catalog).toEqual({
        specVersion: '1.0',
        entries: [
          {
            identifier: `urn:air:${new URL(base).hostname}:disclosed`,
            displayName: 'disclosed',
            type: 'application/mcp-server-card+json',
            url: `${base}/v1/mcp/server-card`,
          },
        ],
      });
    }
    const card = JSON.parse(served('http://127.0.0.1:8787').get('/v1/mcp/server-card') ?? '');
    for (const wrong of [
      { $schema: 'x' },
      { name: 'disclosed' },
      { description: 'x'.repeat(101) },
      { remotes: [{}] },
    ])
      expect([wrong, cardFaults({ ...card, ...wrong }).length > 0]).toEqual([wrong, true]);
  });

  it('the index of skills (discovery 0.2.0) names the skill with the digest of what is served', () => {
    const documents = served('https://open.disclosed.example/x', { sample: true });
    const { $schema, skills } = JSON.parse(documents.get('/.well-known/agent-skills/index.json') ?? '');
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    const [{ name, type, description, url, digest }] = skills;
    expect([skills.length, name, type]).toEqual([1, 'disclosed', 'skill-md']);
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(1024);
    const path = url.slice('https://open.disclosed.example/x'.length);
    const body = documents.get(path) ?? '';
    expect(body).toBe(documents.get('/skill.md'));
    expect(digest).toBe(`sha256:${createHash('sha256').update(body).digest('hex')}`);
  });

  it('the manifests of plugins and extensions have the version, and the address of a service on this machine', () => {
    const { version } = JSON.parse(text('package.json'));
    const { description } = JSON.parse(text('server.json'));
    const url = 'http://127.0.0.1:8787/v1/mcp';
    const plugin = JSON.parse(text('.claude-plugin/plugin.json'));
    expect(plugin).toMatchObject({
      name: 'disclosed',
      version,
      description,
      mcpServers: { disclosed: { type: 'http', url } },
    });
    const market = JSON.parse(text('.claude-plugin/marketplace.json'));
    expect(market.plugins).toEqual([{ name: plugin.name, source: './', description }]);
    expect([typeof market.name, typeof market.owner.name]).toEqual(['string', 'string']);
    expect(JSON.parse(text('gemini-extension.json'))).toEqual({
      name: 'disclosed',
      version,
      description,
      mcpServers: { disclosed: { httpUrl: url } },
    });
  });

  it('the links of README and pages add the same service', () => {
    const url = 'http://127.0.0.1:8787/v1/mcp';
    const linked = (pattern: RegExp, from: string) =>
      new URL(pattern.exec(from)?.[0] ?? 'none:').searchParams;
    const ofPages = installLinks('http://127.0.0.1:8787');
    const base64 = (config: string | null) => JSON.parse(Buffer.from(config ?? '', 'base64').toString());
    for (const [pattern, from] of [
      [/https:\/\/cursor\.com[^)]+/, text('README.md')],
      [/cursor:.+/, ofPages.cursor],
    ] as const) {
      const given = linked(pattern, from);
      expect([given.get('name'), base64(given.get('config'))]).toEqual(['disclosed', { url }]);
    }
    const config = linked(/https:\/\/insiders\.vscode\.dev[^)]+/, text('README.md')).get('config');
    expect(JSON.parse(config ?? '')).toEqual({ type: 'http', url });
    expect(JSON.parse(decodeURIComponent(ofPages.vsCode.split('?')[1] ?? ''))).toEqual({
      name: 'disclosed',
      type: 'http',
      url,
    });
    expect(text('README.md')).toContain(ofPages.claudeCode);
  });

  it('the stdio entry of mcp.json has CONTACT, and says what is served without one', () => {
    const entry = JSON.parse(text('mcp.json')).mcpServers['disclosed-stdio'];
    expect(entry.env).toEqual({ CONTACT: '' });
    expect(entry.description).toContain('invented');
    const forms =
      text('docs/agents.md').match(
        /(?:\/path\/to\/disclosed\/dist\/src\/cli\.js", "stdio"|mcp add disclosed-stdio)[\s\S]{0,80}/g,
      ) ?? [];
    expect(forms.length).toBe(3);
    for (const form of forms) expect([form, form.includes('CONTACT')]).toEqual([form, true]);
  });

  it('the guides of a service state its own limits, and its sample first', () => {
    for (const path of ['/llms.txt', '/skill.md']) {
      const here = 'http://127.0.0.1:8787';
      const usual = served(here).get(path) ?? '';
      expect(usual).toContain('60 requests per hour without a key, 600 with a free API key');
      expect(usual).not.toContain('SAMPLE');
      expect(served(here, { keyless: null }).get(path)).not.toMatch(/60 requests/);
      expect(served(here, { keyless: 5 }).get(path)).toContain('Limits: 5 requests per hour');
      const sample = served(here, { sample: true }).get(path) ?? '';
      expect(sample).toMatch(/^# disclosed\n\n> \*\*SAMPLE: .*invented/m);
      expect(usual).toMatch(/not\s+investment advice/i);
    }
  });

  it('skill.md has the front matter of an agent skill', () => {
    const [, front = ''] = text('skill.md').split(/^---$/m);
    const fields = Object.fromEntries(
      [...front.trim().matchAll(/^([a-z-]+): (.+)$/gm)].map((match) => [match[1], match[2]]),
    );
    expect(Object.keys(fields)).toEqual(['name', 'description', 'license']);
    expect(fields.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(fields.name!.length).toBeLessThanOrEqual(64);
    expect(fields.description!.length).toBeLessThanOrEqual(1024);
    // A colon and a blank inside would make it another value.
    expect(fields.description).not.toMatch(/: |<|>/);
  });

  it('skill.md and llms.txt guide to every tool', () => {
    for (const { mcp } of tools)
      if (mcp !== null) expect([mcp, text('skill.md').split(`\`${mcp}\``).length > 1]).toEqual([mcp, true]);
    const paths = [...text('llms.txt').matchAll(/127\.0\.0\.1:8787(\/[^)\s]*)/g)].map((match) => match[1]!);
    expect(paths.length).toBeGreaterThan(8);
  });

  it('docs/agents.md says for every host how to connect, also on Windows', () => {
    const guide = text('docs/agents.md');
    for (const host of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex']) {
      const section = guide.split(`## ${host}\n`)[1]?.split('\n## ')[0] ?? '';
      expect([host, text('README.md').includes(`[${host}](docs/agents.md#`)]).toEqual([host, true]);
      expect([host, section.includes('disclosed'), section.includes('Windows')]).toEqual([host, true, true]);
    }
    expect(text('skill.md').split('\n').length).toBeLessThan(500);
  });

  it.each(markdown())('%s links only to files and headings that exist', (name) => {
    const links = [...text(name).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, file = '', heading]) => {
      const target = file === '' ? join(root, name) : join(root, dirname(name), file);
      if (!existsSync(target)) return true;
      return heading !== undefined && !headings(readFileSync(target, 'utf8')).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('docs/architecture.md names only files and folders that exist', () => {
    const named = [
      ...text('docs/architecture.md').matchAll(/`((?:src|tools|data|docs|scripts|test)\/[^`\s]*)`/g),
    ];
    const paths = named.map((match) => match[1]!).filter((path) => !/[<{*]|^tools\/(call|list)$/.test(path));
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('docs/adr/README.md lists every record', () => {
    const records = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));
    expect(records.filter((name) => !text('docs/adr/README.md').includes(`(${name})`))).toEqual([]);
  });

  it('every register has notes', () => {
    const missing = registers.filter(
      ([subject, name]) => !existsSync(join(root, 'src/registers', subject, name, 'notes.md')),
    );
    expect(missing).toEqual([]);
  });
});

/** The project's documents, relative to the root. */
function markdown(): string[] {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder === '.' ? name : `${folder}/${name}`));
  return ['.', 'docs', 'docs/adr', 'docs/methodology', 'docs/operate'].flatMap(inFolder);
}

/** The anchors of a document's headings, as GitHub makes them. */
function headings(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function dependencies(): string[] {
  const { dependencies: used, devDependencies } = JSON.parse(text('package.json'));
  return [...Object.keys(used), ...Object.keys(devDependencies)].filter(
    (name) => !name.startsWith('@types/'),
  );
}
