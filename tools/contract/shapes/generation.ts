/** The public shapes of generations, of their signed manifests, and of the documents behind records (docs/proof.md). */

import { z } from 'zod/v3';

const SHA256 = '64 hexadecimal digits';

export const publishedGeneration = z.object({
  generation: z.number().int().describe('Grows with every generation'),
  publishedAt: z.string().describe('When it was published, ISO 8601 UTC, by the clock of the writer'),
  at: z
    .string()
    .nullable()
    .describe('The moment of the data, ISO 8601 UTC; null before anything was derived'),
  sha256: z.string().describe(`SHA-256 of the signed text of its manifest: ${SHA256}`),
  parent: z.string().nullable().describe('sha256 of the manifest before it; null for the first'),
  key: z.string().describe('Id of the key that signs it'),
  rows: z.number().int().describe('Rows of all tables together'),
  url: z.string().describe('Address of the whole manifest'),
});
export type PublishedGeneration = z.infer<typeof publishedGeneration>;

export const generationDetail = publishedGeneration.extend({
  isFilling: z
    .boolean()
    .describe('True while the initial import of a source ran: rows entered because they were read late'),
  program: z.string().describe('Version of the program that published it'),
  tablesVersion: z
    .number()
    .int()
    .describe('Version of the tables: the same data has other hashes in another version'),
  tables: z
    .array(z.object({ name: z.string(), rows: z.number().int(), sha256: z.string() }))
    .describe('Each table with its number of rows and the SHA-256 of the sum of their hashes'),
  publicKey: z.object({
    id: z.string(),
    algorithm: z.literal('Ed25519'),
    publicKey: z.string().describe('32 bytes in base64'),
  }),
  text: z.string().describe('The signed text, exactly: the JSON of the manifest'),
  signatures: z
    .array(z.object({ key: z.string(), signature: z.string() }))
    .describe('Ed25519 over "disclosed manifest", a line feed and text; base64'),
});
export type GenerationDetail = z.infer<typeof generationDetail>;

export const recordSource = z.object({
  record: z.string().describe('Accession number, or id of the report or notification'),
  register: z.string().describe('Id of the register'),
  document: z
    .string()
    .describe('Name of the document in the register: the record itself, or a file of many records'),
  documentUrl: z.string().describe('Where it was downloaded; empty for a file that the operator saved'),
  sha256: z.string().describe(`SHA-256 of the bytes as they were downloaded: ${SHA256}`),
  bytes: z.number().int().describe('Their number'),
  retrievedAt: z.string().describe('When these bytes were first seen, ISO 8601 UTC'),
});
export type RecordSource = z.infer<typeof recordSource>;
