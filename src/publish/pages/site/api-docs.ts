/** Every endpoint with an example, and a page for each with its parameters and fields, generated from the schemas. */

import { API_ERRORS, notFound } from '../../../../tools/contract/errors.js';
import type { Tool } from '../../../../tools/contract/tool.js';
import getCatalog from '../../../../tools/get-catalog.js';
import { type Html, html } from '../../../html.js';
import { EXPORT_FOLDERS, type ExportFolder, exportTool, INDEX } from '../../exports.js';
import { installLinks } from '../../install-links.js';
import { parameterSchema } from '../../schema.js';
import type { Dataset, PageAnswer, PageRequest } from '../page.js';
import { fieldMeanings } from '../table.js';
import { toolPage } from '../tool-page.js';
import { type ExampleValues, exampleValues } from './example-values.js';

const PATH = '/api-docs';

export const apiDocs = toolPage({
  isPresentOnly: true,
  path: PATH,
  nav: 'API',
  tool: getCatalog,
  async render({ data }, request) {
    const values = await exampleValues(request);
    return {
      title: 'API',
      lede: 'Read-only JSON over HTTP, and the same questions as MCP tools. No key is needed. Every answer is { meta, data, error }.',
      body: html`<p>${limits(request, data.rateLimits)} An answer carries an <code>ETag</code> and stays the same until the next refresh. The machine-readable description is <a href="${request.to('/v1/openapi.json')}">/v1/openapi.json</a>; agents use <a href="${request.to('/llms.txt')}">POST /v1/mcp</a>.</p>
${connect(request)}
<h2>Endpoints</h2>
${request.tools.map(
  (
    tool,
  ) => html`<section class="endpoint"><h3 id="${anchor(tool)}"><a href="${request.to(`${PATH}/${anchor(tool)}`)}"><code>GET ${tool.path}</code></a></h3>
<p>${tool.purpose}.${mcpName(tool)}</p>
${curl(request, tool, values)}</section>
`,
)}
<h2>Errors</h2>
${errorTable()}`,
      json: '/v1/openapi.json',
      datasets: datasets(request),
    };
  },
});

/** One endpoint. */
export const endpointDocs = toolPage({
  isPresentOnly: true,
  path: `${PATH}/{endpoint}`,
  tool: getCatalog,
  async render(_answer, request) {
    const tool = request.tools.find((one) => anchor(one) === request.params.endpoint);
    if (tool === undefined) throw notFound('There is no such endpoint.');
    return {
      title: `GET ${tool.path}`,
      lede: `${tool.purpose}.`,
      body: endpoint(request, tool, await exampleValues(request)),
      json: '/v1/openapi.json',
    };
  },
});

/** The exports, as data sets. */
function datasets({ tools }: PageRequest): Dataset[] {
  return EXPORT_FOLDERS.filter((folder) => exportTool(tools, folder) !== undefined).map((folder) => ({
    ...DATASETS[folder],
    path: PATH,
    list: `/data/${folder}/${INDEX}.json`,
  }));
}

const DATASETS: Record<ExportFolder, Pick<Dataset, 'name' | 'description'>> = {
  congress: {
    name: 'Trades of members of Congress',
    description:
      'Periodic transaction reports under the STOCK Act as filed with the House and the Senate: one JSON file for each member, with every trade.',
  },
  insiders: {
    name: 'Transactions of corporate insiders',
    description:
      'Transactions on SEC Form 4 as filed: one JSON file for each director, officer or owner of more than ten percent.',
  },
  tickers: {
    name: 'Insider trades by company',
    description:
      'Open-market purchases and sales on SEC Form 4 as filed: one JSON file for each trading symbol, with the newest trades.',
  },
  trackers: {
    name: 'Tracked portfolios',
    description:
      'Holdings of selected filers of Form 13F, and disclosed trades of selected officials: one JSON file for each portfolio.',
  },
};

