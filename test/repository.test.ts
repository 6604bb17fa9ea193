/** The repository's own files agree: scripts, workflows, Node versions, issue forms and the editor's settings. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { packageRoot } from '../src/package-root.js';

const root = packageRoot();
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const yaml = (name: string) => parse(text(name), { strict: true, uniqueKeys: true });
const below = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const { scripts, engines, devDependencies } = JSON.parse(text('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
  devDependencies: Record<string, string>;
};
const workflows = below('.github/workflows', /\.ya?ml$/);
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...below('docs', /\.md$/),
  ...below('.github', /\.(md|ya?ml)$/),
];

describe('npm scripts', () => {
  const pipeline = readdirSync(join(root, '.ci')).map((name) => join('.ci', name));

  it.each([...documents, ...pipeline])('%s names only scripts that exist', (name) => {
    const named = [
      ...text(name).matchAll(/\bnpm (?:run(?: -s| --silent)? ([a-z][a-z-]*)|(start|test)\b)/g),
    ].map(([, run, own]) => run ?? own!);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it.each(Object.entries(scripts))('%s runs programs that exist', (_name, command) => {
    const programs = [...command.matchAll(/\bnode (?:--\S+ )*((?:scripts|test|dist)\/\S+)/g)].map(
      ([, path]) => path!,
    );
    expect(programs.length).toBeGreaterThan(0);
    // A compiled file has its source at the same path.
    const sources = programs.map((path) => path.replace(/^dist\/(.*)\.js$/, '$1.ts'));
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has the files that people look for', () => {
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['start', 'dev', 'build', 'test', 'lint', 'typecheck', 'check', 'samples']),
    );
  });
});

it('git ignores everything that the service writes to the data folder of a checkout, the signing key above all', () => {
  const patterns = text('.gitignore')
    .split('\n')
    .filter((line) => line.startsWith('data/'));
  const isIgnored = (path: string) =>
    patterns.some((one) => (/[*/]$/.test(one) ? path.startsWith(one.replace(/\*$/, '')) : path === one));
  const table = text('docs/operate.md').split('## Data on disk')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const paths = rows.flatMap((row) =>
    [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, path]) => `data/${path}`),
  );
  expect(paths).toContain('data/signing-key.pem');
  // The list of the operator is one of the repository's files, and empty there.
  expect(paths.filter((path) => !isIgnored(path))).toEqual(['data/curated/member-overrides.json']);
});

describe('Node versions', () => {
  // "^20.19 || >=22": the allowed release lines, each with its lowest minor version.
  const allowed = engines.node.split('||').map((range) => {
    const [, operator, major, minor = '0'] = /^\s*(\^|>=)(\d+)(?:\.(\d+))?\s*$/.exec(range)!;
    return { isOpen: operator === '>=', major: Number(major), minor: Number(minor) };
  });
  const isAllowed = (version: string) => {
    const [major = 0, minor] = version.split('.').map(Number);
    return allowed.some((line) =>
      line.major === major ? minor === undefined || minor >= line.minor : line.isOpen && major > line.major,
    );
  };
  const versions = workflows.flatMap((name) =>
    (Object.values(yaml(name).jobs) as Job[]).flatMap((job) =>
      (job.steps ?? []).flatMap(({ with: given }) => {
        const version = given?.['node-version'];
        if (version === undefined) return [];
        return version.includes('matrix.node') ? (job.strategy?.matrix?.node ?? []) : [version];
      }),
    ),
  );

  it('of the workflows are allowed by package.json, begin with its lowest, and test 20, 22 and 24', () => {
    expect(versions.filter((version) => !isAllowed(version))).toEqual([]);
    const lowest = `${allowed[0]!.major}.${allowed[0]!.minor}`;
    const matrix = (yaml('.github/workflows/test.yml').jobs.test as Job).strategy!.matrix!.node!;
    expect(matrix[0]).toBe(lowest);
    expect(matrix.map((version) => Number(version.split('.')[0]))).toEqual([20, 22, 24]);
  });

  it('are those of the preparation and the pipeline, and the types are those of the lowest', () => {
    const { major, minor } = allowed[0]!;
    expect(text('scripts/prepare.mjs')).toContain(`major === ${major} && minor < ${minor}`);
    expect(devDependencies['@types/node']).toMatch(new RegExp(`^\\^${major}\\.`));
    const installed = [...text('.ci/node22').matchAll(/node@(\d+)/g)].map(([, version]) => version!);
    expect(installed.filter((version) => !isAllowed(version))).toEqual([]);
    expect(isAllowed('21')).toBe(false);
  });
});

