/** The columns of a public table, from the schema of its rows in the contract: names, types and meanings are written once. */

import { z } from 'zod/v3';

/** `json`: a list or an object, as JSON text. `boolean` is 0 or 1 in SQLite, and true or false in CSV and Parquet. */
export type PublicType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface PublicColumn {
  name: string;
  type: PublicType;
  description: string;
}

export type PublicValue = string | number | boolean | null;

/** The columns of an object, in its order: `issuerName` becomes `issuer_name`. */
export function columnsOf(shape: z.ZodObject<z.ZodRawShape>): PublicColumn[] {
  return Object.entries(shape.shape).map(([field, schema]) => ({
    name: columnName(field),
    type: typeOf(schema),
    description: schema.description ?? descriptionInside(schema),
  }));
}

/** The values of a record, in the order of `columnsOf`. A field that it does not have is null. */
export function valuesOf(
  shape: z.ZodObject<z.ZodRawShape>,
  types: readonly PublicColumn[],
  record: Readonly<Record<string, unknown>>,
): PublicValue[] {
  return Object.keys(shape.shape).map((field, at) => publicValue(record[field], types[at]?.type));
}

function publicValue(value: unknown, type: PublicType | undefined): PublicValue {
  if (value === undefined || value === null) return null;
  if (type === 'json') return JSON.stringify(value);
  // The schema of the row says that it is one of these.
  return value as PublicValue;
}

export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function typeOf(schema: z.ZodTypeAny): PublicType {
  const plain = withoutNull(schema);
  if (plain instanceof z.ZodBoolean) return 'boolean';
  if (plain instanceof z.ZodNumber) return plain.isInt ? 'integer' : 'real';
  if (plain instanceof z.ZodString || plain instanceof z.ZodEnum) return 'text';
  if (plain instanceof z.ZodLiteral) return typeof plain.value === 'boolean' ? 'boolean' : 'text';
  return 'json';
}

function withoutNull(schema: z.ZodTypeAny): z.ZodTypeAny {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return withoutNull(schema.unwrap());
  return schema;
}

function descriptionInside(schema: z.ZodTypeAny): string {
  return withoutNull(schema).description ?? '';
}
