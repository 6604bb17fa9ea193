/** How every derived figure is calculated: the project's own documents as one page. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { html, trusted } from '../../../html.js';
import { packageRoot } from '../../../package-root.js';
import type { Page } from '../page.js';

const FOLDER = 'docs/methodology';
/** Raw HTML stays text: the documents have none. */
const markdown = new MarkdownIt({ html: false, linkify: false });

export const methodology: Page = {
  isPresentOnly: true,
  path: '/methodology',
  needs: [],
  async render() {
    const chapters = methodologyDocuments().map(chapter);
    return {
      title: 'How figures are calculated',
      lede: 'Filings are reproduced as filed. Every figure derived from them is explained here, with an example that you can check by hand.',
      body: html`<nav aria-label="Chapters"><ul class="plain">${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${trusted(`<div class="prose">${chapters.map(({ body }) => body).join('\n')}</div>`)}`,
    };
  },
};

/** The documents of docs/methodology by name. METHODOLOGY.md comes after the first one, because its digests are made of those rows. */
function methodologyDocuments(): string[] {
  const folder = join(packageRoot(), FOLDER);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));
  const single = join(packageRoot(), 'METHODOLOGY.md');
  const [first = [], ...others] = files.map((file) => [file]);
  return [...first, ...(existsSync(single) ? [single] : []), ...others.flat()].map((file) =>
    readFileSync(file, 'utf8'),
  );
}

/** A document with an anchor in the page, made from its first heading. */
function chapter(document: string): { id: string; title: string; body: string } {
  const title = /^# (.+)$/m.exec(document)?.[1] ?? '';
  const id = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { id, title, body: rendered(document).replace('<h2>', `<h2 id="${id}">`) };
}

/** Headings go one level down, because the page has its own title. The markers of generated parts are removed. */
function rendered(document: string): string {
  const text = document.replace(/^<!--.*?-->\n?/gm, '');
  return markdown
    .render(text)
    .replace(/<(\/?)h([1-5])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`);
}

/** A text of the project's documents without paragraphs. */
export function renderedInline(text: string): string {
  return markdown.renderInline(text);
}
