/** How every derived figure is made: the project's own documents, rendered. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { packageRoot } from '../../package-root.js';
import { trusted } from './html.js';
import type { Page } from './page.js';

const FOLDER = 'docs/methodology';
/** Raw HTML stays text: the documents have no need of it. */
const markdown = new MarkdownIt({ html: false, linkify: false });

export const methodology: Page = {
  path: '/methodology',
  needs: [],
  async render() {
    return {
      title: 'How figures are made',
      lede: 'Filings are reproduced as filed. Whatever is derived from them is explained here, with an example that anybody can work out by hand.',
      body: trusted(`<div class="prose">${methodologyDocuments().map(rendered).join('\n')}</div>`),
    };
  },
};

/** Documents below docs/methodology in the order of their names, and METHODOLOGY.md where there is one. */
export function methodologyDocuments(): string[] {
  const folder = join(packageRoot(), FOLDER);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));
  const single = join(packageRoot(), 'METHODOLOGY.md');
  return [...files, ...(existsSync(single) ? [single] : [])].map((file) => readFileSync(file, 'utf8'));
}

/** Headings go one level down, because the page has its own; the marks of generated parts go away. */
export function rendered(document: string): string {
  const text = document.replace(/^<!--.*?-->\n?/gm, '');
  return markdown
    .render(text)
    .replace(/<(\/?)h([1-5])>/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}>`);
}
