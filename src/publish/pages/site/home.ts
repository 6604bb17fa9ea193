/** The start page: what this service is, how current each source is, and how to query it. */

import { DEFAULT_SINCE_DAYS } from '../../../../tools/contract/rules.js';
import getCatalog from '../../../../tools/get-catalog.js';
import getLatestFilings from '../../../../tools/get-latest-filings.js';
import { type Html, html } from '../../../html.js';
import { plural } from '../../figures.js';
import { filingColumns } from '../form4/filing-columns.js';
import type { PageRequest } from '../page.js';
import { banner, isWhole, rowsOrNone, stateOf } from '../source-state.js';
import { table } from '../table.js';
import { toolPage } from '../tool-page.js';
import { exampleValues } from './example-values.js';
import { sourceTable } from './source-table.js';

const SHOWN = 10;

export const home = toolPage({
  path: '/',
  tool: getCatalog,
  async render({ data }, request) {
    const { service } = data;
    const states = await request.sources();
    // Closes belong to no filing, so they have no original to link.
    const read = states.filter(({ lastReadAt, source }) => lastReadAt !== null && source !== 'prices');
    const rows = read.reduce((sum, source) => sum + source.rows, 0);
    return {
      title: 'Public disclosure registers, as filed',
      lede: `${service.description} For people, scripts and agents.`,
      body: html`<form class="panel big" role="search" aria-label="Start" action="${request.to('/insiders')}"><label for="q">Who, or which ticker?</label><input id="q" name="q" type="search" maxlength="64" placeholder="A name or a trading symbol" autocomplete="off" required><button>Search</button></form>
<p class="summary">${plural(rows, 'row')} from ${plural(read.length, 'source')}, each linked to its original.</p>
${await latest(request)}
<h2>Sources</h2>
${sourceTable(states)}
<h2>Try it</h2>
${examples(request, (await exampleValues(request)).q ?? 'smith')}
<h2>Terms of use</h2>
<p>${service.policy}</p>`,
      json: '/v1/catalog',
    };
  },
});

/** Empty while the register is unread: the table of sources says so. */
async function latest(request: PageRequest): Promise<Html | ''> {
  const form4 = await stateOf(request, 'sec-edgar-form4');
  if (!request.hasPage('/filings') || form4?.lastReadAt == null) return '';
  const rows = await rowsOrNone(request.callTool(getLatestFilings, { limit: SHOWN }));
  return html`<h2>Latest insider trades</h2>
${banner([form4], request.now)}
${table({ caption: `The ${SHOWN} newest open-market rows`, columns: filingColumns(request, { issuer: true }), rows, empty: isWhole(form4) ? `No open-market purchase or sale in the last ${DEFAULT_SINCE_DAYS} days.` : `No open-market purchase or sale of the last ${DEFAULT_SINCE_DAYS} days has been read so far.` })}
<p><a href="${request.to('/filings')}">All filings, with filters</a></p>`;
}

function examples({ baseUrl, to }: PageRequest, name: string): Html {
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
