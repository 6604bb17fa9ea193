/** What one Form 4 document costs, stage by stage, in processor time, beside the bare SAX parser on the same texts. */

import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { median } from '../../src/collections.js';
import { readFootnote } from '../../src/registers/edgar/footnotes.js';
import { parse, recognise } from '../../src/registers/form4/sec-form4/parse.js';
import { child, children, decodeText, parseXml } from '../../src/registers/formats/xml.js';
import { checkNames } from '../../src/registers/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { SAMPLES_FOLDER, samplePath, samplesIn } from '../../test/samples/folder.js';

const AT = '2026-11-20T00:00:00.000Z';
const ROUNDS = 21;
const DOCUMENTS_A_TURN = 500;
const GOAL = 3000;

/** Short and long ones, old and new, full submissions and bare XML: every real document that there is. */
const REAL_FOLDERS = ['sec/form4', 'recorded/sec/form4'];

export async function run(print: (line: string) => void): Promise<void> {
  const real = REAL_FOLDERS.flatMap(realDocuments);
  if (real.length > 0) measure('real documents', real, print);
  else {
    print(`real documents: there are none in ${SAMPLES_FOLDER} (npm run samples); the sample's own instead`);
    measure("the sample's documents", sampleDocuments('sec-form4', AT.slice(0, 10)), print);
  }
}

function measure(what: string, documents: RawDocument[], print: (line: string) => void): void {
  const sizes = documents.map(({ bytes }) => bytes.length / 1024);
  const kilobytes = (size: number) => `${size.toFixed(1)} KB`;
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  print(
    `${documents.length} ${what}: mean ${kilobytes(mean)}, median ${kilobytes(median(sizes))}, ${kilobytes(Math.min(...sizes))} to ${kilobytes(Math.max(...sizes))}`,
  );
  const cost = stageCosts(documents);
  const beyond = cost.whole - cost.sax;
  const rest = cost.whole - cost.decode - cost.tree - cost.footnotes;
  const µs = (time: number) => `${Math.round(time)} µs`;
  print(
    `parse: ${Math.round(1e6 / cost.whole)} documents a CPU second (medians of ${ROUNDS} rounds; goal ${GOAL.toLocaleString('en-US')})`,
  );
  print(
    `a document: ${µs(cost.whole)}, of them the bare SAX parser ${µs(cost.sax)}; ${µs(beyond)} beyond it: decoding ${µs(cost.decode)}, tree ${µs(cost.tree - cost.sax)}, footnotes ${µs(cost.footnotes)}, header, fields and rows ${µs(rest)}`,
  );
  print(`the check of names after it: ${µs(cost.names)}`);
}

/** Microseconds of processor time for one document in each stage: medians of rounds in which all stages take turns. */
function stageCosts(documents: RawDocument[]) {
  const texts = documents.map(({ bytes }) => ownershipXml(decodeText(bytes)));
  const footnotes = texts.flatMap((text) =>
    children(child(parseXml(text), 'footnotes'), 'footnote').flatMap((one) => one.text.trim() || []),
  );
  const records = documents.flatMap((document) => [...parse(document)].flatMap((one) => one.records));
  const stages = {
    decode: () => documents.forEach(({ bytes }) => void decodeText(bytes)),
    sax: () => texts.forEach(readEvents),
    tree: () => texts.forEach((text) => void parseXml(text)),
    footnotes: () => footnotes.forEach((text) => void readFootnote(text)),
    whole: () => documents.forEach((document) => void [...parse(document)]),
    names: () => records.forEach(checkNames),
  };
  type Stage = keyof typeof stages;
  // `Object.keys` has no type for the names of an object that is written out above.
  const names = Object.keys(stages) as Stage[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const turns = Math.max(1, Math.round(DOCUMENTS_A_TURN / documents.length));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, list] of times) {
      const start = process.cpuUsage();
      for (let turn = 0; turn < turns; turn += 1) stages[name]();
      const { user, system } = process.cpuUsage(start);
      list.push((user + system) / turns / documents.length);
    }
  // Every stage has its list.
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list)])) as Record<Stage, number>;
}

/**
 * All events that our parser listens to, in the same order: saxes is several times slower in a process in which its
 * objects have several shapes, and the shape comes from the listeners.
 */
function readEvents(text: string): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  for (const event of ['error', 'doctype', 'opentag', 'closetag', 'text', 'cdata'] as const)
    parser.on(event, () => {});
  parser.write(text).close();
}

function ownershipXml(text: string): string {
  const start = text.indexOf('<XML>');
  return (start < 0 ? text : text.slice(start + '<XML>'.length, text.indexOf('</XML>', start))).trim();
}

function realDocuments(folder: string): RawDocument[] {
  return samplesIn(folder).flatMap((name) => {
    const bytes = readFileSync(samplePath(folder, name));
    const known = recognise({ name, bytes });
    if (known === null || known.kind === 'data-set') return [];
    const facts = { accession: '0009999999-26-000001', filedAt: AT, filedDate: AT.slice(0, 10) };
    return [{ ...known, bytes, retrievedAt: AT, metadata: { ...facts, ...known.metadata } }];
  });
}
