import { dec, type Decimal } from '../../base/decimal.ts';
import { usdValue } from '../usdValue.ts';
import type { Venue } from '../venue.ts';

/**
 * Above this amount a customer in the EU must name the beneficiary (000 Limits). The specification does not say what holds at
 * exactly this amount; here it is not needed.
 */
const TRAVEL_RULE_USD = dec(1000);

export function travelRuleApplies(venue: Venue, currency: string, amount: Decimal): boolean {
  return venue.region.isEu && usdValue(venue, currency, amount).gt(TRAVEL_RULE_USD);
}
