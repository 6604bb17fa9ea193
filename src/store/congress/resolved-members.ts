/** The filers of reports: what derivation needs to resolve them, and what it decided. Assigned slugs never move. */

import type {
  AssignedSlug,
  FiledReport,
  MemberOverride,
  ResolvedMembers,
} from '../../records/congress/member.js';
import { isUnchanged, type Store, StoreError } from '../database/store.js';
import { markUnpublished } from '../rows/unpublished.js';
import { IDENTITY_SCOPE, replaceStockActWarnings } from './stock-act-warnings.js';

export { allMembers } from './legislators.js';

/** Whether reports, identity files or the operator's overrides changed since `writeResolvedMembers`. */
export function isIdentityPending(store: Store, overrides: readonly MemberOverride[]): boolean {
  const used = store
    .sql<{ is_pending: number; overrides: string }>(
      'SELECT is_pending, overrides FROM member_identity WHERE id = 1',
    )
    .get();
  return (
    used?.is_pending !== 0 ||
    used.overrides !== JSON.stringify(overrides) ||
    store.sql('SELECT 1 FROM pending_report LIMIT 1').get() !== undefined
  );
}

/** The parts of every report that identify its filer. */
export function filedReports(store: Store): FiledReport[] {
  return store
    .sql<Omit<FiledReport, 'filerName'> & FiledReport['filerName']>(
      `SELECT document_id AS "documentId", chamber, state_district AS "stateDistrict",
         disclosure_date AS "disclosureDate", filer_as_filed AS "asFiled", filer_first AS first, filer_last AS last
       FROM stock_act_report ORDER BY id`,
    )
    .all()
    .map(({ asFiled, first, last, ...report }) => ({ ...report, filerName: { asFiled, first, last } }));
}

/** Every slug that was ever assigned. */
export function assignedSlugs(store: Store): AssignedSlug[] {
  return store
    .sql<AssignedSlug>('SELECT slug, member_id AS "memberId", standing FROM member_slug ORDER BY slug')
    .all();
}

/**
 * Stores who filed and the member of each report, in one transaction, and marks the members whose reports must be
 * compared again: those with a changed report, and those who lost or got one. Nothing may be written to the reports
 * between `filedReports` and this.
 * @throws StoreError if a slug would vanish, or would move away from a known member
 */
export function writeResolvedMembers(
  store: Store,
  resolved: ResolvedMembers,
  overrides: readonly MemberOverride[],
): void {
  store.transaction(() => {
    const changedMembers = writeReportFilers(store, resolved);
    const mark = store.sql('INSERT INTO pending_member (member_id) VALUES (?) ON CONFLICT DO NOTHING');
    for (const memberId of changedMembers) mark.run(memberId);
    store.sql('DELETE FROM pending_report').run();
    writeSlugs(store, resolved);
    writeAliases(store, resolved);
    writeMemberRows(store, resolved);
    replaceStockActWarnings(store, IDENTITY_SCOPE, resolved.warnings);
    store
      .sql('UPDATE member_identity SET is_pending = 0, overrides = ? WHERE id = 1')
      .run(JSON.stringify(overrides));
  });
}

interface FilerRow {
  member_id: string;
  district: string;
  party: string;
}

/** @returns the members of the changed reports, before and now */
function writeReportFilers(store: Store, { reports }: ResolvedMembers): Set<string> {
  const changedMembers = new Set<string>();
  const stored = new Map(
    store
      .sql<Partial<FilerRow> & { id: number; document_id: string; changed: number }>(
        `SELECT r.id, r.document_id, f.member_id, f.district, f.party, p.report_id IS NOT NULL AS changed
         FROM stock_act_report r LEFT JOIN stock_act_filer f ON f.report_id = r.id
         LEFT JOIN pending_report p ON p.report_id = r.id`,
      )
      .all()
      .map((row) => [row.document_id, row]),
  );
  const put = store.sql(
    `INSERT INTO stock_act_filer (member_id, district, party, report_id) VALUES (?, ?, ?, ?)
     ON CONFLICT (report_id) DO UPDATE SET member_id = excluded.member_id, district = excluded.district,
       party = excluded.party`,
  );
  for (const { documentId, memberId, district, party } of reports) {
    const before = stored.get(documentId);
    if (before === undefined) throw new StoreError(`Resolved report ${documentId} is not stored.`);
    const after: FilerRow = { member_id: memberId, district, party };
    if (!isUnchanged<Partial<FilerRow>>(before, after)) {
      // The trades of the report name the district and the party of its filer.
      for (const id of [memberId, before.member_id]) if (id != null) markUnpublished(store, 'member', id);
      put.run(memberId, district, party, before.id);
    }
    if (before.changed === 0 && before.member_id === memberId) continue;
    changedMembers.add(memberId);
    if (before.member_id != null) changedMembers.add(before.member_id);
  }
  return changedMembers;
}

