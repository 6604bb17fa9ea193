/** Translates SQL text with `?` for values to the text that PostgreSQL reads, with `$1`, `$2`, … */

/** What is copied as it is: text and names in quotes, and comments. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;
/** Questions with lists of different lengths are different texts. */
const TEXTS_MAX = 2000;
const translated = new Map<string, string>();

/** Each text is translated once. */
export function postgresText(sql: string): string {
  let text = translated.get(sql);
  if (text === undefined) {
    let values = 0;
    text = sql.replace(QUOTED, (part) => {
      if (part !== '?') return part;
      values += 1;
      return `$${values}`;
    });
    if (translated.size >= TEXTS_MAX) translated.clear();
    translated.set(sql, text);
  }
  return text;
}

/** One row in the text format of COPY, with the end of the line. */
export function copyLine(row: ReadonlyArray<string | number | Buffer | null>): string {
  let line = '';
  for (const [i, value] of row.entries()) {
    if (i > 0) line += '\t';
    if (value === null) line += '\\N';
    else if (typeof value === 'number') line += value;
    else if (typeof value === 'string') line += NEEDS_ESCAPE.test(value) ? escaped(value) : value;
    // In COPY a backslash stands for itself only when it is doubled.
    else line += `\\\\x${value.toString('hex')}`;
  }
  return `${line}\n`;
}

const NEEDS_ESCAPE = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
}
