/** Questions in SQL over the newest dump, and its files. The page exists only where dumps are offered. */

import { z } from 'zod/v3';
import { ApiError } from '../../../../tools/contract/errors.js';
import type { Tool } from '../../../../tools/contract/tool.js';
import { type Html, html } from '../../../html.js';
import { count } from '../../figures.js';
import { SQL_EXAMPLES } from '../../sql-examples.js';
import type { Content, Page, PageRequest } from '../page.js';

const PATH = '/v1/sql';
const TABLES = 'SELECT "table", "rows", description FROM dump_tables ORDER BY "table"';

const answerShape = z.object({
  generation: z.number(),
  dataAt: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  isCut: z.boolean(),
});
type SqlData = z.infer<typeof answerShape>;

export const sqlPage: Page = {
  isPresentOnly: true,
  path: '/sql',
  needs: [PATH],
  query: ['sql'],
  async render(request): Promise<Content> {
    const sql = request.query.sql ?? '';
    const found = sql === '' ? null : await answerOf(request, sql);
    const tables = await answerOf(request, TABLES);
    return {
      title: 'SQL and downloads',
      lede: 'Read-only questions in SQL over the newest dump of the public tables, and its files. A dump may be a day old; an empty cell is unknown, never zero.',
      body: html`${form(request, sql)}
${found !== null && result(found)}
<h2>Tables</h2>
${result(tables)}
<h2>Examples</h2>
<ul>${SQL_EXAMPLES.map((one) => html`<li><a href="${request.to(`/sql?sql=${encodeURIComponent(one.sql)}`)}">${one.title}</a></li>`)}</ul>
${files(request)}`,
      json: sql === '' ? PATH : `${PATH}?sql=${encodeURIComponent(sql)}`,
      unlisted: true,
    };
  },
};

/** What the tool answers, or the sentence with which it refuses. */
async function answerOf(request: PageRequest, sql: string): Promise<SqlData | string> {
  // The page exists only with this tool.
  const tool = request.tools.find(({ path }) => path === PATH) as Tool;
  try {
    const { data } = await request.callTool(tool, { sql });
    return answerShape.parse(data);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'rate_limited') return error.message;
    throw error;
  }
}

function form(request: PageRequest, sql: string): Html {
  return html`<form action="${request.to('/sql')}" method="get">
<p><label for="sql">Question (SQLite)</label><br>
<textarea id="sql" name="sql" rows="6" cols="80" maxlength="4000" spellcheck="false">${sql}</textarea></p>
<p><button type="submit">Ask</button></p>
</form>`;
}

function result(found: SqlData | string): Html {
  if (typeof found === 'string') return html`<p class="empty">${found}</p>`;
  const { columns, rows, isCut, generation, dataAt } = found;
  return html`<div class="wide"><table>
<caption>${count(rows.length)} rows${isCut ? ': a part, more follow' : ''}; generation ${String(generation)}, data of ${dataAt}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((value) => html`<td>${value === null ? '–' : String(value)}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

function files({ dump, to }: PageRequest): Html | '' {
  if (dump === null) return '';
  return html`<h2>Files</h2>
<p>Generation ${String(dump.generation)}, made ${dump.madeAt}, signed by key <code>${dump.key.id}</code>. <code>disclosed verify</code> checks every byte against <a href="${to('/dumps/manifest.json')}">manifest.json</a>.</p>
<ul>${dump.files.map(({ name, bytes }) => html`<li><a href="${to(`/dumps/${name}`)}">${name}</a> ${count(Math.ceil(bytes / 1024))} KB</li>`)}</ul>`;
}
