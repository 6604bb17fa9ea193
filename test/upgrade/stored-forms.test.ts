/**
 * A stored form that changes without its version is read wrongly by the next build. So a fingerprint of each form is beside
 * its version in stored-forms.json. `UPDATE_FORMS=1` records those whose version was raised, and refuses all others.
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { storedForms } from './stored-forms.js';

type Recorded = Record<string, { version: number; fingerprint: string }>;

const FILE = join(packageRoot(), 'test/upgrade/stored-forms.json');
const HOW = 'UPDATE_FORMS=1 npm test -- test/upgrade/stored-forms';
const forms = storedForms();

function fingerprints(): Recorded {
  return Object.fromEntries(
    Object.entries(forms).map(([name, { version, content }]) => [
      name,
      {
        version,
        fingerprint: createHash('sha256').update(JSON.stringify(content())).digest('hex').slice(0, 16),
      },
    ]),
  );
}

/** What keeps the recorded fingerprints from being replaced: forms that changed without their version, and versions that fell. */
function refusals(before: Recorded, now: Recorded): string[] {
  return Object.entries(now).flatMap(([name, { version, fingerprint }]) => {
    const known = before[name];
    if (known === undefined || known.fingerprint === fingerprint || version > known.version) return [];
    return `The stored form "${name}" changed and its version is still ${version}: raise ${forms[name]?.raise ?? 'it'}, then record it with ${HOW}.`;
  });
}

it('no stored form changes without its version, and all are recorded (then: UPDATE_FORMS=1)', () => {
  const before: Recorded = JSON.parse(readFileSync(FILE, 'utf8'));
  const now = fingerprints();
  expect(refusals(before, now)).toEqual([]);
  if (process.env.UPDATE_FORMS === '1') writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  else expect({ recordedBy: HOW, forms: now }).toEqual({ recordedBy: HOW, forms: before });
});

it('is refused for a form that changed, and neither for one with a higher version nor for a new one', () => {
  const [first = '', second = ''] = Object.keys(forms);
  const before = { [first]: { version: 3, fingerprint: 'a' }, [second]: { version: 3, fingerprint: 'a' } };
  const now = {
    [first]: { version: 3, fingerprint: 'b' },
    [second]: { version: 4, fingerprint: 'b' },
    'a new form': { version: 1, fingerprint: 'c' },
  };
  expect(refusals(before, now)).toEqual([expect.stringContaining(`"${first}"`)]);
});

it('every form consists of something', () => {
  for (const [name, { content }] of Object.entries(forms))
    expect([name, JSON.stringify(content()).length > 40]).toEqual([name, true]);
});
