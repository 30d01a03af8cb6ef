import { orderIdOf } from '../../src/exchange/bookOrder.ts';
import type { Disk } from './disk.ts';
import type { VenueModel } from './venueModel.ts';
import type { Violations } from './violations.ts';
import type { Wire } from './wire.ts';

/** How late the lists may show something. */
export const MOST_LATE_MS = 9000;

/** All that a check may look at: what is on the disk, what left the process, and the venue's hidden truth. */
export interface Witness {
  readonly disk: Disk;
  readonly model: VenueModel;
  readonly wire: Wire;
  readonly violations: Violations;
  /** Orders that were pointed out as nobody's. */
  readonly external: ReadonlySet<string>;
}

/** Requests of which two copies reached the venue: what the second one did can't be prevented, only found. */
export function isDoubled({ wire }: Witness, intentId: string): boolean {
  return wire.sendOf(intentId)?.fate.againMs !== undefined;
}

/**
 * Whether the venue has carried out two copies of a request that replaces this order under its own id. The second one gives it back what had been
 * executed before: an order that was over by all that its owner knows has something left again.
 */
export function isReplacedTwice({ wire }: Pick<Witness, 'wire'>, orderId: string): boolean {
  return wire.sends.some(
    ({ asked, arrivals }) =>
      asked.kind === 'replace' && asked.targetId === orderId && arrivals.filter(({ appliedAt }) => appliedAt !== undefined).length > 1,
  );
}

/** The intent whose request made an order of the venue, by its id; undefined for an order that no request of ours has made. */
export function originOf(witness: Witness, orderId: string): string | undefined {
  const maker = witness.wire.makers.get(orderId);
  if (maker === undefined) return undefined;
  const { kind, targetId } = maker.asked;
  return kind === 'replace' && targetId !== orderId ? originOf(witness, targetId!) : maker.intentId;
}

/** The account's open orders at the venue. */
export function trulyOpen({ model: { venue } }: Witness): ReadonlySet<string> {
  return new Set(venue.exchange.openOrders(venue.user).map(orderIdOf));
}

/** Lanes that something unresolved shuts. */
export function shutLanes({ disk }: Witness): ReadonlySet<string> {
  const rows = disk.read<{ lane: string }>(
    "SELECT DISTINCT lane FROM intent WHERE state IN ('sending', 'unknown', 'quarantined') AND kind <> 'cancel'",
  );
  return new Set(rows.map(({ lane }) => lane));
}
