/** The patterns of the code, known by their text: literals as written, and what `new RegExp` composes. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { matcherOf, patternsIn, textOf } from './written-patterns.js';

/** The folders whose patterns need a real document: readers, the facts that they read, and derivation. */
export const FOLDERS = ['src/records', 'src/registers', 'src/derive'];

/** Every pattern of the folders, with the first file that has it. Their modules are loaded. */
export async function patternsOfCode(folders: readonly string[] = FOLDERS): Promise<Map<string, string>> {
  const files = folders.flatMap(filesBelow);
  const made = await composedWhileLoading(files);
  const patterns = new Map<string, string>();
  for (const file of files) {
    const code = readFileSync(join(packageRoot(), file), 'utf8');
    for (const text of patternsOfFile(file, code, made.get(file) ?? []))
      if (!patterns.has(text)) patterns.set(text, file);
  }
  return patterns;
}

/**
 * The patterns of one file, of which `made` were composed while it was loaded. A pattern that is only composed when its
 * function runs is known by what is written, with `${…}` for the rest.
 * @throws Error for such a pattern that has no text at all where it is composed
 */
export function patternsOfFile(file: string, code: string, made: readonly string[]): string[] {
  const { literals, composed } = patternsIn(code);
  const later = composed.filter((text) => !made.some(matcherOf(text)));
  const explained = composed.filter(hasText).map(matcherOf);
  const isHidden =
    composed.some((text) => !hasText(text)) && made.every((one) => explained.some((is) => is(one)));
  if (isHidden)
    throw new Error(
      `${file}: a pattern is made of variables alone. Write its text where \`new RegExp\` is called.`,
    );
  return [...literals, ...made, ...later.filter(hasText)];
}

const hasText = (written: string) => written.replace(/\$\{[^}]*\}/g, '') !== '';

function filesBelow(folder: string): string[] {
  return readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
    .sort();
}

/** What each file composes while it is loaded. */
async function composedWhileLoading(files: readonly string[]): Promise<Map<string, string[]>> {
  const made = new Map<string, string[]>();
  const real = globalThis.RegExp;
  globalThis.RegExp = new Proxy(real, {
    construct(target, given: [string, string?]) {
      const pattern = new target(...given);
      // The third line of the stack is the call: compiled, or as it was written.
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const file = files.find((one) => caller.includes(`/${one.slice(0, -'ts'.length)}`));
      if (file !== undefined) made.set(file, [...(made.get(file) ?? []), textOf(pattern)]);
      return pattern;
    },
  });
  try {
    for (const file of files) await import(`../../${file.replace(/\.ts$/, '.js')}`);
  } finally {
    globalThis.RegExp = real;
  }
  return made;
}
