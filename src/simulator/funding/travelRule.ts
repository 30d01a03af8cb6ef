import { dec, type Decimal } from '../../base/decimal.ts';
import { usdWorth } from '../usdValue.ts';
import type { Venue } from '../venue.ts';

/** 000 Limits: above this a customer of the EU names the beneficiary. What holds at exactly this is not shown: not needed. */
const TRAVEL_RULE_USD = dec(1000);

export function travelRuleApplies(venue: Venue, currency: string, amount: Decimal): boolean {
  return venue.region.isEu && usdWorth(venue, currency, amount).gt(TRAVEL_RULE_USD);
}
