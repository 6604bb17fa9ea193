/** Prices and split events that the operator provides, as CSV files in a folder. */

import { existsSync, readdirSync } from 'node:fs';
import { type Register, SourceError } from '../../register.js';
import { fetchFiles } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

/** `folder` is the setting PRICES_DIR; '' where none is configured. */
export function createPricesCsv(folder: string): Register {
  return {
    metadata: {
      id: 'prices-csv',
      source: 'prices',
      client: 'none',
      title: 'Closes and split events from the CSV files of a folder',
      publisher: 'The operator of this service',
      homepage: '',
      hosts: [],
      cadence: 'whenever a file changes; checked every hour',
      terms:
        'Those of the source from which the operator has the prices: the operator must be allowed to show them.',
      expectedRecords: { min: 0, max: 100_000 },
    },
    fetch(_http, context) {
      if (folder === '') throw new SourceError('PRICES_DIR is not set');
      return fetchFiles(folder, context);
    },
    parse,
    recognise,
    async *probe() {
      const isThere = existsSync(folder);
      const files = isThere ? readdirSync(folder).filter((name) => /\.csv$/i.test(name)).length : 0;
      yield {
        what: 'folder',
        verdict: isThere ? 'reachable' : 'refused',
        url: `file:${folder}`,
        status: null,
        detail: isThere ? `${files} files` : 'PRICES_DIR is not a folder',
        firstBytes: '',
      };
    },
    readerVersion: READER_VERSION,
  };
}
