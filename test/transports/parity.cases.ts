/** Every tool by REST, by MCP over HTTP and by MCP over stdio: the same bytes, or the same error. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { textOfPlace } from '../../tools/contract/change-rows.js';
import { agentTools } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';
import { FIRST_CHANGE, INVENTED_LOG } from '../invented-reads.js';
import { httpAnswer, stdioAnswer } from './over-transports.js';
import { type Service, startService, textOf, toolCall } from './service.js';

describe('transports/parity', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  /** A request by REST, and the arguments of the same request by MCP. */
  type Case = [path: string, given: Record<string, unknown>];

  /** By the REST path of the tool: every tool has at least one case. */
  const PLACE = textOfPlace(FIRST_CHANGE, INVENTED_LOG);

  const CASES: Record<string, Case[]> = {
    '/v1/catalog': [
      ['/v1/catalog?view=brief', { view: 'brief' }],
      ['/v1/catalog?members=none&q=ostr', { members: 'none', q: 'ostr' }],
      ['/v1/catalog?q=-', { q: '-' }],
      ['/v1/catalog', {}],
      ['/v1/catalog?dummy=1', { dummy: '1' }],
    ],
    '/v1/filings': [
      ['/v1/filings', {}],
      [
        '/v1/filings?limit=3&direction=S&min_value=100.5&ticker=oswn',
        { limit: 3, direction: 'S', min_value: 100.5, ticker: 'OSWN' },
      ],
      [
        '/v1/filings?since=2026-01-01&fields=ownerName,totalValue',
        { since: '2026-01-01', fields: 'ownerName,totalValue' },
      ],
      ['/v1/filings?limit=0&direction=up', { limit: 0, direction: 'up' }],
      [
        '/v1/filings?since=2026-01-01&fields=ownerName&fields=totalValue&ticker=oswn&ticker=BRKW&limit=4',
        { since: '2026-01-01', fields: ['ownerName', 'totalValue'], ticker: ['oswn', 'BRKW'], limit: 4 },
      ],
      [
        '/v1/filings?role=cfo&planned=exclude&until=2026-11-15&sort=value&order=asc&max_value=7500&limit=3',
        {
          role: 'cfo',
          planned: 'exclude',
          until: '2026-11-15',
          sort: 'value',
          order: 'asc',
          max_value: 7500,
          limit: 3,
        },
      ],
      [
        '/v1/filings?owner=quill-marina-t&view=brief&format=table',
        { owner: 'quill-marina-t', view: 'brief', format: 'table' },
      ],
      ['/v1/filings?cik=0000900001&sort=traded', { cik: 900001, sort: 'traded' }],
      [
        '/v1/filings?group=insider&format=table&sort=value',
        { group: 'insider', format: 'table', sort: 'value' },
      ],
      ['/v1/filings?group=filing&limit=2', { group: 'filing', limit: 2 }],
      ['/v1/filings?group=issuer&view=brief', { group: 'issuer', view: 'brief' }],
      [
        '/v1/filings?symbol=$oswn&direction=buy&since=2026-10-01T10:00:00Z&limit=2',
        { symbol: '$oswn', direction: 'buy', since: '2026-10-01T10:00:00Z', limit: 2 },
      ],
      ['/v1/filings?owner=nobody-at-all', { owner: 'nobody-at-all' }],
      ['/v1/filings?cursor=damaged', { cursor: 'damaged' }],
      ['/v1/filings?group=filing&fields=formType', { group: 'filing', fields: 'formType' }],
    ],
    '/v1/insiders': [
      ['/v1/insiders?q=quill', { q: 'quill' }],
      ['/v1/insiders?q=JOS%C3%89', { q: 'JOSÉ' }],
      ['/v1/insiders', {}],
      ['/v1/insiders?q=CIK%200000990001&limit=1', { q: 'CIK 0000990001', limit: 1 }],
    ],
    '/v1/insiders/{id}': [
      ['/v1/insiders/quill-marina-t', { id: 'quill-marina-t' }],
      ['/v1/insiders/quill-marina-t?limit=2', { id: 'quill-marina-t', limit: 2 }],
      ['/v1/insiders/0000990001?limit=2', { id: '0000990001', limit: 2 }],
      ['/v1/insiders/nobody-at-all', { id: 'nobody-at-all' }],
      ['/v1/insiders/Not%20A%20Slug', { id: 'Not A Slug' }],
    ],
    '/v1/congress/{member}': [
      ['/v1/congress/marta-quillon', { member: 'marta-quillon' }],
      [
        '/v1/congress/tita-quillon?since=2026-11-10&ticker=oswn&limit=2&fields=ticker,amountLabel',
        {
          member: 'tita-quillon',
          since: '2026-11-10',
          ticker: 'OSWN',
          limit: 2,
          fields: 'ticker,amountLabel',
        },
      ],
      [
        '/v1/congress/marta-quillon?until=2026-11-15&type=buy&min_amount=1000&sort=delay&order=asc&view=brief&format=table',
        {
          member: 'marta-quillon',
          until: '2026-11-15',
          type: 'buy',
          min_amount: 1000,
          sort: 'delay',
          order: 'asc',
          view: 'brief',
          format: 'table',
        },
      ],
      ['/v1/congress/marta-quillon?limit=3', { member: 'marta-quillon', limit: 3 }],
      ['/v1/congress/marta-quillon?cursor=damaged', { member: 'marta-quillon', cursor: 'damaged' }],
      ['/v1/congress/nobody-at-all', { member: 'nobody-at-all' }],
      ['/v1/congress/Marta', { member: 'Marta' }],
    ],
    '/v1/filings/{id}/history': [
      ['/v1/filings/0000900001-26-000001/history', { id: '0000900001-26-000001' }],
      [
        '/v1/filings/0000900001-26-000001-0/history/?as_of=2026-11-19',
        { id: '0000900001-26-000001-0', as_of: '2026-11-19' },
      ],
      ['/v1/filings/0000900001-26-999999/history', { id: '0000900001-26-999999' }],
      ['/v1/filings/quill-marina-t/history', { id: 'quill-marina-t' }],
    ],
    '/v1/major-holders': [
      ['/v1/major-holders', {}],
      [
        '/v1/major-holders?ticker=oswn&ticker=BRKW&since=2026-11-01&until=2026-11-18&type=13g&limit=2',
        { ticker: ['oswn', 'BRKW'], since: '2026-11-01', until: '2026-11-18', type: '13g', limit: 2 },
      ],
      [
        '/v1/major-holders?crossing=5&direction=up&since=2026-01-01&sort=percent',
        { crossing: 5, direction: 'up', since: '2026-01-01', sort: 'percent' },
      ],
      [
        '/v1/major-holders?threshold=any&list=current&min_percent=6.5&sort=shares&order=asc&format=table',
        {
          threshold: 'any',
          list: 'current',
          min_percent: 6.5,
          sort: 'shares',
          order: 'asc',
          format: 'table',
        },
      ],
      ['/v1/major-holders?holder=0000990101&cusip=990001109', { holder: 990101, cusip: '990001109' }],
      [
        '/v1/major-holders?cik=900001&view=brief&sort=event&limit=2',
        { cik: 900001, view: 'brief', sort: 'event', limit: 2 },
      ],
      [
        '/v1/major-holders?event_since=2026-01-01&event_until=2026-12-31',
        { event_since: '2026-01-01', event_until: '2026-12-31' },
      ],
      [
        '/v1/major-holders?event_since=2026-11-02&event_until=2026-11-01',
        { event_since: '2026-11-02', event_until: '2026-11-01' },
      ],
      ['/v1/major-holders?crossing=7&min_percent=101', { crossing: 7, min_percent: 101 }],
      ['/v1/major-holders?ticker=QQQZ', { ticker: 'QQQZ' }],
      ['/v1/major-holders?since=2026-11-02&until=2026-11-01', { since: '2026-11-02', until: '2026-11-01' }],
    ],
    '/v1/congress-trades': [
      ['/v1/congress-trades', {}],
      [
        '/v1/congress-trades?ticker=oswn&ticker=BRKW&since=2026-11-01&until=2026-11-18&party=democrat&limit=2',
        { ticker: ['oswn', 'BRKW'], since: '2026-11-01', until: '2026-11-18', party: 'democrat', limit: 2 },
      ],
      [
        '/v1/congress-trades?chamber=House&type=sell&owner=Spouse&state=nm&min_amount=1001&late=true&sort=amount',
        {
          chamber: 'House',
          type: 'sell',
          owner: 'Spouse',
          state: 'nm',
          min_amount: 1001,
          late: true,
          sort: 'amount',
        },
      ],
      [
        '/v1/congress-trades?member=tita-quillon&late=false&order=asc&sort=delay&fields=ticker,late&format=table',
        {
          member: 'tita-quillon',
          late: false,
          order: 'asc',
          sort: 'delay',
          fields: ['ticker', 'late'],
          format: 'table',
        },
      ],
      ['/v1/congress-trades?view=brief&limit=2', { view: 'brief', limit: 2 }],
      ['/v1/congress-trades?member=nobody-at-all', { member: 'nobody-at-all' }],
      ['/v1/congress-trades?late=perhaps&state=C', { late: 'perhaps', state: 'C' }],
    ],
    '/v1/planned-sales': [
      ['/v1/planned-sales', {}],
      [
        '/v1/planned-sales?ticker=oswn&ticker=BRKW&since=2026-05-01&until=2026-11-18&status=sold,open&limit=2',
        {
          ticker: ['oswn', 'BRKW'],
          since: '2026-05-01',
          until: '2026-11-18',
          status: ['sold', 'open'],
          limit: 2,
        },
      ],
      [
        '/v1/planned-sales?owner=quill-marina-t&planned=only&min_value=1000&sort=value&order=asc&fields=noticeId,status&format=table',
        {
          owner: 'quill-marina-t',
          planned: 'only',
          min_value: 1000,
          sort: 'value',
          order: 'asc',
          fields: ['noticeId', 'status'],
          format: 'table',
        },
      ],
      [
        '/v1/planned-sales?cik=0000900001&sort=sale_date&view=brief',
        { cik: '0000900001', sort: 'sale_date', view: 'brief' },
      ],
      ['/v1/planned-sales?owner=990001', { owner: '990001' }],
      ['/v1/planned-sales?owner=nobody-at-all', { owner: 'nobody-at-all' }],
      ['/v1/planned-sales?status=done&min_value=-1', { status: 'done', min_value: -1 }],
    ],
    '/v1/holders': [
      ['/v1/holders', {}],
      [
        '/v1/holders?quarter=2026-Q2&sort=exits&order=asc&limit=1&view=brief&format=table',
        { quarter: '2026-Q2', sort: 'exits', order: 'asc', limit: 1, view: 'brief', format: 'table' },
      ],
      ['/v1/holders?quarter=1999-Q2', { quarter: '1999-Q2' }],
      ['/v1/holders?sort=best', { sort: 'best' }],
    ],
    '/v1/holders/{security}': [
      ['/v1/holders/037833100', { security: '037833100' }],
      [
        '/v1/holders/037833100?quarter=q2%202026&compare=2026-Q1&change=added,new&kind=shares&kind=put&min_value=1&sort=change&order=asc&limit=2&view=brief',
        {
          security: '037833100',
          quarter: 'q2 2026',
          compare: '2026-Q1',
          change: 'added,new',
          kind: ['shares', 'put'],
          min_value: 1,
          sort: 'change',
          order: 'asc',
          limit: 2,
          view: 'brief',
        },
      ],
      [
        '/v1/holders/10101a105?change=exit&format=table',
        { security: '10101a105', change: 'exit', format: 'table' },
      ],
      ['/v1/holders/990009990', { security: '990009990' }],
      ['/v1/holders/ZZZZ', { security: 'ZZZZ' }],
      ['/v1/holders/037833100?quarter=2020-Q1', { security: '037833100', quarter: '2020-Q1' }],
      ['/v1/holders/not-one?change=sold', { security: 'not-one', change: 'sold' }],
    ],
    '/v1/managers': [
      ['/v1/managers', {}],
      ['/v1/managers?q=saltmarsh%20cap&limit=2&view=brief', { q: 'saltmarsh cap', limit: 2, view: 'brief' }],
      ['/v1/managers?q=0000910001', { q: '0000910001' }],
      ['/v1/managers?q=nobody', { q: 'nobody' }],
      ['/v1/managers?q=%2B', { q: '+' }],
    ],
    '/v1/managers/{cik}': [
      ['/v1/managers/910002', { cik: '910002' }],
      [
        '/v1/managers/0000910002?list=changes&quarter=2026-Q2&change=exit,added&sort=change&format=table',
        {
          cik: '0000910002',
          list: 'changes',
          quarter: '2026-Q2',
          change: 'exit,added',
          sort: 'change',
          format: 'table',
        },
      ],
      [
        '/v1/managers/910002?list=history&position=037833100',
        { cik: '910002', list: 'history', position: '037833100' },
      ],
      ['/v1/managers/910006?list=reports', { cik: '910006', list: 'reports' }],
      ['/v1/managers/910002?list=history', { cik: '910002', list: 'history' }],
      ['/v1/managers/1', { cik: '1' }],
      ['/v1/managers/x', { cik: 'x' }],
      ['/v1/managers/saltmarsh%20capital%20b', { cik: 'saltmarsh capital b' }],
      ['/v1/managers/saltmarsh', { cik: 'saltmarsh' }],
      ['/v1/managers/%2B', { cik: '+' }],
    ],
    '/v1/trackers/{slug}': [
      ['/v1/trackers/ostrava', { slug: 'ostrava' }],
      ['/v1/trackers/ostrava?series=none', { slug: 'ostrava', series: 'none' }],
      ['/v1/trackers/marta-quillon', { slug: 'marta-quillon' }],
      ['/v1/trackers/ostrava?view=summary', { slug: 'ostrava', view: 'summary' }],
      [
        '/v1/trackers/ostrava?view=changes&type=buy&ticker=zqph&limit=2&format=table',
        { slug: 'ostrava', view: 'changes', type: 'buy', ticker: 'zqph', limit: 2, format: 'table' },
      ],
      [
        '/v1/trackers/ostrava?view=holdings&fields=ticker,weight',
        { slug: 'ostrava', view: 'holdings', fields: ['ticker', 'weight'] },
      ],
      [
        '/v1/trackers/ostrava?view=transactions&since=2026-01-01&until=2026-02-01',
        { slug: 'ostrava', view: 'transactions', since: '2026-01-01', until: '2026-02-01' },
      ],
      ['/v1/trackers/ostrava?view=holdings&cursor=x', { slug: 'ostrava', view: 'holdings', cursor: 'x' }],
      ['/v1/trackers/ostrava?limit=3', { slug: 'ostrava', limit: 3 }],
      ['/v1/trackers/ostrava?series=some', { slug: 'ostrava', series: 'some' }],
    ],
    '/v1/clusters': [
      ['/v1/clusters', {}],
      ['/v1/clusters?x=1', { x: '1' }],
      [
        '/v1/clusters?side=buy&symbol=oswn&chief=true&insiders=names&limit=3&view=brief&format=table',
        {
          side: 'buy',
          symbol: 'oswn',
          chief: true,
          insiders: 'names',
          limit: 3,
          view: 'brief',
          format: 'table',
        },
      ],
      ['/v1/clusters?cik=0000900002&fields=insiders', { cik: '0000900002', fields: 'insiders' }],
      ['/v1/clusters?chief=perhaps', { chief: 'perhaps' }],
    ],
    '/v1/streaks': [
      ['/v1/streaks', {}],
      [
        '/v1/streaks?direction=P&ticker=OSWN&owner=quill-marina-t&series=none&limit=2&fields=weeks&format=table',
        {
          direction: 'P',
          ticker: 'OSWN',
          owner: 'quill-marina-t',
          series: 'none',
          limit: 2,
          fields: 'weeks',
          format: 'table',
        },
      ],
      ['/v1/streaks?cik=1&view=brief', { cik: 1, view: 'brief' }],
      ['/v1/streaks?series=some', { series: 'some' }],
    ],
    '/v1/eu/{country}': [
      ['/v1/eu/de', { country: 'de' }],
      ['/v1/eu/uk?limit=2', { country: 'uk', limit: 2 }],
      [
        '/v1/eu/se?since=2026-11-15&isin=xx0000000001&fields=pdmrName,characterSe',
        { country: 'se', since: '2026-11-15', isin: 'XX0000000001', fields: 'pdmrName,characterSe' },
      ],
      ['/v1/eu/nl', { country: 'nl' }],
      [
        '/v1/eu/all?direction=P&min_value=1000&currency=EUR&sort=value&order=asc&limit=3&view=brief&format=table',
        {
          country: 'all',
          direction: 'P',
          min_value: 1000,
          currency: 'EUR',
          sort: 'value',
          order: 'asc',
          limit: 3,
          view: 'brief',
          format: 'table',
        },
      ],
      [
        '/v1/eu/all?issuer=a&manager=a&until=2026-11-19&fields=market,issuerName',
        { country: 'all', issuer: 'a', manager: 'a', until: '2026-11-19', fields: ['market', 'issuerName'] },
      ],
      ['/v1/eu/all?sort=value', { country: 'all', sort: 'value' }],
      ['/v1/eu/atlantis', { country: 'atlantis' }],
      ['/v1/eu/Germany?limit=2', { country: 'Germany', limit: 2 }],
      ['/v1/eu/de?fields=characterSe&limit=2', { country: 'de', fields: 'characterSe', limit: 2 }],
    ],
    '/v1/rankings': [
      ['/v1/rankings?of=largest-purchases', { of: 'largest-purchases' }],
      [
        '/v1/rankings?of=largest-sales&days=90&planned=exclude&limit=2&fields=ownerSlug,totalValue&format=table',
        {
          of: 'largest-sales',
          days: 90,
          planned: 'exclude',
          limit: 2,
          fields: ['ownerSlug', 'totalValue'],
          format: 'table',
        },
      ],
      [
        '/v1/rankings?ranking=most_bought&period=month&top=2',
        { ranking: 'most_bought', period: 'month', top: 2 },
      ],
      [
        '/v1/rankings?of=most-sold-issuers&days=365&view=brief',
        { of: 'most-sold-issuers', days: 365, view: 'brief' },
      ],
      ['/v1/rankings?of=most-traded-by-congress&by=amount', { of: 'most-traded-by-congress', by: 'amount' }],
      ['/v1/rankings?of=new-fund-positions&days=365', { of: 'new-fund-positions', days: 365 }],
      [
        '/v1/rankings?of=fund-exits&days=365&planned=exclude',
        { of: 'fund-exits', days: 365, planned: 'exclude' },
      ],
      ['/v1/rankings?of=best&days=8', { of: 'best', days: 8 }],
      ['/v1/rankings', {}],
    ],
    '/v1/issuers/{id}': [
      ['/v1/issuers/oswn', { id: 'oswn' }],
      [
        '/v1/issuers/0000900001?parts=insiders,net_buying&limit=1',
        { id: 900001, parts: ['insiders', 'net_buying'], limit: 1 },
      ],
      ['/v1/issuers/$BRKW?view=full', { id: '$BRKW', view: 'full' }],
      ['/v1/issuers/XX0000000001', { id: 'XX0000000001' }],
      ['/v1/issuers/NOSUCH', { symbol: 'NOSUCH' }],
      [
        '/v1/issuers/not%20a%20symbol%20at%20all?parts=people&limit=0',
        { id: 'not a symbol at all', parts: 'people', limit: 0 },
      ],
    ],
    '/v1/search': [
      ['/v1/search?q=brackwater', { q: 'brackwater' }],
      ['/v1/search?q=h%C3%A4xwald&type=eu_issuer&limit=3', { q: 'häxwald', type: 'eu_issuer', limit: 3 }],
      ['/v1/search?query=quill&type=insider', { query: 'quill', type: 'insider' }],
      ['/v1/search?q=nobody-at-all', { q: 'nobody-at-all' }],
      ['/v1/search?q=quill&type=company', { q: 'quill', type: 'company' }],
      ['/v1/search', {}],
    ],
    '/v1/changes': [
      ['/v1/changes', {}],
      [
        '/v1/changes?since=2026-11-19T12:00:00Z&until=2026-11-20&source=sec-edgar-form4&type=form4,congress&event=entered&order=asc&limit=2',
        {
          since: '2026-11-19T12:00:00Z',
          until: '2026-11-20',
          source: ['sec-edgar-form4'],
          type: ['form4', 'congress'],
          event: 'entered',
          order: 'asc',
          limit: 2,
        },
      ],
      [
        `/v1/changes?after=${PLACE}&view=brief&format=table`,
        { after: PLACE, view: 'brief', format: 'table' },
      ],
      [
        '/v1/changes?ticker=zqra&cik=9900001&owner=vesper-alma&min_value=10.5&currency=usd&fields=place,title',
        {
          ticker: 'zqra',
          cik: 9900001,
          owner: 'vesper-alma',
          min_value: 10.5,
          currency: 'usd',
          fields: ['place', 'title'],
        },
      ],
      ['/v1/changes?member=marta-quillon', { member: 'marta-quillon' }],
      ['/v1/changes?tracker=ostrava&limit=1', { tracker: 'ostrava', limit: 1 }],
      ['/v1/changes?country=DE&isin=xx0000000001', { country: 'DE', isin: 'XX0000000001' }],
      ['/v1/changes?since=2020-01-01', { since: '2020-01-01' }],
      ['/v1/changes?event=vanished&source=prices', { event: 'vanished', source: 'prices' }],
    ],
    '/v1/fetch': [
      ['/v1/fetch?id=issuer/900001', { id: 'issuer/900001' }],
      ['/v1/fetch?id=insider/quill-marina-t', { id: 'insider/quill-marina-t' }],
      ['/v1/fetch?id=member/marta-quillon', { id: 'member/marta-quillon' }],
      ['/v1/fetch?id=tracker/ostrava', { id: 'tracker/ostrava' }],
      ['/v1/fetch?id=eu_issuer/de/H%C3%A4xwald%20%C3%98st%20plc', { id: 'eu_issuer/de/Häxwald Øst plc' }],
      [
        '/v1/fetch?id=eu_manager/de/%C3%96sten%20%E2%80%9CQuill%E2%80%9D%20Br%C3%A2ncu%C5%9Fi/H%C3%A4xwald%20%C3%98st%20plc',
        { id: 'eu_manager/de/Östen “Quill” Brâncuşi/Häxwald Øst plc' },
      ],
      ['/v1/fetch?id=insider/nobody-at-all', { id: 'insider/nobody-at-all' }],
      ['/v1/fetch?id=eu_issuer/fr/Nobody', { id: 'eu_issuer/fr/Nobody' }],
      ['/v1/fetch?id=quill', { id: 'quill' }],
      ['/v1/fetch', {}],
    ],
    // Tools without an MCP name are offered only by REST.
    '/v1/congress': [['/v1/congress', {}]],
    '/v1/trackers': [['/v1/trackers', {}]],
    '/v1/generations': [
      ['/v1/generations', {}],
      ['/v1/generations?before=3&limit=1', { before: 3, limit: 1 }],
    ],
    '/v1/generations/{generation}': [
      ['/v1/generations/latest', { generation: 'latest' }],
      ['/v1/generations/2', { generation: 2 }],
    ],
    '/v1/sources/{id}': [['/v1/sources/0000900001-26-000000-0', { id: '0000900001-26-000000-0' }]],
    '/v1/quality': [['/v1/quality', {}]],
    '/v1/corrections': [['/v1/corrections?state=applied', { state: 'applied' }]],
  };

  it('every tool has a case that succeeds', async () => {
    expect(Object.keys(CASES).sort()).toEqual(tools.map(({ path }) => path).sort());
    for (const { path } of tools) {
      const statuses = await Promise.all(
        (CASES[path] ?? []).map(async ([url]) => (await service.ask(url)).status),
      );
      expect([path, statuses.includes(200)]).toEqual([path, true]);
    }
  });

  describe.each(tools.map((tool) => [tool.path, tool] as const))('%s', (path, { mcp, isWider }) => {
    const set = isWider === true ? 'all' : 'nine';
    it.each(CASES[path] ?? [])(
      '%s has the same bytes over REST, MCP over HTTP and stdio',
      async (url, given) => {
        const rest = await service.ask(url);
        if (mcp === null) {
          expect(rest.status).toBe(200);
          return;
        }
        const overHttp = textOf(await httpAnswer(service, toolCall(mcp, given), set));
        const overStdio = textOf({ text: await stdioAnswer(service, toolCall(mcp, given), set) });
        const expected =
          rest.status === 200 ? rest.text : `${rest.status} ${JSON.parse(rest.text).error.message}`;
        expect(overHttp).toBe(expected);
        expect(overStdio).toBe(expected);
      },
    );
  });

  it.each(['nine', 'all'] as const)(
    'of %s, the tools of the agent protocol are those with a name',
    async (set) => {
      const named = [...agentTools(tools, set).keys()];
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      for (const text of [
        (await httpAnswer(service, list, set)).text,
        await stdioAnswer(service, list, set),
      ]) {
        const listed = JSON.parse(text).result.tools as Array<{ name: string }>;
        expect(listed.map(({ name }) => name)).toEqual(named);
      }
    },
  );

  it('a cursor continues over every transport, from whichever it came', async () => {
    const first = JSON.parse((await service.ask('/v1/filings?limit=3&since=2026-01-01')).text);
    const cursor = first.meta.nextCursor;
    const rest = (await service.ask(`/v1/filings?cursor=${cursor}&limit=2&format=table`)).text;
    const given = { cursor, limit: 2, format: 'table' };
    expect(textOf(await service.rpc(toolCall('get_latest_filings', given)))).toBe(rest);
    const overStdio = await stdioAnswer(service, toolCall('get_latest_filings', given));
    expect(textOf({ text: overStdio })).toBe(rest);
  });
});
