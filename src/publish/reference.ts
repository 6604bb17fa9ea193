/** The generated parts of docs/reference.md: parameters, fields and numbers, from the schemas and rules of the contract. */

import type { z } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import * as rules from '../../tools/contract/rules.js';
import { catalog } from '../../tools/contract/shapes/catalog.js';
import { changeRow } from '../../tools/contract/shapes/change.js';
import { memberDetail, memberRow } from '../../tools/contract/shapes/congress.js';
import { clusterCard, streakEntry } from '../../tools/contract/shapes/digest.js';
import { correction } from '../../tools/contract/shapes/erratum.js';
import { filingRow } from '../../tools/contract/shapes/filing.js';
import { filingGroupRow } from '../../tools/contract/shapes/filing-group.js';
import { generationDetail, recordSource } from '../../tools/contract/shapes/generation.js';
import { majorHolder } from '../../tools/contract/shapes/holder.js';
import { insiderHit } from '../../tools/contract/shapes/insider.js';
import { insiderAnswer } from '../../tools/contract/shapes/insider-filing.js';
import { issuerDetail } from '../../tools/contract/shapes/issuer.js';
import { heldSecurity, holdersOf, managerDetail, managerHit } from '../../tools/contract/shapes/managers.js';
import { ownedLine } from '../../tools/contract/shapes/owned-line.js';
import { ownershipRow } from '../../tools/contract/shapes/ownership-row.js';
import { plannedSale } from '../../tools/contract/shapes/planned-sale.js';
import { registerQuality } from '../../tools/contract/shapes/quality.js';
import { anyRankedRow, ranking } from '../../tools/contract/shapes/ranking.js';
import { searchHit } from '../../tools/contract/shapes/search.js';
import { trackerDetail, trackerRow } from '../../tools/contract/shapes/tracker.js';
import {
  comparedPosition,
  positionQuarter,
  trackerChange,
  trackerQuarter,
} from '../../tools/contract/shapes/tracker-changes.js';
import { trackerView } from '../../tools/contract/shapes/tracker-view.js';
import { fetchedRecord } from '../../tools/fetch.js';
import { tools } from '../../tools/index.js';
import { parameterSchema } from './schema.js';

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** One table for each shape of the contract, by the name of its marker. */
const SHAPES: Record<string, z.ZodTypeAny> = {
  'shape-filing': filingRow,
  'shape-filing-group': filingGroupRow,
  'shape-insider-hit': insiderHit,
  'shape-search': searchHit,
  'shape-change': changeRow,
  'shape-fetched': fetchedRecord,
  'shape-issuer': issuerDetail,
  'shape-insider': insiderAnswer,
  'shape-cluster': clusterCard,
  'shape-streak': streakEntry,
  'shape-ranking': ranking.omit({ rows: true }),
  'shape-ranked': anyRankedRow,
  ...Object.fromEntries(Object.entries(EU_MARKETS).map(([country, { row }]) => [`shape-eu-${country}`, row])),
  'shape-major-holder': majorHolder,
  'shape-held-security': heldSecurity,
  'shape-holders-of': holdersOf,
  'shape-manager-hit': managerHit,
  'shape-manager-detail': managerDetail,
  'shape-planned-sale': plannedSale,
  'shape-ownership': ownershipRow,
  'shape-owned-line': ownedLine,
  'shape-member-row': memberRow,
  'shape-member': memberDetail,
  'shape-tracker-row': trackerRow,
  'shape-tracker': trackerDetail,
  // Its other lists have the rows of shapes above.
  'shape-tracker-view': trackerView
    .omit({ holdings: true, transactions: true, comparison: true, quarters: true, history: true })
    .extend({ changes: trackerChange.array().optional() }),
  'shape-tracker-quarter': trackerQuarter,
  'shape-compared-position': comparedPosition,
  'shape-position-quarter': positionQuarter.pick({
    quarter: true,
    periodEnd: true,
    filedAt: true,
    isAmended: true,
    priorQuarter: true,
  }),
  'shape-generation': generationDetail,
  'shape-record-source': recordSource,
  'shape-correction': correction,
  'shape-quality': registerQuality,
  'shape-catalog': catalog,
};

export const REFERENCE_PARTS: Record<string, () => string> = {
  parameters: parameterTables,
  'contract-limits': limitTable,
  markets: marketTable,
  ...Object.fromEntries(
    Object.entries(SHAPES).map(([name, shape]) => [name, () => fieldTable(schemaOf(shape))]),
  ),
};

function schemaOf(shape: z.ZodTypeAny): Schema {
  // `Schema` declares the keywords that the converter writes for our shapes.
  return zodToJsonSchema(shape, { $refStrategy: 'none', target: 'jsonSchema7' }) as Schema;
}

