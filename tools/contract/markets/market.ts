/** What the description of a European market contains. Everything that the service says about a market comes from it. */

import { z } from 'zod/v3';
import type { PublicSource } from '../publishers.js';
import { erratum } from '../shapes/erratum.js';

/** A column of the market's page, after those that all markets share. */
export interface MarketColumn<Field extends string = string> {
  field: Field;
  head: string;
  /**
   * `amount` is a number; `price` one in the currency of its row, `value` an amount with that currency; `position` words
   * of the register, which have a translation; `original` a link. Text if absent.
   */
  as?: 'amount' | 'price' | 'value' | 'position' | 'original';
}

export interface EuMarket<Source extends string = string, Row extends z.AnyZodObject = z.AnyZodObject> {
  /** The country, in English. */
  name: string;
  /** The id of the register, which is also the name of its folder. */
  register: string;
  /** The register's name, as the catalog and the pages show it. */
  registerName: string;
  source: PublicSource<Source>;
  currency: string;
  /** Rows in `currency` below this value are left out. Rows in another currency are not. */
  floor: number;
  /** The time zone in which the register counts its days. */
  timeZone: string;
  /** The register's words for an acquisition and a disposal; null where they are free text. */
  words: { acquisition: string; disposal: string } | null;
  /** Rows that only some markets leave out. */
  leavesOut?: readonly string[];
  /** Whether answers name their page in `meta.attribution`. */
  hasAttribution?: true;
  /** What an agent must know about the fields of this market. */
  fieldNote?: string;
  /** What a reader of the page must know. */
  caveat: string;
  /** The public row. */
  row: Row;
  /** The fields of the public row that hold the nature of the transaction and its value. */
  mainFields: readonly [nature: string, value: string];
  columns: readonly MarketColumn[];
}

/** The parts of a description that name fields, so that a wrong name does not compile. */
interface FieldNames<Field extends string> {
  mainFields: readonly [nature: Field, value: Field];
  columns: ReadonlyArray<MarketColumn<Field>>;
}

/** Checks a description, and keeps the type of its row. */
export function defineMarket<const Source extends string, Row extends z.AnyZodObject>(
  market: EuMarket<Source, Row> & FieldNames<keyof z.infer<Row> & string>,
): EuMarket<Source, Row> {
  return market;
}

/** The fields that every market has. */
export const sharedFields = {
  filingId: z.string().describe('Composite id, unique within the market'),
  publicationAt: z.string().describe('When the register published it, ISO 8601 UTC with milliseconds'),
  issuerName: z.string(),
  pdmrName: z
    .string()
    .describe('Person discharging managerial responsibilities, as filed; empty when the register names none'),
  direction: z
    .enum(['P', 'S'])
    .nullable()
    .describe('P acquisition, S disposal; null when the register’s word is neither'),
  erratum,
};

/** Fields that several markets have. */
export const transactionDate = z.string().describe('Date of the trade, YYYY-MM-DD');
export const currency = z.string().describe('ISO code as filed; all amounts of the row are in it');
export const isin = z.string().describe('Empty when the register gives none');
export const registerPage = z.string().describe('The register’s own page for the issuer or the notification');
export const rawArtefactUrl = z.string().describe('The notification itself');
