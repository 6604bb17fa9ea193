/** An answer about the quality of two registers: more than the invented ledger has. */

import type { Quality, RegisterQuality } from '../../../tools/contract/shapes/quality.js';

/** Two registers: one of documents, and one of lists. */
export function inventedQuality(): Quality {
  const documents: RegisterQuality = {
    register: 'sec-13f',
    source: 'curated-trackers',
    listed: 12,
    read: 9,
    unread: 2,
    waiting: 1,
    gone: 0,
    unreadReasons: [{ reason: 'no row in the information table', documents: 2 }],
    warnings: [{ kind: 'value-total-differs', times: 3 }],
    lag: { documents: 9, since: '2026-11-13T12:00:00.000Z', medianSeconds: 95, p95Seconds: 5400 },
    controls: [{ name: 'value against the cover', compared: 8, equal: 5, different: 3, notStated: 1 }],
  };
  const lists: RegisterQuality = {
    register: 'de-bafin',
    source: 'eu-bafin',
    listed: null,
    read: null,
    unread: null,
    waiting: null,
    gone: null,
    unreadReasons: [],
    warnings: [],
    lag: null,
    controls: [],
  };
  return {
    computedAt: '2026-11-20T12:00:00.000Z',
    registers: [documents, lists],
    fidelity: {
      measuredAt: '2026-11-20',
      scores: [
        {
          register: 'SEC 13F',
          reader: 'a second reader',
          documents: 5,
          read: 5,
          rows: 1000,
          foundRows: 1000,
          equalRows: 999,
          fields: 9000,
          equalFields: 8999,
        },
      ],
      served: {
        cases: [
          {
            register: 'sec-form4',
            corrections: { filed: 60, replaced: 58, marked: 0, missed: 2 },
            witnesses: { confirmed: 45, contradicted: 14 },
            acquisitions: null,
            lots: { joined: 2, apart: 3 },
          },
        ],
        samples: [],
      },
    },
    served: {
      computedAt: '2026-11-20T11:30:00.000Z',
      registers: [
        {
          register: 'sec-form4',
          corrections: { filed: 44, replaced: 31, marked: 2, missed: null },
          witnesses: { confirmed: 1234, contradicted: 17 },
          acquisitions: [
            { kind: 'market', rows: 812 },
            { kind: 'offering', rows: 9 },
          ],
          lots: { joined: 63, apart: 4 },
        },
        { register: 'se-fi', corrections: null, witnesses: null, acquisitions: null, lots: null },
      ],
    },
    audit: {
      at: '2026-11-19T03:12:00.000Z',
      seed: '2026-11-19',
      rows: 50,
      agree: 39,
      differ: { register: 1, reading: 0, derivation: 1 },
      notComparable: 7,
      notFetched: 2,
      differing: [
        { register: 'uk-nsm', id: 'u-7-1', kind: 'register', detail: 'withdrawn: 404' },
        {
          register: 'sec-form4',
          id: '0009900001-26-000001-0',
          kind: 'derivation',
          detail: 'the same record, another row',
        },
      ],
      failures: [{ register: 'senate-ptr', reason: 'it was closed' }],
    },
  };
}
