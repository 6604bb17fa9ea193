/** Arguments as they arrive, from a query string or from an agent, turned into what the tool's schema accepts. */

import { z } from 'zod/v3';
import { invalidParameter, type ParameterIssue } from '../../tools/contract/errors.js';
import { readMisnomers } from '../../tools/contract/misnomers.js';
import { takesSeveral } from '../../tools/contract/parameters.js';
import type { Tool } from '../../tools/contract/tool.js';
import { decodeCursor } from './cursor.js';

/** The values of a query parameter that was given more than once. */
export class RepeatedValues {
  constructor(readonly values: readonly unknown[]) {}
}

/** Arguments that say how rows are written and how many: with a cursor they may differ from one page to the next. */
const OF_A_PAGE: ReadonlySet<string> = new Set(['cursor', 'limit', 'fields', 'view', 'format']);

export interface ParsedArguments {
  /** What the schema of the tool gives. */
  input: Record<string, unknown>;
  /** The same text for every way of writing the same input. */
  canonical: string;
  /** Names that the tool does not know, sorted. */
  ignored: string[];
  /** What was read as another name or value: see tools/contract/misnomers.ts. */
  readAs: Record<string, string>;
}

/** A number as JSON writes it. Bare coercion would turn '', null and [] into 0. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const IGNORED_MAX = 20;
const IGNORED_NAME_MAX = 64;

/** @throws ApiError `invalid_parameter` with one issue for each parameter that is wrong. */
export function parseArguments(tool: Tool, given: Record<string, unknown>): ParsedArguments {
  const shape = tool.input.shape;
  const repeated = Object.keys(given).filter((name) => given[name] instanceof RepeatedValues);
  const { raw, readAs } = readMisnomers(
    withLists(given, repeated),
    new Set(Object.keys(shape)),
    tool.otherNames,
    (name, value) => shape[name]?.safeParse(value).success === true,
  );
  // A caller may also repeat the name of a method that every object has.
  const targetOf = (name: string) => (Object.hasOwn(readAs, name) ? readAs[name]?.split('=', 1)[0] : name);
  const severalTimes = new Set(repeated.map(targetOf));
  const named: Record<string, unknown> = {};
  const issues: ParameterIssue[] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const value = argumentOf(Object.hasOwn(raw, name) ? raw[name] : undefined, schema);
    if (severalTimes.has(name) && !takesSeveral(schema))
      issues.push({ path: name, message: `${name} is given more than once; give it once` });
    else if (value !== undefined && value !== null) named[name] = value;
  }
  const frozen = issues.length === 0 ? queryOfCursor(tool, named) : {};
  const parsed = tool.input.safeParse({ ...frozen, ...named });
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    const name = String(path[0] ?? '');
    if (!issues.some((issue) => issue.path === name)) issues.push({ path: name, message });
  }
  if (!parsed.success || issues.length > 0) throw invalidParameter(issues);
  if (parsed.data.cursor !== undefined) requireSameQuery(tool, frozen, parsed.data);
  return {
    input: parsed.data,
    canonical: JSON.stringify(Object.keys(shape).map((name) => parsed.data[name])),
    ignored: unknownNames(raw, shape),
    readAs,
  };
}

/** A parameter that was given several times, as a list. */
function withLists(given: Record<string, unknown>, repeated: readonly string[]): Record<string, unknown> {
  if (repeated.length === 0) return given;
  // The names are those of repeated values.
  const lists = repeated.map((name) => [name, (given[name] as RepeatedValues).values]);
  return { ...given, ...Object.fromEntries(lists) };
}

function argumentOf(value: unknown, schema: z.ZodTypeAny): unknown {
  return isNumeric(schema) ? asNumber(value) : value;
}

/** What names the rows of a list, without how they are written. */
export function queryOf(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && !OF_A_PAGE.has(name)),
  );
}

/** The arguments that the cursor in `given` stands for; none without a cursor that could be one. */
function queryOfCursor(tool: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const schema = tool.input.shape.cursor;
  if (schema === undefined || given.cursor === undefined || !schema.safeParse(given.cursor).success)
    return {};
  // The schema of a cursor is a text.
  return queryOf(decodeCursor(given.cursor as string, tool.path).query);
}

/** @throws ApiError `invalid_parameter` if the arguments beside a cursor are not those that it continues. */
function requireSameQuery(
  tool: Tool,
  frozen: Record<string, unknown>,
  parsed: Record<string, unknown>,
): void {
  for (const name of Object.keys(tool.input.shape)) {
    if (OF_A_PAGE.has(name) || JSON.stringify(parsed[name]) === JSON.stringify(frozen[name])) continue;
    const value = frozen[name];
    const was = value === undefined ? `no ${name}` : `${name}=${String(value)}`;
    // No path can leave its parameter out.
    const how = tool.path.includes(`{${name}}`) ? `with ${was}` : `without ${name}`;
    const message = `The cursor continues a query with ${was}. Give the cursor ${how}, or the new arguments without cursor.`;
    throw invalidParameter([{ path: name, message }]);
  }
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
