/** Pages that say 200 and are no document of the register. */

import { SourceError } from '../../register.js';

/** A page that is no announcement although it says 200: a text, a challenge, the empty shell of the web page. */
export function rejectBlockPage(url: string, bytes: Buffer): void {
  const page = bytes.toString('latin1');
  const title = /<title[^>]{0,200}>([^<]{0,200})/i.exec(page)?.[1] ?? '';
  if (!/<(?:html|body|div|table|p)\b/i.test(page))
    throw new SourceError(`${url} is no HTML (a decoy page?)`, bytes);
  if (/access denied|attention required|just a moment|request (?:blocked|rejected)|forbidden/i.test(title))
    throw new SourceError(`${url} answers with a refusal: ${title.trim()}`, bytes);
  if (page.length < 20_000 && /<(?:app-root|div id=["']?(?:root|app)["']?)[\s>]/i.test(page))
    throw new SourceError(`${url} answers with the shell of the web page`, bytes);
}
