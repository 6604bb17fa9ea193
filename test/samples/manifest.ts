/** The list of real documents that golden tests read: where each publisher serves it, and what bytes it must have. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

export const MANIFEST = join(packageRoot(), 'test/samples/manifest.tsv');

export interface Sample {
  /** Below the folder of the samples, with forward slashes. */
  file: string;
  address: string;
  bytes: number;
  sha256: string;
  /** Id of the register that it belongs to, whose pace the fetch keeps. */
  register: string;
}

export interface Unavailable {
  file: string;
  reason: string;
}

/** @throws Error with the line that is wrong. */
export function readManifest(text = readFileSync(MANIFEST, 'utf8')): {
  samples: Sample[];
  unavailable: Unavailable[];
} {
  const samples: Sample[] = [];
  const unavailable: Unavailable[] = [];
  const [, ...lines] = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const [sha256 = '', bytes = '', register = '', file = '', address = '', reason = ''] = line.split('\t');
    const isSample =
      /^[0-9a-f]{64}$/.test(sha256) && /^[1-9]\d*$/.test(bytes) && register !== '' && URL.canParse(address);
    if (file !== '' && isSample) samples.push({ file, address, bytes: Number(bytes), sha256, register });
    else if (file !== '' && address === '' && reason !== '') unavailable.push({ file, reason });
    else throw new Error(`line ${index + 2} of the manifest is neither a document nor a reason: ${line}`);
  }
  return { samples, unavailable };
}
