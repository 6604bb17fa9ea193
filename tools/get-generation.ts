/** The signed manifest of one generation. */

import { z } from 'zod/v3';
import { requireManifest, requireNewest, toDetail } from './contract/generation-answers.js';
import { generationDetail } from './contract/shapes/generation.js';
import { defineTool } from './contract/tool.js';

const RULE = 'generation must be a number from 0, or latest';

export default defineTool({
  mcp: null,
  title: 'The signed manifest of a generation',
  path: '/v1/generations/{generation}',
  purpose: 'The signed manifest of one generation: every table with its rows and a hash',
  description:
    'The manifest of one generation: tables with rows and hashes, the manifest before it, the signed text and its signatures. docs/proof.md says how to check them. 404 for a generation without a manifest.',
  input: z.object({
    generation: z
      .union([z.string(), z.number()], { errorMap: () => ({ message: RULE }) })
      .transform(String)
      .refine((text) => /^(?:latest|\d{1,12})$/.test(text), RULE)
      .describe('Number of the generation, or latest'),
  }),
  output: generationDetail,
  async run({ generation }, { reads, baseUrl }) {
    const newest = await requireNewest(reads);
    const found = generation === 'latest' ? newest : await requireManifest(reads, Number(generation));
    const data = toDetail(found, baseUrl);
    return {
      data,
      count: 1,
      source: 'catalog',
      fetchedAt: data.publishedAt,
      page: null,
      governmentWork: false,
    };
  },
});
