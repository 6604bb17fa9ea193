/**
 * Ten questions in SQL that the page shows. SQLite, Datasette and DuckDB run the same text and give the same rows: the order is
 * whole, because the engines order equal values, and unknown ones, each in their own way.
 */

export const SQL_EXAMPLES: ReadonlyArray<{ title: string; sql: string }> = [
  {
    title: 'The tables of this dump',
    sql: 'SELECT "table", "rows", description FROM dump_tables ORDER BY "table"',
  },
  {
    title: 'The columns of a table',
    sql: `SELECT "column", type, description FROM dump_columns WHERE "table" = 'form4_trades' ORDER BY position`,
  },
  {
    title: 'The largest open-market purchases',
    sql: `SELECT filed_at, issuer_ticker, owner_name, shares, total_value, raw_filing_url FROM form4_trades
WHERE transaction_code = 'P' ORDER BY total_value DESC, filing_id LIMIT 20`,
  },
  {
    title: 'Purchases and sales of each month',
    sql: `SELECT substr(filed_at, 1, 7) AS month, transaction_code, count(*) AS trades, sum(total_value) AS usd FROM form4_trades
GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  {
    title: 'Issuers with the most insiders who bought',
    sql: `SELECT issuer_ticker, issuer_name, count(DISTINCT owner_cik) AS insiders, sum(total_value) AS usd FROM form4_trades
WHERE transaction_code = 'P' GROUP BY cik, issuer_ticker, issuer_name ORDER BY insiders DESC, usd DESC, issuer_name LIMIT 20`,
  },
  {
    title: 'Members of Congress with the most trades',
    sql: `SELECT member_name, count(*) AS trades, min(disclosure_date) AS from_day, max(disclosure_date) AS to_day FROM congress_trades
GROUP BY member_id, member_name ORDER BY trades DESC, member_name, from_day LIMIT 20`,
  },
  {
    title: 'Notices of planned sales of each month',
    sql: `SELECT substr(filed_at, 1, 7) AS month, count(*) AS notices, count(*) - count(market_value) AS of_unknown_value,
  sum(market_value) AS usd FROM planned_sales GROUP BY 1 ORDER BY 1`,
  },
  {
    title: 'Managers’ transactions in Europe by market and currency',
    sql: `SELECT market, currency, count(*) AS transactions,
  count(*) - count(coalesce(total_value, total_value_native)) AS of_unknown_value,
  sum(coalesce(total_value, total_value_native)) AS value FROM eu_transactions
GROUP BY market, currency ORDER BY market, currency NULLS LAST`,
  },
  {
    title: 'The newest schedules of major holders',
    sql: `SELECT filed_at, ticker, issuer_name, holder_name, form, percent FROM major_holders
ORDER BY filed_at DESC, accession LIMIT 20`,
  },
  {
    title: 'Trades with the hash of the document that they were read from',
    sql: `SELECT t.filing_id, t.issuer_ticker, t.total_value, d.sha256, d.document_url FROM form4_trades t
JOIN source_documents d ON d.record = substr(t.filing_id, 1, 20) ORDER BY t.filed_at DESC, t.filing_id LIMIT 20`,
  },
];
