/** The officer title where the field itself only says "See Remarks". */

import { itemAt } from '../../collections.js';
import type { ReportingOwner } from '../../records/form4/form4.js';

const SEE_ELSEWHERE =
  /^\W*(?:please )?see\b.*\b(?:remarks?|below|explanat\w+|footnotes?|notes?|attach\w+)\b/i;
const TITLE_WORD =
  /\b(?:officer|president|chief|[se]?vps?|c[eftoi]o|secretary|treasurer|counsel|controller|director|head|chair(?:man|woman|person)?|manager|partner|founder|principal|executive)\b/i;
const LABELLED_TITLE =
  /\b(?:titles?|positions?|office)\b[^.:;\n]{0,80}?(?::|=| - |\b(?:is|are|as)\b)\s*(.+)|\b(?:serves|serving|acts) as (?:the |our |an? )?(.+)/is;
/** A remark about something else, although it may contain a title word. */
const OTHER_MATTER =
  /\b(?:exhibit|attorney|form [345]|transactions?|shares|stock|filed|filing|section|plan|report(?:s|ed|ing)?|pursuant|disclaim\w*)\b/i;

/** Remarks hold one title, so it is used only if a single owner refers to them. */
export function withTitles(owners: ReportingOwner[], remarks: string | null): ReportingOwner[] {
  const pointing = owners.filter((owner) => pointsElsewhere(owner.officerTitle));
  const title = pointing.length === 1 ? titleInRemarks(remarks) : null;
  if (title) itemAt(pointing, 0).officerTitle = title;
  return owners;
}

/** True when the field refers elsewhere instead of giving a title. */
function pointsElsewhere(title: string | null): boolean {
  return title !== null && SEE_ELSEWHERE.test(title);
}

/**
 * The title that remarks give, either after "Title:" or as their only content; null when they give none for
 * certain.
 */
function titleInRemarks(remarks: string | null): string | null {
  if (!remarks) return null;
  const announced = LABELLED_TITLE.exec(remarks);
  const stated = announced ? titlePart(announced[1] ?? announced[2] ?? '') : null;
  if (stated) return stated;
  const whole = titlePart(remarks);
  return whole && whole.length <= 120 && !OTHER_MATTER.test(whole) ? whole : null;
}

/** Up to the end of the sentence or the line, without quotation marks and the mention of an exhibit. */
function titlePart(text: string): string | null {
  const title = itemAt(
    text.split(/\n|(?<!\b(?:Sr|Jr|Exec|Inc|Corp|Co|Ltd|Asst|V\.P|U\.S))\.(?:\s|$)|;|\(?\bExhibit\b/i),
    0,
  )
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”*:-]+|[\s"'“”*,:-]+$/g, '');
  return title.length <= 150 && TITLE_WORD.test(title) ? title : null;
}
