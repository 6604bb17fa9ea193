/** The JSON Schemas of a tool: its arguments, the data of its answers, and its answers as agents get them. */

import type { z } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';
import type { Tool } from '../../tools/contract/tool.js';
import { type Json, META } from './openapi/components.js';

export interface ParameterSchema {
  type: 'object';
  properties: Record<string, { description?: string }>;
  /** Always present, also when empty: some hosts require it. */
  required: string[];
}

/** @throws Error when the converter lost the parameters. It does so silently for a schema of another version of zod. */
export function parameterSchema(tool: Tool): ParameterSchema {
  // The input is an object, so its schema has these keywords if the converter knows it.
  const converted = zodToJsonSchema(tool.input, {
    $refStrategy: 'none',
    target: 'jsonSchema7',
  }) as Partial<ParameterSchema>;
  const properties = converted.properties ?? {};
  if (Object.keys(properties).length !== Object.keys(tool.input.shape).length)
    throw new Error(`the schema of ${tool.path} lost its parameters`);
  return { type: 'object', properties, required: converted.required ?? [] };
}

/** The schema of an answer's data; and the list in it whose rows the parameter `fields` may shorten, null without one. */
export interface DataSchema {
  schema: Json;
  /** The same object as in `schema`. Its `items` are a whole row. */
  rows: Json | null;
}

/** The schema of the data of `tool`'s answers; `output` is part of them. */
export function dataSchema(tool: Tool, output: z.ZodTypeAny = tool.output): DataSchema {
  const schema = openSchema(output);
  const place = /each row of (\w+)/.exec(parameterSchema(tool).properties.fields?.description ?? '')?.[1];
  if (place === undefined) return { schema, rows: null };
  // The description of `fields` names a property of the answer whose value is a list.
  const rows = place === 'data' ? schema : ((schema.properties as Record<string, Json>)[place] as Json);
  return { schema, rows };
}

/**
 * The schema of what a tool returns to an agent as an object: the envelope. It holds for all arguments, so rows that may be
 * shortened need none of their fields, and a list may be a table where the tool can write one. It has no descriptions,
 * because hosts give it to their model with each tool.
 */
export function outputSchema(tool: Tool): Json {
  const { schema, rows } = dataSchema(tool);
  if (rows !== null) loosen(tool, rows);
  const { otherData } = tool;
  const usual = withoutDescriptions(schema);
  const data =
    otherData === undefined ? usual : { anyOf: [usual, withoutDescriptions(openSchema(otherData.schema))] };
  const meta = withoutDescriptions(META);
  const properties = { meta, data, error: { type: 'null' } };
  return { type: 'object', required: ['meta', 'data', 'error'], properties };
}

/** Lets the list `rows` be what the parameters `fields`, `group`, `forms` and `format` make of it. */
function loosen({ groupRow, formsRow, input }: Tool, rows: Json): void {
  // The schema of a list has the schema of its rows.
  const part = withoutRequired(rows.items as Json);
  const others = [groupRow, formsRow].flatMap((row) =>
    row === undefined ? [] : [withoutRequired(openSchema(row))],
  );
  rows.items = others.length === 0 ? part : { anyOf: [part, ...others] };
  if (!Object.hasOwn(input.shape, 'format')) return;
  const list = { type: rows.type, items: rows.items };
  delete rows.type;
  delete rows.items;
  rows.anyOf = [list, TABLE];
}

const TABLE: Json = {
  type: 'object',
  required: ['columns', 'rows'],
  properties: {
    columns: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: { type: 'array' } },
  },
};

/** The schema of a value; objects may have more fields than it names. */
export function openSchema(row: z.ZodTypeAny): Json {
  // A JSON Schema is an object.
  const converted = zodToJsonSchema(row, { $refStrategy: 'none', target: 'jsonSchema2019-09' }) as Json;
  delete converted.$schema;
  return withoutClosedObjects(converted);
}

/** Fields may be added later, so additional ones are allowed. */
function withoutClosedObjects(schema: Json): Json {
  const { additionalProperties: _closed, ...open } = schema;
  return withinSchema(open, withoutClosedObjects);
}

function withoutDescriptions(schema: Json): Json {
  const { description: _description, ...bare } = schema;
  return withinSchema(bare, withoutDescriptions);
}

/** `schema` with each schema inside it changed. */
function withinSchema(schema: Json, change: (inner: Json) => Json): Json {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    // An object that is neither null nor a list.
    return typeof value === 'object' && value !== null ? change(value as Json) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties'
        ? // `properties` of a JSON Schema holds a schema for each name.
          Object.fromEntries(
            Object.entries(value as Record<string, Json>).map(([name, one]) => [name, change(one)]),
          )
        : inside(value),
    ]),
  );
}

/** `row`, or each of its alternatives, with no required field. */
function withoutRequired(row: Json): Json {
  // `anyOf` of a JSON Schema is a list of schemas.
  if (Array.isArray(row.anyOf))
    return { ...row, anyOf: row.anyOf.map((one) => withoutRequired(one as Json)) };
  const { required: _required, ...rest } = row;
  return rest;
}
