/** The metadata that a European register takes from the description of its market. */

import type { EuMarket } from '../../../tools/contract/markets/market.js';
import type { PublicSourceId } from '../../../tools/contract/sources.js';
import type { SourceMetadata } from '../register.js';

export function marketMetadata({
  register,
  registerName,
  source,
}: EuMarket<PublicSourceId>): Pick<SourceMetadata, 'id' | 'source' | 'title' | 'publisher' | 'homepage'> {
  const { id, publisher, homepage } = source;
  return { id: register, source: id, title: registerName, publisher, homepage };
}