function writeSlugs(store: Store, { slugs }: ResolvedMembers): void {
  const now = new Map(slugs.map((one) => [one.slug, one]));
  for (const { slug, memberId } of assignedSlugs(store)) {
    const holder = now.get(slug)?.memberId;
    // A filed name can be resolved to a member; a member never changes to another person.
    if (holder === undefined || (holder !== memberId && !memberId.startsWith('filed:')))
      throw new StoreError(
        `The slug ${slug} belongs to ${memberId} for good; ${holder ?? 'nobody'} was refused.`,
      );
  }
  const put = store.sql(
    `INSERT INTO member_slug (slug, member_id, standing) VALUES (?, ?, ?)
     ON CONFLICT (slug) DO UPDATE SET member_id = excluded.member_id, standing = excluded.standing
     WHERE member_slug.member_id <> excluded.member_id OR member_slug.standing <> excluded.standing`,
  );
  for (const { slug, memberId, standing } of slugs) put.run(slug, memberId, standing);
}

/** Few, and written again every time: none of them is permanent. */
function writeAliases(store: Store, { aliases }: ResolvedMembers): void {
  store.sql('DELETE FROM member_alias').run();
  const put = store.sql('INSERT INTO member_alias (slug, member_id) VALUES (?, ?)');
  for (const { slug, memberId } of aliases) put.run(slug, memberId);
}

interface MemberRow {
  member_id: string;
  kind: string;
  slug: string;
  name: string;
  chamber: string;
  district: string;
  party: string;
  first_seen: string;
  last_seen: string;
  lifetime_filings: number;
}

/** First and last report and their number count every report, read or not. */
function writeMemberRows(store: Store, { members }: ResolvedMembers): void {
  const filed = new Map(
    store
      .sql<Pick<MemberRow, 'member_id' | 'first_seen' | 'last_seen' | 'lifetime_filings'>>(
        `SELECT f.member_id, min(r.disclosure_date) AS first_seen, max(r.disclosure_date) AS last_seen,
           count(*) AS lifetime_filings
         FROM stock_act_filer f JOIN stock_act_report r ON r.id = f.report_id GROUP BY f.member_id`,
      )
      .all()
      .map((row) => [row.member_id, row]),
  );
  const stored = new Map(
    store
      .sql<MemberRow>('SELECT * FROM member')
      .all()
      .map((row) => [row.member_id, row]),
  );
  const remove = store.sql('DELETE FROM member WHERE member_id = ?');
  const changed: MemberRow[] = [];
  for (const { memberId, kind, slug, memberName, chamber, district, party } of members) {
    const seen = filed.get(memberId);
    if (seen === undefined) throw new StoreError(`Resolved member ${memberId} has no report.`);
    const row: MemberRow = { kind, slug, name: memberName, chamber, district, party, ...seen };
    const before = stored.get(memberId);
    stored.delete(memberId);
    if (isUnchanged<MemberRow>(before, row)) continue;
    markUnpublished(store, 'member', memberId);
    remove.run(memberId);
    changed.push(row);
  }
  // Before the new ones, because a slug can move from a filed name to the resolved member.
  for (const memberId of stored.keys()) {
    markUnpublished(store, 'member', memberId);
    remove.run(memberId);
  }
  const insert = store.sql(
    `INSERT INTO member (member_id, kind, slug, name, chamber, district, party, first_seen, last_seen, lifetime_filings)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const row of changed)
    insert.run(
      row.member_id,
      row.kind,
      row.slug,
      row.name,
      row.chamber,
      row.district,
      row.party,
      row.first_seen,
      row.last_seen,
      row.lifetime_filings,
    );
}
