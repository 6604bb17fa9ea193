/** `disclosed completion`: what bash really offers, and the scripts of the other shells. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { COMMAND_LIST } from '../../src/command-list.js';
import { completion } from '../../src/commands/completion.js';
import { ConfigError } from '../../src/config.js';
import { QUESTIONS } from '../../src/publish/questions.js';

const folder = mkdtempSync(join(tmpdir(), 'disclosed-completion-'));
const script = join(folder, 'completion.bash');
beforeAll(() => writeFileSync(script, scriptFor('bash')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function scriptFor(shell: string): string {
  let script = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    script += String(text);
    return true;
  });
  expect(completion(shell)).toBe(0);
  write.mockRestore();
  return script;
}

/** What bash offers at the end of these words; the last one is what is typed so far. */
function offered(...words: string[]): string[] {
  const line = ['disclosed', ...words].map((word) => `'${word}'`).join(' ');
  const text = execFileSync(
    'bash',
    [
      '--norc',
      '-c',
      `source "$SCRIPT"\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _disclosed; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { env: { ...process.env, SCRIPT: script }, encoding: 'utf8' },
  );
  return text.split('\n').filter((word) => word !== '');
}

it('offers every command, and the commands of a group', () => {
  const first = [...new Set(COMMAND_LIST.map(({ name }) => name.split(' ')[0]!))];
  expect(offered('')).toEqual(expect.arrayContaining([...first, 'help']));
  expect(offered('st')).toEqual(['stdio', 'status']);
  expect(offered('keys', '')).toEqual(['create', 'list', 'revoke']);
});

it('offers options of the command, then settings', () => {
  expect(offered('status', '--ver')).toEqual(['--verbose']);
  expect(offered('keys', 'create', '--na')).toEqual(['--name']);
  expect(offered('serve', '--po')).toEqual(['--port']);
});

it('offers registers where they are named', () => {
  expect(offered('doctor', 'se')).toEqual(expect.arrayContaining(['sec-form4', 'senate-ptr', 'se-fi']));
  expect(offered('import', 'uk')).toContain('uk-nsm');
  expect(offered('ingest', '--register', 'nl')).toEqual(['nl-afm']);
});

it('offers questions, their options and the values of these', () => {
  expect(offered('ask', '')).toEqual(expect.arrayContaining(QUESTIONS.map(({ name }) => name)));
  expect(offered('ask', 'filings', '--min')).toEqual(['--min-value', '--min-change']);
  expect(offered('ask', 'filings', '--role', 'c')).toEqual(['chief', 'ceo', 'cfo']);
  expect(offered('ask', 'filings', '--role', 'ceo', '--cs')).toEqual(['--csv']);
});

it('is registered for the name of the program', () => {
  const text = execFileSync('bash', ['--norc', '-c', 'source "$SCRIPT"; complete -p disclosed'], {
    env: { ...process.env, SCRIPT: script },
    encoding: 'utf8',
  });
  expect(text).toContain('-F _disclosed disclosed');
});

it('names the same commands and questions for zsh and fish', () => {
  for (const shell of ['zsh', 'fish'])
    for (const { name } of QUESTIONS) expect(scriptFor(shell)).toContain(`ask ${name}`);
  expect(scriptFor('zsh')).toMatch(/^#compdef disclosed\n/);
  expect(() => completion('tcsh')).toThrow(ConfigError);
});
