/** What a 403 can mean, and what an operator can do about it: added to the message of every refusal. */

const LIKELY_CAUSES =
  'Likely causes: too many requests, a CONTACT that it does not accept, or the address of a data centre or VPN, which many registers refuse in any case.';
const REMEDIES =
  'Ways out: wait; set CONTACT to a name and a mail address; try from another network; or save its files with a browser and read them with "disclosed import"';

/**
 * Empty for any status that is not a refusal. `setting` names the setting of this register's base address.
 */
export function refusalAdvice(status: number, setting?: string): string {
  if (status !== 403 && status !== 401) return '';
  return `. ${LIKELY_CAUSES} ${REMEDIES}${setting === undefined ? '' : `; or set ${setting} to your own proxy`}`;
}
