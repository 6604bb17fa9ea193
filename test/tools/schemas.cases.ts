/**
 * The description and schema of each tool are in a committed file, so that a change shows as a difference.
 * UPDATE_SCHEMAS=1 rewrites the files; a missing one fails.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.js';
import { tools } from '../../tools/index.js';
import { type Service, startService } from '../transports/service.js';

describe('tools/schemas', () => {
  interface ListedTool {
    description: string;
    inputSchema: { properties: { limit?: { default: number } } };
  }

  const folder = join(packageRoot(), 'test/tools/schemas');
  const names = tools.flatMap((tool) => tool.mcp ?? []);
  let service: Service;
  const listed = new Map<string, { inputSchema: { properties: object; required: string[] } }>();

  beforeAll(async () => {
    service = await startService();
    const body = '{"id":1,"method":"tools/list"}';
    const { result } = JSON.parse((await service.ask('/v1/mcp?tools=all', { method: 'POST', body })).text);
    for (const tool of result.tools) listed.set(tool.name, tool);
  });
  afterAll(() => service.close());

  it.each(names)('%s is listed as in its file', (name) => {
    const text = `${JSON.stringify(listed.get(name), null, 2)}\n`;
    const file = join(folder, `${name}.json`);
    if (process.env.UPDATE_SCHEMAS === '1') writeFileSync(file, text);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text));
  });

  it.each(names)('%s says how large an answer is, and does not lift the guard of a host', (name) => {
    const text = JSON.stringify(listed.get(name));
    expect(text).toMatch(/\btokens\b/);
    expect(text).not.toContain('maxResultSizeChars');
  });

  // The contract fixes the sizes of the nine.
  it.each(tools.flatMap(({ mcp, isWider }) => (mcp !== null && isWider === true ? [mcp] : [])))(
    '%s has a default answer that a host takes',
    (name) => {
      const { description, inputSchema } = listed.get(name) as unknown as ListedTool;
      const [, one = '', ofRow] = /Typical size: (?:\d+ to )?([\d,]+) tokens( an? )?/.exec(description) ?? [];
      const [, all] = /so the default \d+ are about ([\d,]+)/.exec(description) ?? [];
      const number = (text: string) => Number(text.replaceAll(',', ''));
      const tokens = number(one) * (ofRow === undefined ? 1 : (inputSchema.properties.limit?.default ?? 1));
      expect(tokens).toBeGreaterThan(0);
      expect(tokens).toBeLessThan(25_000);
      expect(Math.abs(tokens - number(all ?? String(tokens)))).toBeLessThan(1000);
    },
  );

  it('no file of a removed tool is left', () => {
    expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.json`).sort());
  });

  it.each(tools.map((tool) => [tool.path, tool] as const))(
    '%s has a description for each parameter',
    (_path, tool) => {
      for (const [name, schema] of Object.entries(tool.input.shape))
        expect([name, schema.description]).not.toEqual([name, undefined]);
    },
  );
});
