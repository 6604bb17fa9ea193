/** Compiles one file as the build does, and puts a broken one in its place in `dist/`. The sources remain as they are. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { packageRoot } from '../../src/package-root.js';
import { brokenAt, type Candidate } from './candidates.js';

type Broken = Omit<Candidate, 'kind'> & { file: string };

/** @returns its JavaScript: an ES module with the imports as they were written. */
export function compiled(text: string): string {
  return transformSync(text, {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript' },
      target: 'es2022',
      transform: { verbatimModuleSyntax: true },
    },
    module: { type: 'es6' },
  }).code;
}

/** Null if the lines of the place are gone. */
export function compiledBroken(place: Broken): string | null {
  const text = textOf(place.file);
  const broken = text === null ? null : brokenAt(text, place);
  return broken === null ? null : compiled(broken);
}

/** Runs `work` while the file is broken. @returns null without running it if the lines of the place are gone */
export async function whileBroken<T>(place: Broken, work: () => Promise<T>): Promise<T | null> {
  const code = compiledBroken(place);
  if (code === null) return null;
  const path = join(packageRoot(), 'dist', place.file.replace(/\.ts$/, '.js'));
  const whole = readFileSync(path);
  writeFileSync(path, code);
  try {
    return await work();
  } finally {
    writeFileSync(path, whole);
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(join(packageRoot(), file), 'utf8');
  } catch {
    return null;
  }
}
