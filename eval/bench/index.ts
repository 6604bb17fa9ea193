/** `npm run bench [-- NAME…]`: every measurement, each in a separate process, so that none affects another. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Name to what it measures; each is a module beside this one with `run(print)`. */
const BENCHES: Record<string, string> = {
  http: 'cached answers against a bare node:http server, and new questions against other libraries (needs wrk)',
  keys: 'what a valid key costs a cached REST answer',
  form4: 'reading Form 4 documents',
  'house-pages': 'reading the PDFs of House reports',
  digests: 'clusters and streaks of a full-size year',
  trackers: 'a fund of 5,000 holdings and 40 quarters',
  exports: 'static exports of 100,000 insiders, whole and after 500 of them filed again',
  managers:
    'the 13F reports of all managers: eight quarters imported, derived, published and asked (QUARTERS=2 for less)',
  fill: 'the first fill from a quarterly data set, and its derivation',
};

const [, , first, ...rest] = process.argv;
if (first === '--size') {
  const { run } = await import('./size/index.js');
  await run((line) => console.log(line), process.argv.slice(2));
} else if (first === '--one') {
  const module = (await import(`./${rest[0]}.js`)) as { run(print: (line: string) => void): Promise<void> };
  await module.run((line) => console.log(line));
} else {
  const wanted = first === undefined ? Object.keys(BENCHES) : [first, ...rest];
  for (const name of wanted) {
    if (BENCHES[name] === undefined) {
      console.error(`There is no bench ${name}. There are: ${Object.keys(BENCHES).join(', ')}`);
      process.exit(2);
    }
    console.log(`\n## ${name}: ${BENCHES[name]}`);
    const self = fileURLToPath(import.meta.url);
    const { status } = spawnSync(process.execPath, [self, '--one', name], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
