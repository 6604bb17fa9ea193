/** HTML that cannot be injected into: whatever is put into the `html` template is escaped, unless it is HTML of ours. */

/** A piece of finished HTML. Made only here, so that no filed text can pass for it. */
export class Html {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template. Null, undefined and false leave nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Control characters and those that turn the direction of text: a filed name must not rearrange a page. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function escapeHtml(text: string): string {
  return text
    .replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : ' '))
    .replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce(
      (text, string, index) => text + string + (index < parts.length ? render(parts[index]) : ''),
      '',
    ),
  );
}

/** HTML that a library of ours made, or a constant. Never filed text. */
export function trusted(text: string): Html {
  return new Html(text);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (Array.isArray(part)) return part.map(render).join('');
  return escapeHtml(String(part));
}