/** The parameters of every endpoint that has some. */
function parameterTables(): string {
  return tools
    .map((tool) => ({ tool, ...parameterSchema(tool) }))
    .filter(({ properties }) => Object.keys(properties).length > 0)
    .map(({ tool, properties, required }) =>
      [
        `**GET ${tool.path}**${tool.mcp === null ? '' : ` and the tool \`${tool.mcp}\``}`,
        '',
        '| Parameter | Type | Required | Meaning |',
        '|---|---|---|---|',
        // `Schema` declares more keywords of a parameter than `ParameterSchema`.
        ...Object.entries(properties as Record<string, Schema>).map(
          ([name, schema]) =>
            `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? 'yes' : 'no'} | ${cell(schema.description)} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Every field of a shape, nested ones by their path. */
function fieldTable(schema: Schema): string {
  return ['| Field | Type | Meaning |', '|---|---|---|', ...fieldRows(schema, '')].join('\n');
}

function fieldRows(schema: Schema, path: string): string[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = withoutNull(field);
    const presence = required.includes(name) ? '' : ', optional';
    return [
      `| \`${path}${name}\` | ${typeOf(field)}${presence} | ${cell(field.description)} |`,
      ...(inner.properties === undefined ? [] : fieldRows(inner, `${path}${name}.`)),
      ...(inner.items?.properties === undefined ? [] : fieldRows(inner.items, `${path}${name}[].`)),
    ];
  });
}

function typeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => (value === null ? 'null' : `\`${value}\``)).join(', ');
  const types = [schema.type ?? 'any'].flat();
  const named = types.map((type) => (type === 'array' ? `array of ${itemsOf(schema)}` : type));
  return named.join(' or ');
}

function itemsOf({ items }: Schema): string {
  const type = items === undefined ? 'any' : typeOf(items);
  return ['string', 'number', 'integer', 'boolean', 'object'].includes(type) ? `${type}s` : type;
}

/** The part of a nullable schema that has the fields. */
function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find((one) => one.type !== 'null') ?? schema;
}

function cell(text: string | undefined): string {
  return (text ?? '').replaceAll('|', '\\|');
}

const number = (value: number) => value.toLocaleString('en-US');

function limitTable(): string {
  const rows: Array<[string, string]> = [
    [
      'Requests without a key',
      `${rules.RATE_KEYLESS} per ${number(rules.RATE_WINDOW_SECONDS)} seconds and address`,
    ],
    ['Requests with a key', `${rules.RATE_KEYED} per ${number(rules.RATE_WINDOW_SECONDS)} seconds and key`],
    [
      'Form 4 window',
      `${rules.WINDOW_DAYS} days; \`since\` defaults to ${rules.DEFAULT_SINCE_DAYS} days ago`,
    ],
    ['`limit` of filings', range(rules.FILINGS_LIMIT)],
    ['`limit` of insider search', range(rules.SEARCH_LIMIT)],
    [
      '`q` of insider search',
      `${rules.SEARCH_QUERY_LENGTH.min} to ${rules.SEARCH_QUERY_LENGTH.max} characters`,
    ],
    ['`limit` of insider transactions', range(rules.INSIDER_ROWS_LIMIT)],
    ['Insider slug', `1 to ${rules.INSIDER_SLUG_MAX} characters`],
    ['Member slug', `1 to ${rules.MEMBER_SLUG_MAX} characters`],
    ['Tracker slug', `1 to ${rules.TRACKER_SLUG_MAX} characters`],
    [
      'Clusters',
      `at most ${rules.CLUSTERS_MAX}; ${rules.CLUSTER_MIN_INSIDERS} or more insiders in ${rules.CLUSTER_WINDOW_DAYS} days, each with USD ${number(rules.CLUSTER_MIN_USD)} or more`,
    ],
    [
      'Streaks',
      `at most ${rules.STREAKS_MAX}; ${rules.STREAK_MIN_WEEKS} or more consecutive weeks, USD ${number(rules.STREAK_MIN_USD)} or more; history of ${rules.STREAK_HISTORY_WEEKS} weeks`,
    ],
    ['European window', `${rules.EU_WINDOW_DAYS} days of publication`],
    ['`limit` of European rows', range(rules.EU_ROWS_LIMIT)],
    ['`limit` of a member’s trades', range(rules.TRADES_LIMIT)],
    [
      '`limit` of each part of a company',
      `${rules.ISSUER_ROWS_LIMIT.min} to ${rules.ISSUER_ROWS_LIMIT.max}, default ${rules.ISSUER_ROWS_LIMIT.brief}, with \`view=full\` ${rules.ISSUER_ROWS_LIMIT.full}`,
    ],
    ['`jsonrpc` of an MCP message', `at most ${rules.JSONRPC_VERSION_MAX} characters`],
    ['String `id` of an MCP message', `at most ${rules.JSONRPC_ID_MAX} characters`],
  ];
  return ['| Limit | Value |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

function range({ min, max, default: usual }: { min: number; max: number; default: number }): string {
  return `${min} to ${number(max)}, default ${number(usual)}`;
}

function marketTable(): string {
  const rows = Object.entries(EU_MARKETS).map(
    ([country, { floor, currency }]) => `| \`${country}\` | ${number(floor)} | ${currency} |`,
  );
  return ['| Market | Floor | Applies to rows in |', '|---|---|---|', ...rows].join('\n');
}