interface Job {
  'timeout-minutes'?: number;
  permissions?: unknown;
  strategy?: { matrix?: { node?: string[] } };
  steps?: Array<{ uses?: string; run?: string; with?: Record<string, string> }>;
}

/** What each job of the release may do. */
const RIGHTS: Record<string, Record<string, string>> = {
  npm: { contents: 'read', 'id-token': 'write' },
  image: { contents: 'read', packages: 'write', 'id-token': 'write', attestations: 'write' },
  'mcp-registry': { contents: 'read', 'id-token': 'write' },
  github: { contents: 'write' },
};

describe('workflows', () => {
  it.each(workflows)('%s has limits, is read-only, and pins the version of every action', (name) => {
    const workflow = yaml(name);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.concurrency).toHaveProperty('group');
    for (const [jobName, job] of Object.entries(workflow.jobs) as Array<[string, Job]>) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
      // Only what publishes may write, and only what it publishes.
      expect(job.permissions ?? {}).toEqual(name.endsWith('release.yml') ? (RIGHTS[jobName] ?? {}) : {});
      for (const { uses } of job.steps ?? [])
        if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$|@[0-9a-f]{40}$/);
    }
  });

  it('run the whole pipeline every night', () => {
    const { on: when, jobs } = yaml('.github/workflows/nightly.yml');
    expect(when.schedule).toHaveLength(1);
    expect((jobs.pipeline as Job).steps!.some(({ run }) => run === '.ci/full')).toBe(true);
  });

  it('Dependabot knows both kinds of dependency', () => {
    const { updates } = yaml('.github/dependabot.yml');
    const kinds = updates.map((update: Record<string, unknown>) => [
      update['package-ecosystem'],
      Object.keys(update.groups as object).length > 0,
    ]);
    expect(kinds).toEqual([
      ['npm', true],
      ['github-actions', true],
    ]);
  });
});

describe('issue forms', () => {
  const forms = below('.github/ISSUE_TEMPLATE', /\.ya?ml$/).filter((name) => !name.endsWith('config.yml'));

  it('are there for each kind of report', () => {
    expect(forms.map((name) => name.split(/[\\/]/).at(-1)).sort()).toEqual([
      'bug.yml',
      'feature.yml',
      'new-register.yml',
      'wrong-figure.yml',
    ]);
  });

  // The rules of GitHub: a form that breaks one is not offered at all.
  it.each(forms)('%s is a form that GitHub shows', (name) => {
    const form = yaml(name);
    expect(
      Object.keys(form).filter((key) => !['name', 'description', 'labels', 'body'].includes(key)),
    ).toEqual([]);
    expect([typeof form.name, typeof form.description, Array.isArray(form.body)]).toEqual([
      'string',
      'string',
      true,
    ]);
    const fields = form.body.filter(({ type }: { type: string }) => type !== 'markdown');
    const ids = fields.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(fields.length);
    for (const { type, id, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(id).toMatch(/^[a-z][a-z-]*$/);
      expect(attributes.label.length).toBeGreaterThan(0);
      if (type === 'dropdown' || type === 'checkboxes') {
        const options = attributes.options.map((one: string | { label: string }) =>
          typeof one === 'string' ? one : one.label,
        );
        expect(new Set(options).size).toBe(options.length);
        expect(options.length).toBeGreaterThan(0);
      }
    }
    expect(
      fields.some(({ validations }: { validations?: { required?: boolean } }) => validations?.required),
    ).toBe(true);
  });
});

describe('editors', () => {
  it('get the indent and width that the formatter writes', () => {
    const { formatter } = JSON.parse(text('biome.json'));
    const settings = text('.editorconfig');
    expect(settings).toContain(
      `indent_style = ${formatter.indentStyle}\nindent_size = ${formatter.indentWidth}`,
    );
    expect(settings).toContain(`[*.{ts,mjs,json}]\nmax_line_length = ${formatter.lineWidth}`);
  });
});
