/** A release is refused until it is complete, and its workflow can do only what it must. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type * as Release from '../scripts/release.mjs';
import { packageRoot } from '../src/package-root.js';

const root = packageRoot();
const { faultsOf, notesOf, versions }: typeof Release = await import(join(root, 'scripts/release.mjs'));
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const CHANGELOG =
  '# Changelog\n\n## 2.0.0 (2026-12-01)\n\n### Data\n\n- new\n\n## 1.10.0 (2026-11-01)\n\n- older\n\n## 1.1.0 (unreleased)\n';
const stated = { a: '2.0.0', b: '2.0.0' };
const mcpName = 'io.github.jane/disclosed';

describe('versions', () => {
  it('are the same in every file', () => {
    const { version } = JSON.parse(text('package.json'));
    const all = versions();
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(6);
    expect(Object.values(all)).toEqual(Object.keys(all).map(() => version));
  });
});

describe('notes', () => {
  it('are the part of one version, without its heading', () => {
    expect(notesOf(CHANGELOG, '2.0.0')).toBe('### Data\n\n- new\n');
    expect(notesOf(CHANGELOG, '1.10.0')).toBe('- older\n');
  });

  it.each([
    ['1.1.0', /no date for 1\.1\.0/],
    ['1.1', /no part about 1\.1$/],
    ['3.0.0', /no part about 3\.0\.0/],
  ])('of %s do not exist', (version, message) => {
    expect(() => notesOf(CHANGELOG, version)).toThrow(message);
  });
});

describe('a tag', () => {
  it('is released when everything agrees', () => {
    expect(faultsOf('v2.0.0', { stated, changelog: CHANGELOG, mcpName })).toEqual([]);
  });

  it.each([
    ['2.0.0', { stated }, 'the tag 2.0.0 is not like v1.2.3'],
    ['v2.0.0', { stated: { ...stated, b: '1.9.0' } }, 'b says 1.9.0, and the tag 2.0.0'],
    [
      'v1.1.0',
      { stated: { a: '1.1.0' } },
      'CHANGELOG.md gives no date for 1.1.0: the heading must be "## 1.1.0 (YYYY-MM-DD)"',
    ],
    [
      'v2.0.0',
      { stated, mcpName: 'com.example/disclosed' },
      'mcpName in package.json and name in server.json are placeholders: see docs/release.md',
    ],
  ])('%s with %j is refused', (tag, given, fault) => {
    expect(faultsOf(tag, { changelog: CHANGELOG, mcpName, ...given })).toEqual([fault]);
  });
});

interface ReleaseJob {
  if?: string;
  needs?: string | string[];
  environment?: string;
  permissions?: Record<string, string>;
  steps: Array<{ uses?: string; run?: string }>;
}

describe('the workflow', () => {
  const { on: when, jobs } = parse(text('.github/workflows/release.yml'), { strict: true }) as {
    on: Record<string, unknown>;
    jobs: Record<string, ReleaseJob>;
  };
  const publishing = Object.entries(jobs).filter(([name]) => name !== 'build');
  const manual = text('docs/release.md');

  it('runs for tags, and by hand', () => {
    expect(when).toEqual({ push: { tags: ['v*'] }, workflow_dispatch: null });
  });

  it.each(publishing)(
    '%s does nothing until the owner switches it on, and waits for the tests',
    (name, job) => {
      const switches = [...job.if!.matchAll(/vars\.(\w+) == 'on'/g)].map(([, variable]) => variable!);
      expect(switches).toEqual([
        `RELEASE_${name === 'github' ? 'GITHUB' : name.toUpperCase().replace('-', '_')}`,
      ]);
      expect(manual).toContain(`\`${switches[0]}\``);
      expect(job.if).toContain("github.ref_type == 'tag'");
      expect(job.environment).toBe('release');
      const needed = [job.needs!].flat();
      expect(needed.some((one) => one === 'build' || [jobs[one]!.needs].flat().includes('build'))).toBe(true);
    },
  );

  it('the job that runs the tests can write nothing', () => {
    expect(jobs.build).not.toHaveProperty('permissions');
    expect(jobs.build).not.toHaveProperty('environment');
  });

  it('stores no secret', () => {
    expect(text('.github/workflows/release.yml')).not.toMatch(/secrets\./);
  });

  it('every step names an output of a step before it, and a script that exists', () => {
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const scripts = commands.flatMap((run) => run.match(/(?:scripts\/[\w.]+\.mjs|\.ci\/\w+)/g) ?? []);
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const whole = text('.github/workflows/release.yml');
    for (const [, step, output] of whole.matchAll(/steps\.(\w+)\.outputs\.(\w+)/g)) {
      expect(whole).toMatch(new RegExp(`id: ${step}$`, 'm'));
      expect(whole).toContain(`echo "${output}=`);
    }
    for (const [, variable] of whole.matchAll(/vars\.(\w+)/g)) expect(manual).toContain(`\`${variable}\``);
  });
});
