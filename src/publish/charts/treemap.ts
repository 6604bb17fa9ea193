/** Holdings as areas: the largest thirty, and one area for all others. */

import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { type Html, html } from '../../html.js';
import { shortUsd, toTenth } from '../figures.js';

export interface Area {
  name: string;
  value: number;
}

interface Node extends Area {
  children?: Node[];
}

const WIDTH = 600;
const HEIGHT = 280;
const MOST = 30;
/** Width of a character and height of a line in units of the chart. On a narrow screen words take more units. */
const WIDE = { character: 7.2, line: 15 };
const NARROW = { character: 12, line: 25 };

export function areas(title: string, given: readonly Area[]): Html | '' {
  const sorted = given.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  if (sorted.length < 2) return '';
  const others = sorted.slice(MOST);
  const children: Node[] = sorted.slice(0, MOST);
  if (others.length > 0)
    children.push({
      name: `${others.length} others`,
      value: others.reduce((sum, { value }) => sum + value, 0),
    });
  const total = children.reduce((sum, { value }) => sum + value, 0);
  const root = treemap<Node>().size([WIDTH, HEIGHT]).paddingInner(2).tile(treemapSquarify)(
    hierarchy<Node>({ name: '', value: 0, children }).sum((node) =>
      node.children === undefined ? node.value : 0,
    ),
  );
  return html`<figure class="chart"><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${children
    .slice(0, 5)
    .map(({ name, value }) => `${name} ${Math.round((value / total) * 100)}%`)
    .join(', ')}">
${root.leaves().map((leaf, index) => {
  const [width, height] = [leaf.x1 - leaf.x0, leaf.y1 - leaf.y0];
  const { name, value } = leaf.data;
  const figure = shortUsd(value);
  const lines = (size: typeof WIDE) =>
    width < name.length * size.character + 8
      ? 0
      : height > 2 * size.line + 6 && width > figure.length * size.character + 8
        ? 2
        : height > size.line + 4
          ? 1
          : 0;
  const [wide, narrow] = [lines(WIDE), lines(NARROW)];
  const at = (line: number) =>
    html`class="inside${narrow < line ? ' middle' : ''}" x="${toTenth(leaf.x0 + 5)}" y="${toTenth(leaf.y0 + 2)}" dy="${line === 1 ? 1.1 : 2.4}em"`;
  return html`<g><title>${name}: ${figure}</title><rect class="area shade-${index % 4}" x="${toTenth(leaf.x0)}" y="${toTenth(leaf.y0)}" width="${toTenth(width)}" height="${toTenth(height)}"/>${wide > 0 && html`<text ${at(1)}>${name}</text>`}${wide > 1 && html`<text ${at(2)}>${figure}</text>`}</g>`;
})}
</svg></figure>`;
}
