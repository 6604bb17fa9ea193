/** Investment vehicles of a report, which can state the owner of rows that leave it blank. */

import { itemAt, required } from '../../../collections.js';
import type { StockActTrade } from '../../../records/congress/stock-act.js';
import { lookUpWord } from '../../formats/word-list.js';
import { OWNERS } from './trades.js';

const OWNER = /\(Owner: ([A-Z]{2})\)$/;

/**
 * The owners of the vehicle that holds the asset of a row without an owner of its own. Filers list several vehicles of
 * one name, one with an owner and one without: the name then says nothing of the owner, and the list is empty.
 */
export function ownersOfVehicle(vehicles: readonly string[], trade: StockActTrade): string[] {
  if (trade.ownerFiled !== '' || trade.subholding === null) return [];
  const named = vehicles.filter(
    (vehicle) => pathOf(vehicle) === foldWhitespace(required(trade.subholding, 'subholding')),
  );
  const owners = named.map((vehicle) => OWNER.exec(vehicle)?.[1] ?? '');
  return owners.includes('') ? [] : [...new Set(owners)];
}

/**
 * The trade with the owner that its report states: where every vehicle of the name belongs to the spouse, so does the
 * asset, and `Self` is not what the report says. `Other` where they belong to different owners. `ownerFiled` stays blank.
 */
export function withOwnerOfVehicle(trade: StockActTrade, vehicles: readonly string[]): StockActTrade {
  const owners = ownersOfVehicle(vehicles, trade);
  if (owners.length === 0) return trade;
  const owner = owners.length === 1 ? lookUpWord(OWNERS, itemAt(owners, 0)) : undefined;
  return { ...trade, owner: owner ?? 'Other' };
}

/** The path of a vehicle as rows write it: with `>`, without share and owner. */
const pathOf = (vehicle: string): string =>
  foldWhitespace(vehicle.replace(/ \((?:Owner: [A-Z]{2}|[\d.]+% Interest)\)/g, '').replaceAll('⇒', '>'));

const foldWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();
