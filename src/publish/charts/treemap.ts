/** Holdings as areas: the largest thirty, and the others together. */

import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { shortUsd } from '../pages/figures.js';
import { type Html, html } from '../pages/html.js';

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
/** Characters of our tick size that fit into a unit of width. */
const CHARACTER = 7.2;

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
  const fits = height > 18 && width > name.length * CHARACTER + 8;
  return html`<g><title>${name}: ${shortUsd(value)}</title><rect class="area shade-${index % 4}" x="${round(leaf.x0)}" y="${round(leaf.y0)}" width="${round(width)}" height="${round(height)}"/>${fits && html`<text class="inside" x="${round(leaf.x0 + 5)}" y="${round(leaf.y0 + 15)}">${name}</text>`}${fits && height > 34 && html`<text class="inside" x="${round(leaf.x0 + 5)}" y="${round(leaf.y0 + 30)}">${shortUsd(value)}</text>`}</g>`;
})}
</svg></figure>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
