/** The plain documents for agents, with the real address of this service in them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.js';

/** How the committed copies name the service. */
const LOCAL = 'http://127.0.0.1:8787';

export interface Document {
  path: string;
  type: string;
  body: string;
}

export function documents(baseUrl: string): Document[] {
  const text = (name: string) => readFileSync(join(packageRoot(), name), 'utf8').replaceAll(LOCAL, baseUrl);
  return [
    { path: '/llms.txt', type: 'text/plain; charset=utf-8', body: text('llms.txt') },
    { path: '/skill.md', type: 'text/markdown; charset=utf-8', body: text('skill.md') },
    { path: '/mcp.json', type: 'application/json; charset=utf-8', body: text('mcp.json') },
  ];
}
