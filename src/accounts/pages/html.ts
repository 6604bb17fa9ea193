/** HTML as template literals: whatever is put in is escaped, unless it is HTML already. */

export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | number | Html | null | readonly Html[];

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => text + written(pieces[index - 1] as Piece) + part));
}

function written(piece: Piece): string {
  if (piece === null) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map((one) => one.text).join('');
  return String(piece).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
