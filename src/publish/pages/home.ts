/** The first page: what this is, how fresh each source is, and how to ask. */

import type { ApiFilingRow } from '../../../tools/contract/shapes/filing.js';
import { exampleValues } from './example-values.js';
import { plural } from './figures.js';
import { filingColumns } from './filing-columns.js';
import { type Html, html } from './html.js';
import type { Page, Visit } from './page.js';
import { banner, isWhole, rowsBeside } from './source-words.js';
import { type SourceRow, sourceTable } from './status.js';
import { table } from './table.js';

const SHOWN = 10;

export const home: Page = {
  path: '/',
  needs: ['/v1/catalog'],
  async render(visit) {
    const { data } = await visit.ask('/v1/catalog');
    const catalog = data as { service: { description: string; policy: string }; sources: SourceRow[] };
    // Closes belong to no filing, so they have no original to link.
    const read = catalog.sources.filter(
      ({ lastReadAt, source }) => lastReadAt !== null && source !== 'prices',
    );
    const rows = read.reduce((sum, source) => sum + source.rows, 0);
    return {
      title: 'Public disclosure registers, as filed',
      lede: `${catalog.service.description} For people, scripts and agents.`,
      body: html`<form class="panel big" role="search" aria-label="Start" action="${visit.to('/insiders')}"><label for="q">Who, or which ticker?</label><input id="q" name="q" type="search" maxlength="64" placeholder="A name or a trading symbol" autocomplete="off" required><button>Search</button></form>
<p class="summary">${plural(rows, 'row')} from ${plural(read.length, 'source')}, each linked to its original.</p>
${await latest(visit)}
<h2>Sources</h2>
${sourceTable(catalog.sources)}
<h2>Try it</h2>
${examples(visit, (await exampleValues(visit)).q ?? 'smith')}
<h2>The terms</h2>
<p>${catalog.service.policy}</p>`,
      json: '/v1/catalog',
    };
  },
};

/** Nothing while the register is unread: the table of sources says so. */
async function latest(visit: Visit): Promise<Html | ''> {
  const sources = await visit.sources();
  const form4 = sources.find((source) => source.source === 'sec-edgar-form4');
  if (!visit.hasPage('/filings') || form4?.lastReadAt == null) return '';
  const rows = await rowsBeside(visit.ask('/v1/filings', { limit: SHOWN }));
  return html`<h2>Latest insider trades</h2>
${banner([form4], visit.now)}
${table({ caption: `The ${SHOWN} newest open-market rows`, columns: filingColumns(visit, { issuer: true }), rows: rows as ApiFilingRow[], empty: isWhole(form4) ? 'No open-market purchase or sale in the last 30 days.' : 'No open-market purchase or sale of the last 30 days has been read so far.' })}
<p><a href="${visit.to('/filings')}">All filings, with filters</a></p>`;
}

function examples({ baseUrl, to }: Visit, name: string): Html {
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_catalog","arguments":{}}}';
  return html`<p>With curl, without a key:</p>
<pre><code>curl '${baseUrl}/v1/filings?direction=P&min_value=100000&limit=5'
curl '${baseUrl}/v1/insiders?q=${name}'</code></pre>
<p>From an agent over MCP:</p>
<pre><code>claude mcp add --transport http disclosed ${baseUrl}/v1/mcp
curl '${baseUrl}/v1/mcp' -d '${call}'</code></pre>
<p>Host configuration: <a href="${to('/mcp.json')}">mcp.json</a>. Guide for agents: <a href="${to('/llms.txt')}">llms.txt</a> and <a href="${to('/skill.md')}">skill.md</a>. Every endpoint: <a href="${to('/api-docs')}">API</a>.</p>`;
}
