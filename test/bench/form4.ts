/** How fast Form 4 documents are read. */

import { readFileSync } from 'node:fs';
import { parse, recognise } from '../../src/registers/form4/sec-form4/parse.js';
import type { RawDocument } from '../../src/registers/register.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { samplePath, samplesIn } from '../samples/folder.js';

const AT = '2026-11-20T00:00:00.000Z';

export async function run(print: (line: string) => void): Promise<void> {
  parseSpeed('the sample', sampleDocuments('sec-form4', '2026-11-20'), print);
  const real = realDocuments();
  if (real.length === 0) print('real documents: not there, not measured (npm run samples)');
  else parseSpeed('real documents', real, print);
}

function parseSpeed(what: string, documents: RawDocument[], print: (line: string) => void): void {
  const bytes = documents.reduce((sum, { bytes: own }) => sum + own.length, 0) / documents.length;
  const rates: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const wanted = Math.max(1, Math.round(2000 / documents.length));
    const start = process.cpuUsage();
    for (let turn = 0; turn < wanted; turn += 1)
      for (const document of documents) for (const _ of parse(document));
    const { user, system } = process.cpuUsage(start);
    rates.push((wanted * documents.length * 1e6) / (user + system));
  }
  rates.sort((a, b) => a - b);
  print(
    `parse, ${what}: ${Math.round(rates[3]!)} documents a CPU second (median of 7; mean ${(bytes / 1024).toFixed(1)} KB; goal 1,500 at 16 KB)`,
  );
}

function realDocuments(): RawDocument[] {
  return samplesIn('sec/form4').flatMap((name) => {
    const bytes = readFileSync(samplePath('sec/form4', name));
    const known = recognise({ name, bytes });
    return known === null || known.kind !== 'ownership-xml' || !/^\d{10}-\d\d-\d{6}/.test(name)
      ? []
      : [
          {
            ...known,
            bytes,
            retrievedAt: AT,
            metadata: { filedAt: AT, filedDate: '2026-11-20', ...known.metadata },
          },
        ];
  });
}
