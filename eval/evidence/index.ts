/**
 * `npm run evidence`: reads the real documents of the samples and says which patterns and alternatives they match.
 * `-- --write` updates data/wordings/evidence.tsv: lines for new patterns, and a document for each line that has one.
 */

import { alternativesOf, isShortened } from './alternatives.js';
import { type EvidenceLine, hasEvidence, keyOf, readEvidence, writeEvidence } from './evidence-file.js';
import { countWithout } from './faults.js';
import { watchMatches } from './matches.js';
import { patternsOfCode } from './patterns.js';

const code = [...(await patternsOfCode()).keys()];
const found = new Map<string, string>();
const watch = watchMatches(code, (pattern, alternative, document) =>
  found.set(keyOf({ pattern, alternative }), document),
);
const { readSamples } = await import('./read-samples.js');
const read = await readSamples((name) => {
  watch.document = name;
});
watch.end();
console.log(`${read} documents read; they match ${found.size} of the patterns and alternatives`);

const known = readEvidence();
const lines = new Map<string, EvidenceLine>();
for (const pattern of code) {
  const line = lineOf(pattern, '');
  // A pattern that nothing has matched counts as one.
  if (hasEvidence(line)) for (const { text } of alternativesOf(pattern)) lineOf(pattern, text);
}
const { patterns, alternatives } = countWithout(lines.values());
console.log(`without evidence: ${patterns} patterns, ${alternatives} alternatives`);
if (process.argv.includes('--write')) writeEvidence(lines.values());

/** A document that is already named remains: the file changes only where something is new. */
function lineOf(pattern: string, alternative: string): EvidenceLine {
  const key = keyOf({ pattern, alternative });
  const none = { us: null, europe: null, document: '', test: '' };
  const before = known.get(key) ?? known.get(keyOf({ pattern: longerOf(pattern), alternative })) ?? none;
  const line = { ...before, pattern, alternative, document: before.document || (found.get(key) ?? '') };
  lines.set(key, line);
  return line;
}

/** The known pattern that lost alternatives and is this one now: what the others matched, they still match. */
function longerOf(pattern: string): string {
  const isNew = !known.has(keyOf({ pattern, alternative: '' }));
  const longer = [...known.values()].find(
    (line) =>
      isNew &&
      line.alternative !== '' &&
      hasEvidence(line) &&
      alternativesOf(pattern).some(({ text }) => text === line.alternative) &&
      isShortened(line.pattern, pattern),
  );
  return longer?.pattern ?? pattern;
}
