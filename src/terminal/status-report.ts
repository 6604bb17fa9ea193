/** The text of `disclosed status`: tables with relative times, and everything in full where it is wanted. */

import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Cell } from '../publish/answer-lists.js';
import { type BackupsState, backupWords } from '../publish/backups-state.js';
import type { queueCounts } from '../store/crawl/queue.js';
import type { listRuns, listUnreadDocuments, listWarnings } from '../store/crawl/run-journal.js';
import type { digestWarnings } from '../store/digests/digests.js';
import type { cusipCoverage, trackerWarnings } from '../store/portfolios/trackers.js';
import { fitTable } from './fitted-table.js';
import { relativeTime } from './relative-time.js';
import { cutTo, printable, wrap } from './text-width.js';

export interface StatusReport {
  store: string;
  generation: { at: string } | null;
  /** Null where no backups are made. */
  backups: BackupsState | null;
  sources: SourceState[];
  queues: ReturnType<typeof queueCounts>;
  runs: ReturnType<typeof listRuns>;
  warnings: ReturnType<typeof listWarnings>;
  digestWarnings: ReturnType<typeof digestWarnings>;
  cusipCoverage: ReturnType<typeof cusipCoverage>;
  trackerWarnings: ReturnType<typeof trackerWarnings>;
  unread: ReturnType<typeof listUnreadDocuments>;
}

/** How a report is written. */
export interface StatusManner {
  /** Notes, warnings and documents in full, and exact times. */
  isVerbose: boolean;
  now: Date;
  width: number;
  /** How many entries the lists of the report have at most. */
  limit: number;
}

/** A title and the lines below it; a section without lines is left out. */
type StatusSection = [title: string, lines: string[]];

export function statusText(report: StatusReport, manner: StatusManner): string {
  const at = report.generation?.at;
  const sections: StatusSection[] = [
    ['Sources', sourceLines(report.sources, manner)],
    ['Backups', backupLines(report.backups, manner)],
    ['Documents that wait or could not be read', queueLines(report.queues, manner)],
    ['Latest runs', runLines(report, manner)],
    ...(manner.isVerbose ? fullSections(report, manner) : []),
  ];
  return [
    `Store ${report.store}`,
    `Data  ${at === undefined ? 'no run yet' : timeOf(at, manner)}`,
    ...sections.flatMap(([title, lines]) => (lines.length === 0 ? [] : ['', title, ...lines])),
    '',
    ...(manner.isVerbose ? ['Times are UTC.'] : moreLines(report, manner)),
    lastLine(report.sources),
  ].join('\n');
}

const MARKS: Readonly<Record<SourceState['status'], string>> = {
  ok: '✓',
  failing: '✗',
  filling: '…',
  imported: '✓',
  'never-read': '…',
  off: '–',
};

/** The table of sources; below it why those that fail do, and with `isVerbose` every note. */
export function sourceLines(sources: readonly SourceState[], manner: StatusManner): string[] {
  if (sources.length === 0) return ['  none was described yet'];
  const when = (at: string | null) => (at === null ? 'never' : timeOf(at, manner));
  const rows = sources.map((one): Cell[] => [
    MARKS[one.status],
    one.source,
    one.status,
    one.rows,
    one.waiting,
    one.warnings,
    when(one.lastReadAt),
    one.nextAttemptAt === null ? null : dueAt(one.nextAttemptAt, manner),
  ]);
  const columns = ['', 'source', 'state', 'rows', 'waiting', 'warnings', 'last read', 'next attempt'];
  const notes = sources.flatMap(({ source, failure, note }) =>
    (manner.isVerbose ? note : failure) === ''
      ? []
      : wrapped(`${source}: ${manner.isVerbose ? note : failure}`, manner),
  );
  return [...table(columns, rows, manner), ...(notes.length === 0 ? [] : ['', ...notes])];
}

function backupLines(state: BackupsState | null, manner: StatusManner): string[] {
  if (state === null) return [];
  const { last, failure } = state;
  return [
    ...wrapped(
      backupWords(state, (at) => timeOf(at, manner)),
      manner,
    ),
    ...(last === null ? [] : [`  ${last.file}`]),
    ...(failure === null ? [] : wrapped(failure.reason, manner)),
  ];
}

function queueLines(queues: StatusReport['queues'], manner: StatusManner): string[] {
  const rows = Object.entries(queues)
    .filter(([, { waiting, unread }]) => manner.isVerbose || waiting + unread > 0)
    .map(([register, { waiting, done, unread, gone }]): Cell[] => [register, waiting, done, unread, gone]);
  return rows.length === 0 ? [] : table(['register', 'waiting', 'read', 'unread', 'gone'], rows, manner);
}

