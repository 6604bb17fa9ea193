/** Tables that are set with blanks in plain text. */

import { describe, expect, it } from '@jest/globals';
import { blocksOf, linesOf, readHtml } from '../../../src/registers/formats/html.js';
import { readTextTable } from '../../../src/registers/formats/text-table.js';

describe('a table in text', () => {
  it('is read from columns set apart by blanks, rows set apart by blank lines', () => {
    expect(
      readTextTable('Name         Ada Bramble\n\nPosition     Chair of\n             the Board\n'),
    ).toEqual([
      [['Name'], ['Ada Bramble']],
      [['Position'], ['Chair of', 'the Board']],
    ]);
  });

  it('begins a row at an enumerator', () => {
    expect(readTextTable('a)   Name      Ada\nb)   Post      Chair\n     or rank')).toEqual([
      [['a)'], ['Name'], ['Ada']],
      [['b)'], ['Post', 'or rank'], ['Chair']],
    ]);
  });

  it('is read from cells between drawn lines', () => {
    const text =
      '+----+-----+\n|Name|Ada  |\n|    |Brown|\n+----+-----+\n|Post|Chair|\n+----+-----+\nAfter it';
    expect(readTextTable(text)).toEqual([
      [['Name'], ['Ada', 'Brown']],
      [['Post'], ['Chair']],
      [['After it']],
    ]);
  });

  it('is not detected in prose, nor where there is only one gap', () => {
    expect(readTextTable('One sentence.  Another one.\nA third.  A fourth.')).toBeNull();
    expect(readTextTable('Place:   London\nThe end')).toBeNull();
  });

  it.each([
    ['blanks', `${'a  '.repeat(200_000)}\n${'b   '.repeat(200_000)}`],
    ['dashes', `${'-'.repeat(200_000)}x\n|a|b|\n|c|d|`],
    ['pipes', '|'.repeat(300_000)],
  ])('is read from a hostile text of %s', (_, text) => {
    expect(() => readTextTable(text)).not.toThrow();
  });
});

describe('preformatted text', () => {
  it('keeps its lines', () => {
    const blocks = blocksOf(readHtml(Buffer.from('<pre>One\n  two <b>three</b>\n\nfour</pre>')));
    expect(blocks.map((b) => b.kind)).toEqual(['line', 'line', 'line']);
    expect(linesOf(blocks)).toEqual(['One', 'two three', 'four']);
  });

  it('gives a table for each row that is set in columns, and what it holds of HTML as such', () => {
    const text = blocksOf(readHtml(Buffer.from('<pre>Title\n\nName   Ada\n\nPost   Chair</pre>')));
    expect(text.map((b) => b.kind)).toEqual(['line', 'table', 'table']);
    const html = blocksOf(readHtml(Buffer.from('<pre><table><tr><td>Ada</td></tr></table></pre>')));
    expect(html.map((b) => b.kind)).toEqual(['table']);
  });
});
