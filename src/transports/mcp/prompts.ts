/** Prompts that a host offers its user, each a question that the tools answer in a few calls. */

import type { ResourceKind } from './resources.js';

interface PromptArgument {
  name: string;
  description: string;
  /** What its value names, for completion. */
  kind: ResourceKind;
}

export interface Prompt {
  name: string;
  title: string;
  description: string;
  argument: PromptArgument | null;
  /** The message to the model. */
  text(value: string): string;
}

const RULES =
  'Quote figures as filed, give the dates of the trade and of the filing, link each original, and say null as "not stated". If meta.truncated is present, say that rows are missing. If meta.sample is present, say first that all data is invented. Do not rank, recommend or advise.';

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'weekly_insider_digest',
    title: 'Weekly insider digest',
    description: 'What corporate insiders bought and sold in the last seven days',
    argument: null,
    text: () =>
      `Summarise what corporate insiders filed in the last seven days. Call get_latest_filings twice, with direction P and with direction S, since seven days ago, group filing, sort value, min_value 1000000, limit 25 and fields lastFiledAt,issuerTicker,issuerName,ownerName,ownerTitle,firstDate,lastDate,totalValue,planned,rawFilingUrl. Then call get_clusters with view brief, insiders names and limit 5, once with direction P and once with direction S, for issuers in which several insiders traded in one direction. Separate purchases from sales, and trades under a 10b5-1 plan from others. ${RULES}`,
  },
  {
    name: 'company_check',
    title: 'Company check',
    description: 'One company over all registers: insiders, Congress, funds, Europe',
    argument: { name: 'ticker', description: 'Trading symbol of the company, such as ACME', kind: 'issuer' },
    text: (ticker) =>
      `What do the public registers say about ${ticker}? If the tool get_issuer is offered, call it with id ${ticker}: give its insiders with what they own, bought and sold, net buying per quarter, cluster and streak, members of Congress, officials, funds and European notifications, each part with its total and asOf; where rows is null say that it is not known, and give the note. Otherwise call get_latest_filings with ticker ${ticker}, since 365 days ago and fields filedAt,ownerName,ownerTitle,transactionCode,transactionDate,shares,pricePerShare,totalValue,is10b5_1,rawFilingUrl. Call get_clusters with ticker ${ticker} and insiders names, and get_streaks with ticker ${ticker} and series none, and say whether ${ticker} is in one of them. Insiders who did not trade are not listed anywhere. ${RULES}`,
  },
  {
    name: 'member_watch',
    title: 'Member watch',
    description: 'What one member of Congress disclosed in the last ninety days',
    argument: {
      name: 'member',
      description: 'Slug of the member, first name first, such as jane-doe; get_catalog lists them',
      kind: 'member',
    },
    text: (member) =>
      `What did the member of Congress ${member} disclose in the last ninety days? Call get_congress_member with member ${member}, since ninety days ago and fields transactionDate,disclosureDate,ticker,assetDescription,assetType,optionTerms,type,owner,amountLabel,sourceLink. If the slug is unknown, find it in get_catalog. Amounts are brackets: give amountLabel. Name the reports in unreadReports, whose trades are missing. Use of these reports is restricted by 5 U.S.C. 13107(c). ${RULES}`,
  },
  {
    name: 'fund_changes',
    title: 'Fund changes',
    description: 'What one tracked portfolio opened, added, trimmed and closed in its last report',
    argument: {
      name: 'tracker',
      description: 'Slug of the tracked portfolio, such as berkshire; get_catalog lists them',
      kind: 'tracker',
    },
    text: (tracker) =>
      `What changed in the tracked portfolio ${tracker}? Call get_tracker with slug ${tracker} and view changes; if that answers 400, because the portfolio is of a member of Congress or an official, with view transactions and since ninety days ago. Give the period of the last report and its filing date, then the new positions, those that grew, those that shrank, and the exits, with sharesChangePct and the filed values; say how many changes are unknown (changeCounts). A 13F shows long U.S.-listed positions at the end of a quarter, and no shorts, bonds or cash. Explain each of the caveatKeys in a few words. ${RULES}`,
  },
];

/** A prompt as `prompts/list` shows it. */
export function listedPrompt({ name, title, description, argument }: Prompt): object {
  if (argument === null) return { name, title, description };
  const { name: argumentName, description: meaning } = argument;
  const listed = { name: argumentName, description: meaning, required: true };
  return { name, title, description, arguments: [listed] };
}
