/** Recognises pages that return 200 but are not documents of the register. */

import { SourceError } from '../../register.js';

/**
 * A page with status 200 that is not an announcement: a text, a challenge, the empty shell of the web page.
 */
export function rejectBlockPage(url: string, bytes: Buffer): void {
  const page = bytes.toString('latin1');
  const title = /<title[^>]{0,200}>([^<]{0,200})/i.exec(page)?.[1] ?? '';
  if (!/<(?:html|body|div|table|p)\b/i.test(page))
    throw new SourceError(`${url} is not HTML (a block page?)`, bytes);
  if (/access denied|attention required|just a moment|request (?:blocked|rejected)|forbidden/i.test(title))
    throw new SourceError(`${url} answers with a refusal: ${title.trim()}`, bytes);
  if (page.length < 20_000 && /<(?:app-root|div id=["']?(?:root|app)["']?)[\s>]/i.test(page))
    throw new SourceError(`${url} answers with the shell of the web page`, bytes);
}
