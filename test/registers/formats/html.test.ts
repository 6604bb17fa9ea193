/** The HTML parser: tables, text, and hostile documents. */

import { describe, expect, it } from '@jest/globals';
import {
  blocksOf,
  elementsWhere,
  type HtmlBlock,
  linesOf,
  readHtml,
  textOf,
} from '../../../src/registers/formats/html.js';
import fc from '../../property.js';

const lines = (html: string): string[] => linesOf(blocksOf(readHtml(Buffer.from(html))));

describe('the HTML parser', () => {
  it.each([
    ['inline tags leave nothing', '<p><span>N</span><b>a</b><i>me</i></p>', ['Name']],
    ['block tags end the line', '<div>a<p>b</p>c</div><ul><li>d<li>e</ul>', ['a', 'b', 'c', 'd', 'e']],
    ['a break ends the line', 'a<br>b<br/>c', ['a', 'b', 'c']],
    ['white space is folded', '<p> a\n&nbsp;&nbsp; b\u200b\u00ad </p>', ['a b']],
    [
      'white space between inline tags stays',
      '<p><span>Ada</span> <span>Bramble</span></p>',
      ['Ada Bramble'],
    ],
    ['entities are characters', '&pound;1 &#163;2 &amp;', ['£1 £2 &']],
    ['scripts, styles and titles are not seen', '<title>t</title><style>s</style><script>x</script>a', ['a']],
    ['hidden text is not seen', '1.25<span style="display: none">99</span><b hidden>0</b>', ['1.25']],
    ['footnote marks are not figures', '500<sup>1</sup> 4<sup>th</sup> 7<sup>(2)</sup>*', ['500 4th 7*']],
    ['unclosed and crossed tags are read', '<p>a<b>b<p>c</b>d', ['ab', 'cd']],
  ])('%s', (_, html, expected) => expect(lines(html)).toEqual(expected));

  it('gives tables as rows of cells, nested ones inside their cell', () => {
    const blocks = blocksOf(
      readHtml(
        Buffer.from(
          '<p>x</p><table><caption>c</caption><tr><th rowspan=2>a<td colspan="3">b<table><tr><td>n</table></table>',
        ),
      ),
    );
    const line = (text: string): HtmlBlock => ({ kind: 'line', text });
    const nested: HtmlBlock = { kind: 'table', rows: [[{ blocks: [line('n')], colspan: 1, rowspan: 1 }]] };
    expect(blocks).toEqual([
      line('x'),
      {
        kind: 'table',
        rows: [
          [{ blocks: [line('c')], colspan: 1, rowspan: 1 }],
          [
            { blocks: [line('a')], colspan: 1, rowspan: 2 },
            { blocks: [line('b'), nested], colspan: 3, rowspan: 1 },
          ],
        ],
      },
    ]);
  });

  it('finds elements with their attributes', () => {
    const root = readHtml(
      Buffer.from('<div class="x"><span class="label">A</span><span class="value">B</span></div>'),
    );
    const spans = elementsWhere(root, (e) => e.tag === 'span');
    expect(spans.map((e) => [e.attributes.class, textOf(e)])).toEqual([
      ['label', 'A'],
      ['value', 'B'],
    ]);
  });

  it("reads UTF-8 regardless of the page's charset, and western bytes when the page says so", () => {
    const utf8 = Buffer.from('<meta charset="us-ascii"><p>£5</p>');
    expect(linesOf(blocksOf(readHtml(utf8)))).toEqual(['£5']);
    const western = Buffer.from('<meta charset="windows-1252"><p>£5</p>', 'latin1');
    expect(linesOf(blocksOf(readHtml(western)))).toEqual(['£5']);
    const lost = Buffer.from('<meta charset="us-ascii"><p>£5</p>', 'latin1');
    expect(linesOf(blocksOf(readHtml(lost)))).toEqual(['\ufffd5']);
  });

  it('never fails, and keeps the text of tags nested without end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void blocksOf(readHtml(Buffer.from(bytes)))),
    );
    expect(lines(`${'<div>'.repeat(50_000)}deep`)).toEqual(['deep']);
    expect(lines(`${'<table><tr><td>'.repeat(2_000)}deep`)).toEqual(['deep']);
  });
});
