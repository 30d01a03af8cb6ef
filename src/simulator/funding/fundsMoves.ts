import type { Decimal } from '../../base/decimal.ts';
import { unitsOf } from '../../exchange/units.ts';
import type { Venue } from '../venue.ts';

/** Money on its way out: held in the user's account until it is paid or given back. */
export interface Outgoing {
  readonly currency: string;
  /** Fee included. */
  readonly gross: Decimal;
  readonly net: Decimal;
}

export function blockFunds({ user }: Venue, { currency, gross }: Outgoing): void {
  user.hold(currency, unitsOf(gross));
}

export function releaseFunds({ user }: Venue, { currency, gross }: Outgoing): void {
  user.hold(currency, -unitsOf(gross));
}

/** Out of what is held: the net amount goes to the world, the rest is the venue's fee. */
export function payOut(venue: Venue, outgoing: Outgoing): void {
  const { exchange, user, world } = venue;
  const { currency, gross, net } = outgoing;
  releaseFunds(venue, outgoing);
  exchange.transfer(user, world, currency, unitsOf(net));
  exchange.transfer(user, exchange.feeAccount, currency, unitsOf(gross.minus(net)));
}

/** The net amount is the user's, the rest is the venue's fee. */
export function payIn({ exchange, user, world }: Venue, { currency, gross, net }: Outgoing): void {
  exchange.transfer(world, user, currency, unitsOf(net));
  exchange.transfer(world, exchange.feeAccount, currency, unitsOf(gross.minus(net)));
}
