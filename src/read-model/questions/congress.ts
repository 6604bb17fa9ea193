/** Members of Congress and their trades, newest disclosure first. */

import type { MemberDetailFacts, MemberQuery } from '../../../tools/contract/reads/congress.js';
import { SerializedJson, SerializedRows } from '../../../tools/contract/serialized-rows.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import type { SqlValue } from '../../database/database.js';
import type { GenerationTables } from '../question.js';
import { soundObject } from '../sound-json.js';
import { firstReadable, readableRecord, readableRows } from '../unreadable-rows.js';
import { countMatches } from './count-matches.js';
import { type JsonAndKey, jsonRow } from './json-rows.js';

/**
 * Null for an unknown slug. An earlier slug of a member works too, and so does an alias that no member has as a slug.
 * Trades are in a total order: after both dates by document, and in a document by the number of the row, 10 before 9.
 */
export async function congressMember(
  tables: GenerationTables,
  question: MemberQuery,
): Promise<MemberDetailFacts | null> {
  const memberId = await memberIdOf(tables, question.slug);
  if (memberId === null) return null;
  const { current, currentValues } = tables;
  const [member] = await tables.rows<[json: string]>(
    `SELECT json FROM member WHERE member_id = ? ${current}`,
    [memberId, ...currentValues],
  );
  if (member === undefined) return null;
  const { filter, values } = tradeFilter(memberId, question);
  const ask = (limit: number) =>
    tables.rows<JsonAndKey>(
      `SELECT json, document_id, "row" FROM member_trade WHERE ${filter} ${current}
       ORDER BY disclosure_date DESC, transaction_date DESC, document_id DESC, "row" DESC LIMIT ?`,
      [...values, ...currentValues, limit],
    );
  const trades = await firstReadable(tables, question.limit, ask, jsonRow('member_trade'));
  const reports = await tables.rows<JsonAndKey>(
    `SELECT json, document_id FROM unread_report WHERE member_id = ? AND disclosure_date <= ? ${current}
     ORDER BY disclosure_date DESC, document_id DESC`,
    [memberId, question.until, ...currentValues],
  );
  const unread = readableRows(tables, reports, jsonRow('unread_report'));
  return {
    member: new SerializedJson(
      readableRecord(tables, { table: 'member', key: memberId }, () => soundObject(member[0])),
    ),
    trades: new SerializedRows(trades.rows, trades.unreadable),
    unreadReports: new SerializedRows(unread.rows, unread.unreadable),
  };
}

export async function countTrades(
  tables: GenerationTables,
  question: Omit<MemberQuery, 'limit'>,
): Promise<number> {
  const memberId = await memberIdOf(tables, question.slug);
  if (memberId === null) return 0;
  return countMatches(tables, 'member_trade', tradeFilter(memberId, question));
}

export async function memberIdOf(tables: GenerationTables, slug: string): Promise<string | null> {
  const [found] = await tables.rows<[memberId: string]>(
    `SELECT member_id FROM member_slug WHERE slug = ? ${tables.current} ORDER BY place LIMIT 1`,
    [slug, ...tables.currentValues],
  );
  return found?.[0] ?? null;
}

function tradeFilter(
  memberId: string,
  { since, until, ticker }: Omit<MemberQuery, 'limit'>,
): { filter: string; values: SqlValue[] } {
  const symbol = ticker?.toUpperCase();
  const base = symbol === undefined ? undefined : tickerBase(symbol);
  const values: SqlValue[] = [memberId, since ?? '', until];
  if (symbol === undefined || base === undefined)
    return { filter: 'member_id = ? AND disclosure_date BETWEEN ? AND ?', values };
  // BRK means every class of it, BRK.B only this one.
  const exact = base === symbol ? '' : ' AND ticker = ?';
  return {
    filter: `member_id = ? AND disclosure_date BETWEEN ? AND ? AND ticker_base = ?${exact}`,
    values: [...values, base, ...(base === symbol ? [] : [symbol])],
  };
}
