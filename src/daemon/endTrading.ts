import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import type { TradingAccount } from './tradingAccount.ts';
import { within } from './within.ts';

export interface TradingToEnd {
  readonly clock: Clock;
  readonly account: TradingAccount;
  /** Resolves when no poll is under way any more. */
  readonly resting: Promise<unknown>;
  /** Whether orders are being canceled, so that we wait for their ends. */
  readonly cancels: boolean;
  /** The heartbeat, which no longer comes by itself. It repeats cancels that failed. */
  readonly beat: () => void;
  /** Resolves when everything that must be kept is written. */
  readonly saved: () => Promise<unknown>;
  readonly onTrouble: (message: string) => void;
}

const LAST_LOOKS_EVERY_MS = 200;
/** A poll that the venue does not answer must not use up the time for canceling orders. */
const REST_WITHIN_MS = 1500;
/** The time in which requests that were given up get their outcome and are written down. */
const AFTERWARDS_MS = 1000;

/**
 * Waits until everything that the shutdown has started is done: requests under way, cancels, the last fills. After `withinMs`,
 * the rest is given up as unknown. It takes at most a second longer.
 */
export async function endTrading(trading: TradingToEnd, withinMs: number): Promise<void> {
  const { clock, account, resting, saved } = trading;
  const deadline = clock.monotonicMs() + withinMs;
  await within(clock, resting, Math.min(deadline, clock.monotonicMs() + REST_WITHIN_MS));
  await settleOrders(trading, deadline);
  // Requests that follow from the last look, such as a second cancel, get their answers too.
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
    // A look that gets no answer is waited for, but the cancels do not wait for it.
    looking ??= look();
    const until = cancels ? Math.min(deadline, clock.monotonicMs() + REST_WITHIN_MS) : deadline;
    const hasLooked = await within(clock, looking, until);
    if (clock.monotonicMs() >= deadline || (hasLooked && !(cancels && (await account.hasOpenOrders())))) return;
    await sleep(clock, LAST_LOOKS_EVERY_MS);
    beat();
  }
}
