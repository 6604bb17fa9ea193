/** Recognises the pages of eFD. The status proves nothing here: a lost session returns 200 too. */

import { elementsWhere, type HtmlElement, textOf } from '../../formats/html.js';
import { lookUpWord } from '../../formats/word-list.js';

/** `lost`: the search form or the agreement in place of a report; `unknown`: none of the known pages. */
export type PageKind = 'report' | 'paper' | 'lost' | 'unknown';

const TITLES: Record<string, PageKind> = {
  'eFD: Print Periodic Transaction Report': 'report',
  'eFD: View Report': 'paper',
  'eFD: Find Reports': 'lost',
  'eFD: Home': 'lost',
};

export function pageKind(page: HtmlElement): PageKind {
  const byTitle = lookUpWord(TITLES, titleOf(page));
  if (byTitle !== undefined) return byTitle;
  const form = elementsWhere(
    page,
    ({ tag, attributes }) => tag === 'form' && /^(agreement_form|searchForm)$/.test(attributes.id ?? ''),
  );
  return form.length > 0 ? 'lost' : 'unknown';
}

export function titleOf(page: HtmlElement): string {
  const title = elementsWhere(page, ({ tag }) => tag === 'title')[0];
  return title === undefined ? '' : textOf(title);
}

/** The token of the agreement's form; null when the page holds no agreement. */
export function agreementToken(page: HtmlElement): string | null {
  const form = elementsWhere(
    page,
    ({ tag, attributes }) => tag === 'form' && attributes.id === 'agreement_form',
  )[0];
  if (form === undefined) return null;
  const input = elementsWhere(
    form,
    ({ tag, attributes }) => tag === 'input' && attributes.name === 'csrfmiddlewaretoken',
  )[0];
  return input?.attributes.value || null;
}
