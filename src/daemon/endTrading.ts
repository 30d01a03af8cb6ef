import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import type { TradingAccount } from './tradingAccount.ts';
import { within } from './within.ts';

export interface TradingToEnd {
  readonly clock: Clock;
  readonly account: TradingAccount;
  /** Resolves when no poll is under way any more. */
  readonly resting: Promise<unknown>;
  /** Whether orders are being canceled, so that their ends are waited for. */
  readonly cancels: boolean;
  /** The heartbeat, which no longer comes by itself: a cancel that failed is tried again on it. */
  readonly beat: () => void;
  /** Resolves when all that is to be kept is written. */
  readonly saved: () => Promise<unknown>;
  readonly onTrouble: (message: string) => void;
}

const LAST_LOOKS_EVERY_MS = 200;
/** A poll that a venue does not answer must not take up the time in which orders are canceled. */
const REST_WITHIN_MS = 1500;
/** What was given up gets its outcome and is written down. */
const AFTERWARDS_MS = 1000;

/**
 * Waits until what the shutdown has set off is done: requests under way, cancels, the last fills. After `withinMs` what is still
 * under way is given up as unknown. It takes a second longer at most.
 */
export async function endTrading(trading: TradingToEnd, withinMs: number): Promise<void> {
  const { clock, account, resting, saved } = trading;
  const deadline = clock.monotonicMs() + withinMs;
  await within(clock, resting, Math.min(deadline, clock.monotonicMs() + REST_WITHIN_MS));
  await settleOrders(trading, deadline);
  // What the last look has set off, a second cancel for instance, gets its answer too.
  await within(clock, account.idle(), deadline);
  account.abort();
  await within(clock, account.idle(), deadline + AFTERWARDS_MS);
  await within(clock, saved(), deadline + AFTERWARDS_MS);
}

/** Looks again and again until no canceled order is left open, so that the last fills are in the log. */
async function settleOrders(trading: TradingToEnd, deadline: number): Promise<void> {
  const { clock, account, cancels, beat, onTrouble } = trading;
  await within(clock, account.idle(), Math.min(deadline, clock.monotonicMs() + REST_WITHIN_MS));
  let looking: Promise<void> | undefined;
  const look = (): Promise<void> =>
    account
      .look()
      .catch((error: unknown) => onTrouble(`the last look at the own orders failed: ${messageOf(error)}`))
      .finally(() => (looking = undefined));
  for (;;) {
    // One that is not answered is waited for, and the cancels do not wait with it.
    looking ??= look();
    const until = cancels ? Math.min(deadline, clock.monotonicMs() + REST_WITHIN_MS) : deadline;
    const hasLooked = await within(clock, looking, until);
    if (clock.monotonicMs() >= deadline || (hasLooked && !(cancels && (await account.hasOpenOrders())))) return;
    await sleep(clock, LAST_LOOKS_EVERY_MS);
    beat();
  }
}
