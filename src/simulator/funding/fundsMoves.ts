import type { Decimal } from '../../base/decimal.ts';
import { unitsOf } from '../../exchange/units.ts';
import type { Venue } from '../venue.ts';

/** Money on its way out. It is held in the user's account until it is paid out or given back. */
export interface Outgoing {
  readonly currency: string;
  /** Includes the fee. */
  readonly gross: Decimal;
  readonly net: Decimal;
}

export function blockFunds({ user }: Venue, { currency, gross }: Outgoing): void {
  user.hold(currency, unitsOf(gross));
}

export function releaseFunds({ user }: Venue, { currency, gross }: Outgoing): void {
  user.hold(currency, -unitsOf(gross));
}

/** Pays from what is held: the net amount goes to the world, and the rest is the venue's fee. */
export function payOut(venue: Venue, outgoing: Outgoing): void {
  const { exchange, user, world } = venue;
  const { currency, gross, net } = outgoing;
  releaseFunds(venue, outgoing);
  exchange.transfer(user, world, currency, unitsOf(net));
  exchange.transfer(user, exchange.feeAccount, currency, unitsOf(gross.minus(net)));
}

/** The user gets the net amount, and the rest is the venue's fee. */
export function payIn({ exchange, user, world }: Venue, { currency, gross, net }: Outgoing): void {
  exchange.transfer(world, user, currency, unitsOf(net));
  exchange.transfer(world, exchange.feeAccount, currency, unitsOf(gross.minus(net)));
}
