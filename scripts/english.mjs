#!/usr/bin/env node
/**
 * Finds phrases that the project does not use, in its documents, comments, messages and test names.
 * `node scripts/english.mjs [PATH...]` prints every hit as `file:line: phrase (say: ...)`; `--summary` counts them by folder.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { argv, exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The texts of the project: every file below these that has a known extension. */
export const TEXTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'METHODOLOGY.md',
  'BENCHMARKS.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'skill.md',
  'llms.txt',
  'docs',
  '.github',
  'data',
  'scripts',
  'src',
  'tools',
  'test',
  'eval',
];

/** Where a sentence, list item, heading, table cell or quoted message begins. */
const START = String.raw`(?<=^\s*|[.;:!?|(]\s+|\n\s*\n\s*|\n\s*(?:[-*#>]+|\d+\.)\s+|\*\*\s)`;
const VERB =
  '(?:is|are|was|were|has|have|gets?|stays?|goes|keeps?|waits?|must|may|can|cannot|will|counts?|reads?)';

/** Each phrase and the words to use instead. A blank matches any white space. */
const PHRASES = [
  [
    String.raw`\b(?:stands|stood|standing|stand)\b(?!-| for\b| in for\b| out\b)`,
    'is, remains, applies, appears',
  ],
  [String.raw`\b(?:tells|told|telling|tell)\b`, 'says, shows, reports, distinguishes'],
  [String.raw`\bnobody\b`, 'no one, or name the subject'],
  [String.raw`\bwh(?:o|om)(?:so)?ever\b`, 'anyone who, or name the subject'],
  [String.raw`\banew\b`, 'again'],
  [String.raw`\bat hand\b`, 'cached, available'],
  [String.raw`\b(?:lets?|letting) (?:\w+ )?go\b(?! of a lock)`, 'releases, closes, drops'],
  [String.raw`\b(?:is|are|be|was|were|been) let (?:in|through|out)\b`, 'is accepted, is admitted'],
  [String.raw`\bof (?:its|their|our|her|his) own\b`, 'separate, own + noun'],
  [String.raw`\bof (?:ours|theirs)\b`, 'our + noun'],
  [String.raw`\b(?:by|in) (?:itself|themselves)\b`, 'on its own, alone, automatically'],
  [
    String.raw`\b(?:thereby|whence|wherein|therein|thereof|hereby|hitherto|henceforth|therefrom|thereupon|whereupon)\b`,
    'a common word',
  ],
  [String.raw`\bfor ever\b`, 'forever'],
  [String.raw`\b[Tt]he house\b(?!-)`, 'the project, the codebase', 'case'],
  [String.raw`\bgates?\b`, 'pipeline'],
  [String.raw`\ballowances?\b`, 'rate limit, quota'],
  [String.raw`\bdoubt(?:s|ed|ful|fully)?\b`, 'warning, uncertain'],
  [String.raw`\bdoors?\b`, 'client'],
  [String.raw`\bdecoys?\b`, 'block page'],
  [String.raw`\bstrangers?\b`, 'anonymous visitor, unrecognised file, others'],
  [
    String.raw`\breadings\b|\b(?:first|last|second|each|every|its|next) reading\b`,
    'derived rows; read, refresh, initial import',
  ],
  [String.raw`\b(?:asked|asks)\b`, 'requested, queried, sent, called'],
  [String.raw`\bmend(?:s|ed|ing)?\b`, 'fix, repair'],
  [String.raw`\bheed(?:s|ed|ing)?\b`, 'follow, apply'],
  [String.raw`\blies\b(?! between| within)`, 'is'],
  [String.raw`\bdear(?:er|est)\b`, 'more expensive, highest'],
  [String.raw`\b(?:goes|go|went|gone) on\b(?! (?:the|an?|top|functions)\b)`, 'continues, resumes'],
  [String.raw`\bc(?:ame|omes?) to be\b`, 'was made, becomes'],
  [
    String.raw`(?<!\bthere )\b(?:is|are|was|were|be) no (?!longer|more|less|fewer|different|better|worse|one\b|later|earlier|older|newer|larger|smaller|greater|use\b|exception)`,
    'is not a',
  ],
  [`${START}Of `, 'begin with the subject: "Only X of Y ..."', 'case'],
  [
    `${START}Who (?:\\w+s|\\w+ed|are|came|had) (?:(?!\\n\\s*\\n)[^?!.|,;:]){1,120} (?:${VERB}|never|takes|leaves|pays|sees) `,
    'begin with a noun: "A caller who ..."',
    'case',
  ],
  [
    String.raw`[,;:] who (?:\w+ ){1,6}?(?:is|are|gets|waits|must|may|cannot) `,
    'name the subject: "a caller who ..."',
  ],
  [
    String.raw`\b(?:for|by|to|from|than|only|while|then|beyond|with|because|when|if|unless|MB) who\b`,
    'name the subject: "a caller who ..."',
  ],
  [
    `${START}What (?:cannot|is|are|was|were|does|did|has|have|had|waits?|came|comes?|could|can|may|must|would|left|lacks?) (?:(?!\\n\\s*\\n)[^?!.|,;:]){1,200}? (?:is|are|was|were|stays?|keeps?|gets?|goes|leaves|counts?|becomes?|waits?|comes?|has) `,
    'begin with a noun: "Documents that ..."',
    'case',
  ],
  [
    `${START}(?!Unknown |When |Then |Sweden |[A-Z]\\w*eed )[A-Z][a-z]+(?:ed|en|own|eft|ade|ept|eld|ead) (?:out |back |up |again )?(?:is|are|was|were) `,
    'put the subject first',
    'case',
  ],
].map(([source, say, mode]) => ({
  pattern: new RegExp(source.replaceAll(' ', String.raw`\s+`), mode === 'case' ? 'g' : 'gi'),
  say,
}));

