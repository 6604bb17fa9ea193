/** Reads the recorded lists, feeds and block pages of the registers, which no import reads: with what fetches them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agreementToken, pageKind } from '../../src/registers/congress/senate-ptr/page-kind.js';
import { parseSearchResponse } from '../../src/registers/congress/senate-ptr/search-response.js';
import { classifyEdgarResponse, edgarAddresses, fileOrNull } from '../../src/registers/edgar/edgar.js';
import { readFeedPage, readMasterIndex } from '../../src/registers/edgar/indexes.js';
import { rejectBlockPage } from '../../src/registers/europe/uk-nsm/block-page.js';
import { parseSearchResponse as parseNsmResponse } from '../../src/registers/europe/uk-nsm/search-response.js';
import { FORM_4 } from '../../src/registers/form4/sec-form4/vocabulary.js';
import { readHtml } from '../../src/registers/formats/html.js';
import { lacksItsEnd } from '../../src/registers/http/open-ended.js';
import { parseIndexResponse } from '../../src/registers/portfolios/oge-278t/index-response.js';
import { readSubmissions } from '../../src/registers/portfolios/sec-13f/submissions-list.js';
import { failsFiles } from '../../src/registers/prices/prices-sec/fails-page.js';
import { SAMPLES_FOLDER } from '../../test/samples/folder.js';

const ADDRESSES = edgarAddresses();

/** What reads the documents of these names. Each may throw: a block page is refused. */
const READERS: Array<[name: RegExp, read: (bytes: Buffer, name: string) => unknown]> = [
  [/master\..*\.idx$/, (bytes, name) => readMasterIndex(bytes, name, ADDRESSES, FORM_4)],
  [/feed-type4.*\.xml$|\.atom\.xml$/, (bytes, name) => readFeedPage(bytes, name, ADDRESSES, FORM_4)],
  [
    /CIK\d+\..*json$/,
    (bytes, name) => readSubmissions(bytes, name, String(Number(/CIK(\d+)/.exec(name)?.[1]))),
  ],
  [/sec\/fails\/.*\.html$/, (bytes) => failsFiles(bytes.toString('utf8'), ADDRESSES.onWww)],
  [/sec\/block\/|http503/, (bytes, name) => classifyEdgarResponse(answer(bytes, name))],
  [/sec\/block\/|http503/, (bytes, name) => fileOrNull(answer(bytes, name))],
  [/sec\/block\//, (bytes, name) => rejectBlockPage(name, bytes)],
  [/^recorded\/oge\/.*\.json$/, (bytes, name) => parseIndexResponse(bytes, name)],
  [/senate.*search.*\.json$/, (bytes, name) => parseSearchResponse(bytes, name)],
  [/congress\/senate\/.*\.html$/, (bytes) => pageKind(readHtml(bytes))],
  [/congress\/senate\/.*\.html$/, (bytes) => agreementToken(readHtml(bytes))],
  [/nsm.*search.*\.json$|recorded\/nsm\//, (bytes) => parseNsmResponse(bytes)],
  [/\.(?:txt|html|pdf)$/, (bytes, name) => lacksItsEnd(answer(bytes, name))],
];

/** Reads one document of the samples with each reader that its name chooses. */
export function readList(name: string): void {
  for (const [names, read] of READERS)
    if (names.test(name))
      try {
        read(readFileSync(join(SAMPLES_FOLDER, name)), name);
      } catch {
        // Another kind of list, or a page that must be refused.
      }
}

/** The answer whose body was saved. The name of a refused one ends with its status. */
function answer(bytes: Buffer, name: string) {
  const status = Number(/\.(?:http)?(\d{3})\.\w+$/.exec(name)?.[1] ?? 200);
  return { status, headers: {}, bytes, url: name };
}
