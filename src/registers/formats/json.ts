/** JSON as registers send it: UTF-8, at times with a byte order mark, which `JSON.parse` rejects. */

/** @throws SyntaxError for anything else */
export function parseJson(bytes: Buffer): unknown {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return JSON.parse(bytes.toString('utf8', isMarked ? 3 : 0));
}