/** The table of runs; below it the reasons that the sources do not have yet. */
function runLines({ runs, sources }: StatusReport, manner: StatusManner): string[] {
  if (runs.length === 0) return [];
  const rows = runs.map((run): Cell[] => [
    timeOf(run.startedAt, manner),
    run.register,
    run.outcome ?? 'running',
    run.documents,
    run.records,
  ]);
  const reasons = runs.flatMap(({ register, reason, firstBytes }) => [
    ...(reason === '' || sources.some(({ failure }) => failure.includes(reason))
      ? []
      : wrapped(`${register}: ${reason}`, manner)),
    ...(firstBytes === '' || !manner.isVerbose ? [] : [`    first bytes: ${JSON.stringify(firstBytes)}`]),
  ]);
  const lines = table(['started', 'register', 'outcome', 'documents', 'records'], rows, manner);
  return [...lines, ...(reasons.length === 0 ? [] : ['', ...new Set(reasons)])];
}

function fullSections(report: StatusReport, manner: StatusManner): StatusSection[] {
  const named = (list: ReadonlyArray<{ where: string; kind: string; detail: string }>) =>
    list.flatMap(({ where, kind, detail }) => wrapped(`${where} ${kind}: ${detail}`, manner));
  return [
    [
      'Warnings, most frequent first',
      report.warnings.flatMap(({ count, register, kind, detail, where }) =>
        wrapped(`${count} × ${register} ${kind}: ${detail} (such as ${where})`, manner),
      ),
    ],
    ['Warnings of the latest digests', named(report.digestWarnings)],
    ['Part of the disclosed value whose CUSIP has a ticker', coverageLines(report.cusipCoverage, manner)],
    ['Warnings of the latest portfolios', named(report.trackerWarnings)],
    [
      'Unread documents',
      report.unread.flatMap(({ register, key, reason }) => wrapped(`${register} ${key}: ${reason}`, manner)),
    ],
  ];
}

function coverageLines(coverage: StatusReport['cusipCoverage'], manner: StatusManner): string[] {
  if (coverage.length === 0) return [];
  const rows = coverage.map(({ slug, valueUsd, resolvedUsd }): Cell[] => [
    slug,
    valueUsd > 0 ? `${((resolvedUsd / valueUsd) * 100).toFixed(1)} %` : null,
    Math.round(valueUsd),
  ]);
  return table(['portfolio', 'share', 'disclosed value, US dollars'], rows, manner);
}

/** What the short report leaves out. A list that is as long as it may be is a part of more. */
function moreLines(report: StatusReport, { limit, width }: StatusManner): string[] {
  const counts = [
    [report.warnings.length, 'kind of warning', 'kinds of warnings'],
    [report.digestWarnings.length, 'warning of a digest', 'warnings of digests'],
    [report.trackerWarnings.length, 'warning of a portfolio', 'warnings of portfolios'],
    [report.unread.length, 'unread document', 'unread documents'],
  ] as const;
  const shown = counts.flatMap(([count, one, many]) =>
    count === 0
      ? []
      : [`${count}${count === limit ? ' or more' : ''} ${count === 1 && limit > 1 ? one : many}`],
  );
  if (shown.length === 0) return [];
  return wrap(`Not shown here: ${shown.join(', ')}. See --verbose and --limit.`, width);
}

function lastLine(sources: readonly SourceState[]): string {
  const on = sources.filter(({ status }) => status !== 'off');
  const ok = on.filter(({ status }) => status === 'ok' || status === 'imported');
  return `${ok.length} of ${on.length} sources read`;
}

function table(columns: string[], rows: Cell[][], { width }: StatusManner): string[] {
  return fitTable({ columns, rows }, width - 2).lines.map((line) => `  ${line}`);
}

function wrapped(text: string, { width, isVerbose }: StatusManner): string[] {
  const clean = printable(text);
  return wrap(isVerbose ? clean : cutTo(clean, 4 * width), width - 4).map((line, index) =>
    index === 0 ? `  ${line}` : `    ${line}`,
  );
}

function dueAt(at: string, manner: StatusManner): string {
  return !manner.isVerbose && Date.parse(at) <= manner.now.getTime() ? 'due' : timeOf(at, manner);
}

function timeOf(at: string, { isVerbose, now }: StatusManner): string {
  return isVerbose ? at : relativeTime(at, now);
}
