/** HTML that is safe from injection: the `html` template escapes every value, except HTML that it made itself. */

/** A piece of finished HTML. Only this file makes one, so filed text never counts as HTML. */
export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** A value of a template. Null, undefined and false leave nothing. */
type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Control characters and characters that change the direction of text: a filed name must not rearrange a page. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function escapeHtml(text: string): string {
  return text
    .replace(INVISIBLE, (character) => (character === '\n' || character === '\t' ? character : ' '))
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(
    strings.reduce(
      (text, string, index) => text + string + (index < parts.length ? render(parts[index]) : ''),
      '',
    ),
  );
}

/** HTML from a trusted library, or a constant. Never filed text. */
export function trusted(text: string): Html {
  return new Html(text);
}

function render(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (Array.isArray(part)) return part.map(render).join('');
  return escapeHtml(String(part));
}
