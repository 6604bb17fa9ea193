/** Whether a text says that others report the same transactions on another form. */

const SEPARATE =
  /\b(?:separate|additional|another|second|two|three|multiple|more than one)\b(?: [\w-]+){0,2} (?:forms?|filings?|reports?|statements?)\b/i;
/** "Because no more than 10 reporting persons can file any one Form 4 through EDGAR". Not "Larkspur Limited", and not "more than ten percent". */
const TOO_MANY_OWNERS =
  /\b(?:limit(?:s|ing|ations?)?|limited to (?:10|ten)|no more than (?:10|ten)|maximum|exceed\w* (?:10|ten|the)|more than (?:10|ten))\b(?! ?%| per ?cent\b)[^.]{0,120}\b(?:reporting (?:persons?|owners?)|(?:filing )?system|EDGAR)\b/i;

/**
 * "Affiliates have filed a separate Form 4", and the same of any others because a form takes ten owners. Not what another director files.
 * @param lower the text in small letters
 */
export function saysFiledSeparately(text: string, lower: string): boolean {
  const isOneGroup = lower.includes('affiliat') || TOO_MANY_OWNERS.test(text);
  return isOneGroup && (SEPARATE.test(text) || lower.includes('separately'));
}