/** Right uses of a listed phrase: the file, a part of its line, and why it stays. */
const EXCEPTIONS = [
  { file: 'scripts/english.mjs', part: '', why: 'the list itself' },
  { file: 'test/english.test.ts', part: '', why: 'tests of the list' },
  { file: 'src/publish/figures.ts', part: 'class="doubtful"', why: 'a class name' },
  { file: 'data/sample/make/cast.ts', part: 'const ENDINGS', why: 'parts of invented names' },
  { file: 'data/sample/make/form4.ts', part: 'pecuniary interest', why: 'a footnote as filers write it' },
];

/** Every hit below `paths` (files or folders, relative to the project or absolute). */
export function hits(paths = TEXTS) {
  return files(paths).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const lines = text.split('\n');
    return prose(file, text)
      .flatMap((unit) => search(unit, text))
      .filter(({ line }) => !isExcepted(file, lines[line - 1] ?? ''))
      .map((hit) => ({ file, ...hit }))
      .sort((a, b) => a.line - b.line);
  });
}

/** The hits in one text of a kind (`.md` or `.ts`), for tests. */
export function hitsIn(name, text) {
  return prose(name, text).flatMap((unit) => search(unit, text));
}

function isExcepted(file, line) {
  return EXCEPTIONS.some((one) => one.file === file && line.includes(one.part));
}

function search({ start, text }, whole) {
  return PHRASES.flatMap(({ pattern, say }) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: whole.slice(0, start + match.index).split('\n').length,
      phrase: match[0].trim().replace(/\s+/g, ' ').slice(0, 80),
      say,
    })),
  );
}

function files(paths) {
  return paths
    .flatMap((path) => below(resolve(ROOT, path)))
    .map((path) => relative(ROOT, path).split(sep).join('/'))
    .filter((path) => /\.(md|txt|ts|mjs|sql)$/.test(path) && !isData(path));
}

/** Saved documents and snapshots are other people's words. */
function isData(path) {
  return (
    /(^|\/)(golden|fixtures|samples|documents|schemas|node_modules|dist|assets)\//.test(path) ||
    (path.endsWith('.txt') && path !== 'llms.txt')
  );
}

function below(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .flatMap((name) => below(join(path, name)));
}

