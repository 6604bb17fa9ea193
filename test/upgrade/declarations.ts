/**
 * The text of declarations in the source, with all that they refer to: what a stored form consists of, as the types and schemas
 * say it. Read as text, because types are gone at run time. Biome gives every declaration its own lines from the left edge.
 */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/** A file below the root of the package, and names that it declares. */
export type Declared = readonly [file: string, ...names: string[]];

/** Descriptions of markets and sources: their texts are not stored. */
const NOT_FOLLOWED = new Set(['EU_MARKETS', 'SOURCES', 'PUBLISHERS']);
const START =
  /^(?:export )?(?:declare )?(?:interface|type|const|function|async function|class|enum|import|export)\b/;
const NAME = /^(?:export )?(?:declare )?(interface|type|const|enum) (\w+)/;

interface SourceFile {
  declarations: Map<string, string>;
  /** The file and the name there of each imported or re-exported name. */
  elsewhere: Map<string, readonly [file: string, name: string]>;
}

const files = new Map<string, SourceFile>();

/**
 * The declarations and what they refer to, sorted by name, without comments and descriptions. Code is not followed: what it
 * makes of a type is seen in what it writes.
 * @throws Error if a name is declared nowhere
 */
export function declarationsOf(wanted: readonly Declared[]): string[] {
  const found = new Map<string, string>();
  const follow = (file: string, name: string, isWanted: boolean): void => {
    if (NOT_FOLLOWED.has(name) || found.has(`${name} ${file}`)) return;
    const source = sourceFile(file);
    const [there, original] = source.elsewhere.get(name) ?? [];
    if (there !== undefined && original !== undefined) {
      follow(there, original, isWanted);
      return;
    }
    const text = source.declarations.get(name);
    if (text === undefined) {
      if (isWanted) throw new Error(`${file} declares no ${name}`);
      return;
    }
    found.set(`${name} ${file}`, text);
    // A word in quotes is a value.
    for (const [word] of text.replace(/'[^']*'/g, "''").matchAll(/\b[A-Za-z_]\w*\b/g))
      follow(file, word, false);
  };
  for (const [file, ...names] of wanted) for (const name of names) follow(file, name, true);
  return [...found.values()].sort();
}

function sourceFile(file: string): SourceFile {
  let source = files.get(file);
  if (source === undefined) {
    source = readSource(file);
    files.set(file, source);
  }
  return source;
}

function readSource(file: string): SourceFile {
  const source: SourceFile = { declarations: new Map(), elsewhere: new Map() };
  for (const chunk of chunksOf(readFileSync(join(packageRoot(), file), 'utf8'))) {
    const [, names, from] = /^(?:import|export) ?(?:type)? ?\{([^}]*)\} ?from ?'(\.[^']*)'/.exec(chunk) ?? [];
    if (names !== undefined && from !== undefined) {
      const there = join(dirname(file), from.replace(/\.js$/, '.ts'));
      if (!existsSync(join(packageRoot(), there))) continue;
      for (const one of names.split(',').map((text) => text.trim().replace(/^type /, ''))) {
        const [original = '', own = original] = one.split(' as ');
        if (original !== '') source.elsewhere.set(own, [there, original]);
      }
    }
    const [, kind, name] = NAME.exec(chunk) ?? [];
    const isCode = kind === 'const' && /^[^=]*=(?:async )?(?:\(|<)[^;]*=>/.test(chunk);
    if (name !== undefined && !isCode) source.declarations.set(name, chunk);
  }
  return source;
}

/** The text of each declaration on one line. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (const line of withoutComments(text).split('\n'))
    if (START.test(line)) chunks.push(line);
    else if (chunks.length > 0) chunks.push(`${chunks.pop()} ${line.trim()}`);
  return chunks.map((chunk) => withoutDescriptions(withoutLayout(chunk)));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** How lines are broken depends on their length. */
function withoutLayout(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ?([.,:;|&=<>()[\]{}]) ?/g, '$1')
    .replace(/,([)\]}])/g, '$1')
    .replace(/([=:<(,])\|/g, '$1')
    .trim();
}

/** Neither those of schemas nor what helpers such as `day('…')` make of a text. */
function withoutDescriptions(text: string): string {
  const quoted = "(?:'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)";
  return text
    .replace(new RegExp(`\\.describe\\((?:${quoted}|[A-Z_]+)\\)`, 'g'), '')
    .replace(new RegExp(`(?<![.\\w])([a-z]\\w*)\\(${quoted}\\)`, 'g'), '$1()');
}