function limits(request: PageRequest, rateLimits: PageAnswer<typeof getCatalog>['data']['rateLimits']): Html {
  const { keyless, withKey } = rateLimits;
  if (keyless === null) return html`No limit is set here.`;
  const key = request.hasPage('/account')
    ? html`<a href="${request.to('/account')}">free key</a>`
    : 'free key';
  return html`${keyless} requests an hour for one address, ${withKey ?? 'without limit'} with a ${key} in <code>Authorization: Bearer</code>.`;
}

/** How to add the service to a host of agents. */
function connect({ baseUrl, to }: PageRequest): Html {
  const { claudeCode, cursor, vsCode } = installLinks(baseUrl);
  return html`<h2 id="agents">Connect an agent</h2>
<p><a href="${cursor}">Add to Cursor</a> · <a href="${vsCode}">Add to VS Code</a> · <a href="${to('/disclosed.mcpb')}">Bundle for Claude Desktop</a> · Claude Code:</p>
<pre><code>${claudeCode}</code></pre>`;
}

function errorTable(): Html {
  return html`<table role="table"><caption>Stable codes of <code>error.code</code></caption><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Code</th><th role="columnheader" scope="col">HTTP</th><th role="columnheader" scope="col">When</th></tr></thead>
<tbody role="rowgroup">${Object.entries(API_ERRORS).map(([code, { status, when }]) => html`<tr role="row"><td role="cell" data-head="Code"><span><code>${code}</code></span></td><td role="cell" data-head="HTTP"><span>${status}</span></td><td role="cell" data-head="When"><span>${when}</span></td></tr>`)}</tbody></table>`;
}

function endpoint(request: PageRequest, tool: Tool, values: ExampleValues): Html {
  const { properties, required } = parameterSchema(tool);
  const meanings = [...fieldMeanings(tool.output)];
  const paragraphs = tool.description.split('\n\n');
  return html`${curl(request, tool, values)}
<div class="prose">${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}<p>${mcpName(tool)}</p></div>
${Object.keys(properties).length > 0 && html`<h2>Parameters</h2><dl class="fields">${Object.entries(properties).map(([name, property]) => html`<div><dt><code>${name}</code>${required.includes(name) ? ' (required)' : ''}</dt><dd>${property.description ?? ''}</dd></div>`)}</dl>`}
${meanings.length > 0 && html`<h2>Fields of the answer</h2><dl class="fields">${meanings.map(([name, meaning]) => html`<div><dt><code>${name}</code></dt><dd>${meaning}</dd></div>`)}</dl>`}
<p><a href="${request.to(PATH)}">All endpoints</a></p>`;
}

function mcpName({ mcp, isWider }: Tool): Html | '' {
  if (mcp === null) return '';
  return html` <span class="note">MCP tool <code>${mcp}</code>${isWider === true && html`, offered at <code>/v1/mcp?tools=all</code>`}</span>`;
}

/** An example to copy, and a link to its answer where every value is known. */
function curl({ baseUrl, to }: PageRequest, tool: Tool, values: ExampleValues): Html {
  const { address, isKnown } = example(tool, values);
  return html`<pre><code>curl '${baseUrl}${address}'</code></pre>${isKnown && html`<p><a href="${to(address)}">Try it: the answer of this example</a></p>`}`;
}

function anchor(tool: Tool): string {
  return tool.path
    .slice(1)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
}

/** An example address. A parameter without a known value is shown as its name in capitals. */
function example(tool: Tool, values: ExampleValues): { address: string; isKnown: boolean } {
  const { required } = parameterSchema(tool);
  const known = (name: string) => (name === 'id' ? values[tool.path] : undefined) ?? values[name];
  const value = (name: string) => encodeURIComponent(known(name) ?? name.toUpperCase());
  const query = required
    .filter((name) => !tool.path.includes(`{${name}}`))
    .map((name) => `${name}=${value(name)}`);
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
  return {
    address: query.length > 0 ? `${path}?${query.join('&')}` : path,
    isKnown: required.every((name) => known(name) !== undefined),
  };
}