/** The parts of a file that people read, each with its offset; what is code in them is blanked out. */
function prose(file, text) {
  if (['.md', '.txt'].includes(extname(file))) return [{ start: 0, text: withoutCode(text) }];
  if (extname(file) === '.sql')
    return [...text.matchAll(/--.*(?:\n\s*--.*)*/g)].map((match) => ({
      start: match.index,
      text: inner(match[0]),
    }));
  const tested = /(^|\/)(test|eval)\//.test(file) || basename(file).endsWith('.test.ts');
  return scan(text)
    .filter(
      ({ kind, raw, before }) => kind === 'comment' || (isProse(kind, raw) && (!tested || isTitle(before))),
    )
    .map(({ kind, start, raw }) => ({
      start,
      text: kind === 'comment' ? inner(raw) : raw.replace(/`[^`\n]*`/g, blank),
    }));
}

/** A message has a blank beside a word, and is not SQL. Parts of a template may have a single word. */
function isProse(kind, raw) {
  const words = kind === 'part' ? /[a-z]{2}\s|\s[a-z]{2}/i : /[a-z]\s+[a-z]/i;
  return words.test(raw) && !/\b(SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE|PRAGMA|ALTER)\b/.test(raw);
}

/** Names of tests are read as sentences; other strings in tests are fixtures. */
function isTitle(before) {
  return /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\($/.test(before);
}

/** A Markdown text without code blocks, code spans and link targets. */
function withoutCode(text) {
  return text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/(?<=\n\n)(?: {4}.*\n?|\n(?= {4}))+/g, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank);
}

/** A comment without its stars, dashes and code spans. */
function inner(raw) {
  return raw
    .replace(/^\/\*\*?|\*\/$/g, blank)
    .replace(/\n[ \t]*(?:\*|\/\/|--)/g, (lead) => `\n${' '.repeat(lead.length - 1)}`)
    .replace(/^(?:\/\/|--)/, blank)
    .replace(/`[^`\n]*`/g, blank);
}

function blank(match) {
  return match.replace(/[^\n]/g, ' ');
}

/** Comments and strings of TypeScript. A `/` begins a regular expression unless a value is before it. */
function scan(text) {
  const found = [];
  const braces = [];
  let at = 0;
  const take = (kind, end, start = at) => {
    found.push({
      kind,
      start,
      raw: text.slice(start, end),
      before: text.slice(Math.max(0, start - 40), start - 1).trimEnd(),
    });
    at = end;
  };
  const template = (start) => {
    let end = start;
    while (end < text.length && text[end] !== '`' && !(text[end] === '$' && text[end + 1] === '{'))
      end += text[end] === '\\' ? 2 : 1;
    take(text[start - 1] === '`' && text[end] === '`' ? 'string' : 'part', end, start);
    if (text[end] === '`') at = end + 1;
    else {
      braces.push('template');
      at = end + 2;
    }
  };
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    if (rest === '//') take('comment', at + text.slice(at).match(/^\/\/.*(?:\n[ \t]*\/\/.*)*/)[0].length);
    else if (rest === '/*') take('comment', text.indexOf('*/', at) + 2);
    else if (text[at] === "'" || text[at] === '"') {
      const [whole] = text
        .slice(at)
        .match(text[at] === "'" ? /^'(?:\\.|[^'\\])*'?/s : /^"(?:\\.|[^"\\])*"?/s);
      take('string', at + whole.length - 1, at + 1);
      at += 1;
    } else if (text[at] === '`') template(at + 1);
    else if (
      text[at] === '/' &&
      !/(?:[\w$)\]}]|'|"|`)\s*$/.test(
        text.slice(Math.max(0, at - 30), at).replace(/\b(return|typeof|case|in|of)\s*$/, '('),
      )
    )
      at += (text.slice(at).match(/^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//) ?? ['/'])[0].length;
    else if (text[at] === '{') {
      braces.push('code');
      at += 1;
    } else if (text[at] === '}') {
      if (braces.pop() === 'template') template(at + 1);
      else at += 1;
    } else at += 1;
  }
  return found;
}

if (resolve(argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const given = argv.slice(2).filter((one) => !one.startsWith('--'));
  const all = hits(given.length === 0 ? undefined : given.map((path) => resolve(path)));
  if (argv.includes('--summary')) {
    const counts = new Map();
    for (const { file } of all) {
      const folder = file.split('/').slice(0, 2).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of [...counts].sort((a, b) => b[1] - a[1]))
      stdout.write(`${count}\t${folder}\n`);
  } else
    for (const { file, line, phrase, say } of all) stdout.write(`${file}:${line}: ${phrase} (say: ${say})\n`);
  stdout.write(`${all.length} hits\n`);
  exit(all.length === 0 ? 0 : 1);
}
