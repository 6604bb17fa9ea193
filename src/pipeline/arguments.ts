/** Arguments as they arrive, from a query string or from an agent, turned into what the tool's schema accepts. */

import { z } from 'zod/v3';
import { invalidParameter, type ParameterIssue } from '../../tools/contract/errors.js';
import type { Tool } from '../../tools/contract/tool.js';

/** The value of a query parameter that was given more than once. */
export const REPEATED = Symbol('repeated');

export interface ParsedArguments {
  /** What the schema of the tool gives. */
  input: Record<string, unknown>;
  /** The same text for every way of writing the same input. */
  canonical: string;
  /** Names that the tool does not know, sorted. */
  ignored: string[];
}

/** A number as JSON writes it. Bare coercion would turn '', null and [] into 0. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const IGNORED_MAX = 20;
const IGNORED_NAME_MAX = 64;

/** @throws ApiError `invalid_parameter` with one issue for each parameter that is wrong. */
export function parseArguments(tool: Tool, raw: Record<string, unknown>): ParsedArguments {
  const shape = tool.input.shape;
  const given: Record<string, unknown> = {};
  const issues: ParameterIssue[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === REPEATED)
      issues.push({ path: name, message: `${name} is given more than once; give it once` });
    else if (value !== undefined && value !== null) given[name] = isNumeric(schema) ? asNumber(value) : value;
  }
  const parsed = tool.input.safeParse(given);
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    const name = String(path[0] ?? '');
    if (!issues.some((issue) => issue.path === name)) issues.push({ path: name, message });
  }
  if (!parsed.success || issues.length > 0) throw invalidParameter(issues);
  return {
    input: parsed.data,
    canonical: JSON.stringify(Object.keys(shape).map((name) => parsed.data[name])),
    ignored: unknownNames(raw, shape),
  };
}

/** The input that `canonical` was written from. */
export function inputFrom(tool: Tool, canonical: string): Record<string, unknown> {
  const values = JSON.parse(canonical) as unknown[];
  const members = Object.keys(tool.input.shape).map((name, index) => [name, values[index]] as const);
  // No tool accepts null: it is how JSON writes a parameter that was left out.
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && value.length <= 32 && NUMBER.test(value) ? Number(value) : value;
}

function isNumeric(schema: z.ZodTypeAny): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return isNumeric(schema.unwrap());
  if (schema instanceof z.ZodDefault) return isNumeric(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return isNumeric(schema.innerType());
  return schema instanceof z.ZodNumber;
}

function unknownNames(raw: Record<string, unknown>, shape: z.ZodRawShape): string[] {
  const names = Object.keys(raw).filter((name) => !Object.hasOwn(shape, name));
  const more = names.length - IGNORED_MAX;
  const shown = names
    .sort()
    .slice(0, IGNORED_MAX)
    .map((name) => [...name.slice(0, 2 * IGNORED_NAME_MAX)].slice(0, IGNORED_NAME_MAX).join(''));
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
