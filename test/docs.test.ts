/** The documents tell the truth: generated parts are fresh, and every list of the code has its place in them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SETTINGS } from '../src/config.js';
import { documents } from '../src/publish/documents.js';
import { fillDocument, GENERATED_DOCUMENTS } from '../src/publish/markdown.js';
import { FAILURES } from '../tools/contract/errors.js';
import { tools } from '../tools/index.js';

const root = join(__dirname, '..');
const text = (name: string) => readFileSync(join(root, name), 'utf8');

describe('documents', () => {
  it.each(GENERATED_DOCUMENTS)('%s is fresh', (name) => {
    expect(fillDocument(text(name))).toBe(text(name));
  });

  it('README names every setting, failure, endpoint and register', () => {
    const readme = text('README.md');
    const registers = readdirSync(join(root, 'src/registers'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'formats')
      .map((entry) => entry.name);
    const names = [
      ...SETTINGS.map((setting) => setting.name),
      ...Object.keys(FAILURES),
      ...tools.map((tool) => tool.path),
      ...registers,
    ];
    expect(
      names.filter((name) => !readme.includes(`\`${name}\``) && !readme.includes(`GET ${name}`)),
    ).toEqual([]);
  });

  it('README gives a reason for every dependency', () => {
    const { dependencies, devDependencies } = JSON.parse(text('package.json'));
    const readme = text('README.md');
    const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)].filter(
      (name) => !name.startsWith('@types/'),
    );
    expect(named.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('server.json names the package and the version that package.json has', () => {
    const { name, version, mcpName, files } = JSON.parse(text('package.json'));
    const entry = JSON.parse(text('server.json'));
    expect(entry.$schema).toContain('/2025-12-11/');
    expect([entry.name, entry.version, entry.packages[0].identifier, entry.packages[0].version]).toEqual([
      mcpName,
      version,
      name,
      version,
    ]);
    expect(entry.description.length).toBeLessThanOrEqual(100);
    expect(files).toContain('server.json');
  });

  it('a public service offers itself as a remote one, with its own address in every document', () => {
    const served = (base: string) => new Map(documents(base).map(({ path, body }) => [path, body]));
    const open = served('https://disclosed.example/x');
    expect(JSON.parse(open.get('/server.json') ?? '').remotes).toEqual([
      { type: 'streamable-http', url: 'https://disclosed.example/x/v1/mcp' },
    ]);
    expect(JSON.parse(served('http://127.0.0.1:8787').get('/server.json') ?? '')).not.toHaveProperty(
      'remotes',
    );
    for (const body of open.values()) expect(body).not.toContain('127.0.0.1:8787');
  });

  it('README tells every host how to connect, Windows included', () => {
    const readme = text('README.md');
    for (const host of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex']) {
      const section = readme.split(`#### ${host}\n`)[1]?.split('\n#### ')[0] ?? '';
      expect([host, section.includes('disclosed'), section.includes('Windows')]).toEqual([host, true, true]);
    }
    expect(text('skill.md').split('\n').length).toBeLessThan(500);
  });

  it('links only to files that exist', () => {
    for (const name of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']) {
      const links = [...text(name).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) => match[1]!);
      expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
    }
  });

  it('every register has notes of its own', () => {
    const folders = readdirSync(join(root, 'src/registers'), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== 'formats',
    );
    expect(
      folders
        .filter((entry) => !existsSync(join(root, 'src/registers', entry.name, 'notes.md')))
        .map((entry) => entry.name),
    ).toEqual([]);
  });
});
