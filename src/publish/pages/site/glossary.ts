/** The words of filings and figures, from the project's own glossary. Its words about the program are not for readers. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, trusted } from '../../../html.js';
import { packageRoot } from '../../../package-root.js';
import type { Page, PageRequest } from '../page.js';
import { renderedInline } from './methodology.js';

const FILE = 'docs/glossary.md';
const SECTION = 'Filings and their figures';

export const glossary: Page = {
  isPresentOnly: true,
  path: '/glossary',
  needs: [],
  async render(request) {
    return {
      title: 'Glossary',
      lede: 'Words of filings and of the figures that are made from them. Words of the registers keep the meaning that they have there.',
      body: html`<dl class="fields glossary">${glossaryTerms().map(({ term, text }) => html`<div><dt id="${idOf(term)}">${term}</dt><dd>${explained(request, text)}</dd></div>`)}</dl>`,
    };
  },
};

interface GlossaryTerm {
  term: string;
  /** Markdown. */
  text: string;
}

/** In alphabetical order. */
function glossaryTerms(): GlossaryTerm[] {
  const document = readFileSync(join(packageRoot(), FILE), 'utf8');
  const section = document.split(/^## /m).find((part) => part.startsWith(SECTION)) ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [term = '', ...lines] = part.split('\n');
      return { term, text: lines.join('\n').trim() };
    })
    .sort((a, b) => a.term.localeCompare(b.term, 'en'));
}

function idOf(term: string): string {
  return term.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** The documents of the project that a text links are pages here. */
function explained({ to }: PageRequest, text: string): Html {
  const linked = text
    .replaceAll('[METHODOLOGY.md]', '[How figures are calculated]')
    .replace(/\]\([^)]*METHODOLOGY\.md[^)]*\)|\]\(methodology\/[^)]*\)/g, `](${to('/methodology')})`)
    .replace(/\]\(reference\.md[^)]*\)/g, `](${to('/api-docs')})`);
  return trusted(renderedInline(linked));
}
